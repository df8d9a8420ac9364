/** Words of a query as names are made of them: the pattern of plain ASCII against the one for all scripts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toEntityWords } from '../../src/retrieval/query-entities.ts'
import { runs } from '../support/runs.ts'

/** As the words of any text are found, one way for all. */
function naive(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}_.:\-/+#@$\\']+/gu) ?? []
  const trimmed = words.map((word) => word.replace(/'s$/i, '').replace(/^[-_.:/+\\']+|[-_.:/@$\\']+$/g, ''))
  return trimmed.filter((word) => word !== '').slice(0, 64)
}

test('the words are the same in plain ASCII and beside letters of other scripts', () => {
  expect(toEntityWords("why does Anna's src/queue.ts drop C++ (rate-limiter)?")).toEqual(
    'why does Anna src/queue.ts drop C++ rate-limiter'.split(' '),
  )
  expect(toEntityWords('Ärger mit Größe_2, später')).toEqual(['Ärger', 'mit', 'Größe_2', 'später'])
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' })), (text) => {
      expect(toEntityWords(text)).toEqual(naive(text))
    }),
    runs(500),
  )
})
