/** The parameters that narrow down which records are meant, the same for every route that lists some. */
import * as z from 'zod'
import { MemoError } from '../lib/errors.ts'
import { parseFacets } from '../record/narrowing.ts'
import { toInstant, toPeriod } from '../record/time-words.ts'
import { kindNames, statuses } from '../record/vocabulary.ts'
import { repeated, words, yes } from './parameters.ts'

const word = z.string().min(1)

export const asOfParameter = {
  asOf: word
    .optional()
    .describe('what was recorded by this date (its last moment, UTC), time or span ago (7d), as it was then'),
}

export const scopeParameters = {
  project: words(word).describe('these projects; all when left out'),
  crossProject: yes.describe('all projects, whatever project says'),
  kind: words(z.enum(kindNames)).describe(`these kinds: ${kindNames.join(', ')}`),
  status: words(z.enum(statuses)).describe(`these statuses: ${statuses.join(', ')}`),
  tag: repeated(word).describe('records that have all these tags'),
  layer: word.optional().describe('records about this layer of the product'),
  path: word.optional().describe('records about this path, relative to the root of their project'),
  facet: repeated(word).describe('name=value; the same name again means either, another name both'),
  entity: word.optional().describe('records that mention this name, however it is spelled'),
  source: word.optional().describe('records that come from here'),
  trust: word.optional().describe('records that can be relied on so far'),
  since: word.optional().describe('what happened from this date, time or span ago (7d) on'),
  until: word.optional().describe('what happened before this time, or up to this whole day'),
  includeExpired: yes.describe('expired records too, and those that do not hold now'),
  ...asOfParameter,
}

const scopeSchema = z.object(scopeParameters)

/** The scope that the parameters mean. Throws USAGE for a malformed facet or time. */
export function toScope(given: z.infer<typeof scopeSchema>, { now, cwd }: { now: number; cwd: string }) {
  const { project = [], kind, status, tag = [], layer, path, entity, source, trust } = given
  const asOf = toInstant('asOf', given.asOf, now)
  return {
    projects: project,
    allProjects: given.crossProject || project.length === 0,
    ...{ kinds: kind, statuses: status, tags: tag, facets: toFacets(given.facet ?? []) },
    ...{ layer, path, entity, source, trust, asOf, cwd },
    ...toPeriod(given, asOf ?? now, ''),
    includeExpired: given.includeExpired,
  }
}

function toFacets(texts: readonly string[]) {
  const parsed = parseFacets(texts)
  if ('facets' in parsed) return parsed.facets
  throw new MemoError('USAGE', `facet ${JSON.stringify(parsed.malformed)} is not of the form service=billing`)
}
