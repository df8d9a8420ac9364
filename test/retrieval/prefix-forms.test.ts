import { stemmer } from 'stemmer'
import { expect, test } from 'vitest'
import { toPrefixForms } from '../../src/retrieval/prefix-forms.ts'

test('B027 the stem of a word is reached from every beginning of it', () => {
  const words = (
    'running sanitize sanitizing organizational universities happily daylight hopped hoping agreed relational conditional ' +
    'valency hesitancy digitizer conformably radically differently vilely analogously vietnamization predication operator ' +
    'feudalism decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize ' +
    'electricity electrical goodness revival allowance inference airliner gyroscopic adjustable defensible irritant ' +
    'replacement adjustment dependent adoption communism activate angularity homologous effective bowdlerize caresses ponies'
  ).split(' ')
  for (const word of words) {
    for (let end = 2; end <= word.length; end += 1) {
      const { prefixes, words: whole } = toPrefixForms(word.slice(0, end))
      const stem = stemmer(word)
      const isReached =
        prefixes.some((prefix) => stem.startsWith(stemmer(prefix))) || whole.some((form) => stemmer(form) === stem)
      expect(isReached, `${word.slice(0, end)} of ${word}`).toBe(true)
    }
  }
})

test('the prefix itself is not stemmed to something shorter', () => {
  for (const prefix of ['day', 'key', 'bus', 'hoping', 'relational']) {
    expect(toPrefixForms(prefix).prefixes.map((form) => stemmer(form))).toEqual([prefix])
  }
})

test('other scripts and numbers stand for themselves', () => {
  for (const prefix of ['', 'x', 'v2', 'größe', '发布'])
    expect(toPrefixForms(prefix)).toEqual({ prefixes: [prefix], words: [] })
})
