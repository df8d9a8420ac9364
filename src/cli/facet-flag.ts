/** `--facet NAME=VALUE`, where it narrows and where it is stored. */
import { MemoError } from '../lib/errors.ts'
import { type FacetFilter, parseFacets } from '../record/narrowing.ts'

/** Each name once, with all of its values. Throws USAGE for a text that is no such pair. */
export function toFacets(texts: readonly string[]): readonly FacetFilter[] {
  const parsed = parseFacets(texts)
  if ('facets' in parsed) return parsed.facets
  throw new MemoError('USAGE', `--facet ${JSON.stringify(parsed.malformed)} is not of the form --facet service=billing`)
}
