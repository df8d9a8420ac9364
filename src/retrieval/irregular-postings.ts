/** What holds a word, in whichever of its irregular forms. */
import { irregularForms } from './irregular-forms.ts'
import type { Postings } from './postings.ts'
import { lexical } from './shared-numbers.ts'

/** A text that holds the word in an irregular form holds the word; the best of the forms counts. */
export function findInAllForms(form: string, find: (form: string) => Postings): Postings {
  const own = find(form)
  const others = irregularForms(/^"([A-Za-z]+)"$/.exec(form)?.[1] ?? '')
  if (others.length === 0) return own
  const best = new Map<number, number>()
  const add = ({ keys, saturations }: Postings, weight: number): void => {
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      best.set(key, Math.max(best.get(key) ?? 0, weight * (saturations[at] ?? 0)))
    }
  }
  add(own, 1)
  for (const other of others) add(find(`"${other}"`), lexical.irregular.weight)
  const sorted = [...best].sort(([a], [b]) => a - b)
  return {
    keys: Float64Array.from(sorted, ([key]) => key),
    saturations: Float64Array.from(sorted, ([, saturation]) => saturation),
  }
}
