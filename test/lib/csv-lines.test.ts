import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsvLines } from '../../src/lib/csv-lines.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1'])('%j is no formula', (text) => {
  expect(parse(toCsvLines([[text]]))).toEqual([[`'${text}`]])
})

test('numbers stay numbers, a list is one cell, what is not there is empty', () => {
  expect(toCsvLines([[-0.5, true, undefined, ['a', 'b'], [3, 7]]])).toBe('-0.5,true,,a; b,3-7\r\n')
})

test('any row that holds no formula and no control character is read back as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é', '漢') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
      expect(parse(toCsvLines(rows))).toEqual(rows)
    }),
  )
})

test('nothing in it acts on a terminal', () => {
  expect(toCsvLines([['\x1b[31mred\u202e', 'a\tb']])).toBe('\\x1b[31mred\\u202e,a\tb\r\n')
})
