import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toEntityKey } from '../../src/record/entity-key.ts'

test.each([
  ['Retry-Budget', 'retrybudget'],
  ['retry_budget ', 'retrybudget'],
  ['Retry\u2013Budget', 'retrybudget'],
  ['Sörensen & Søn', 'sorensen&søn'],
  ['Segurança', 'seguranca'],
  ['İstanbul', 'istanbul'],
  ['ＡＰＩ Gateway', 'apigateway'],
  ['がぎ', 'がぎ'],
  ['person:Ada Lovelace', 'person:adalovelace'],
  ['か-\u3099', 'が'],
  [' - ', ''],
])('%s has the key %s', (name, key) => {
  expect(toEntityKey(name)).toBe(key)
})

test('a key is its own key, and does not depend on how accents are spelled', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const key = toEntityKey(name)
      expect(toEntityKey(key)).toBe(key)
      expect(toEntityKey(name.normalize('NFD'))).toBe(key)
    }),
  )
})
