/** The words of the query that a hit has, to be highlighted. Pure. */
import type { SearchResult } from '../../../vault/reading/search.ts'

/** A term with a `~` before it is not there itself, so it marks nothing. */
export function matchedWords({ why }: SearchResult['hits'][number]): string[] {
  return [...new Set((why?.arms ?? []).flatMap(({ terms = [] }) => terms.filter((term) => !term.startsWith('~'))))]
}
