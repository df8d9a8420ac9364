import { expect, test } from 'vitest'
import { fitsScreen } from '../../src/cli/fits-screen.ts'

const screen = { rows: 4, columns: 10 }

test.each([
  ['one\ntwo\nthree\n', true],
  ['one\ntwo\nthree\nfour', false],
  ['one\ntwo\nlonger than a line', false],
  ['one\ntwo\nas a line.', true],
  ['one\ntwo\n\x1b[31mshort\x1b[39m', true],
  ['one\ntwo\n\x1b[31mas a line.\x1b[39m', true],
  ['one\ntwo\n部署方案说', true],
  ['one\ntwo\n部署方案说明', false],
  ['one\na部署方案说', true],
  // In the last cell of a row no wide character has room.
  ['a部署方案说明的人员部署方案说', true],
  ['a部署方案说明的人员部署方案说b', false],
  ['one\ntwo\ne\u0301tude 1, 2', true],
  ['one\ntwo\n👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', true],
  ['one\n\n\n', true],
  ['one\n\n\n\n', false],
  ['', true],
])('%j fits: %s', (text, fits) => {
  expect(fitsScreen(text, screen)).toBe(fits)
})

test('a terminal that does not say its size has room for all', () => {
  expect(fitsScreen('line\n'.repeat(100), { rows: 0, columns: 0 })).toBe(true)
})
