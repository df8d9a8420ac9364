/** What of the query stands in a record, in the words of the query. */
import type { Term } from '../lexical.ts'
import { holds } from '../postings.ts'
import { toReadable } from '../term-forms.ts'

/**
 * @param forms FTS5 expressions of the terms, in their order
 * @returns them as one reads them; `~` before one of which only a word like it is there
 */
export function matchedTerms(key: number, terms: readonly Term[], forms: readonly string[]): string[] {
  return terms.flatMap(({ postings, similar }, index) => {
    const form = toReadable(forms[index] ?? '')
    if (holds(postings, key)) return [form]
    return similar.some((other) => holds(other.postings, key)) ? [`~${form}`] : []
  })
}
