/** Words that mean nearly the same as a term of the query, from the table that ships with the product. */
import { toStem } from '../lib/fold.ts'
import { wordTable } from '../lib/word-table.ts'
import { isFillerWord } from './filler-words.ts'
import { lexical } from './shared-numbers.ts'

export interface SimilarWord {
  /** As an FTS5 expression. */
  form: string
  cosine: number
}

/** Empty for anything that is not a single plain English word. Forms of the word itself are left out: stems meet them. */
export function similarWords(form: string): SimilarWord[] {
  const word = /^"([a-z]{3,})"$/.exec(form)?.[1]
  const place = word === undefined ? undefined : wordTable().find(word)
  if (word === undefined || place === undefined) return []
  const stem = toStem(word)
  return wordTable()
    .neighbours(place)
    .filter(
      ({ word: other, cosine }) => cosine >= lexical.similar.floor && !isFillerWord(other) && toStem(other) !== stem,
    )
    .map(({ word: other, cosine }) => ({ form: `"${other}"`, cosine }))
}
