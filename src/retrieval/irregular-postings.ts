/** What holds a word, in whichever of its irregular forms. */
import type { Postings } from './bm25.ts'
import { irregularForms } from './irregular-forms.ts'
import { lexical } from './shared-numbers.ts'

/** A text that holds the word in an irregular form holds the word; the best of the forms counts. */
export function findInAllForms(form: string, find: (form: string) => Postings): Postings {
  const own = find(form)
  const others = irregularForms(/^"([A-Za-z]+)"$/.exec(form)?.[1] ?? '')
  if (others.length === 0) return own
  const best = new Map(own)
  for (const [key, saturation] of others.flatMap((other) => find(`"${other}"`))) {
    best.set(key, Math.max(best.get(key) ?? 0, lexical.irregular.weight * saturation))
  }
  return [...best]
}
