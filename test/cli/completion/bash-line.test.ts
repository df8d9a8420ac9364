import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBashLine, toBashWord } from '../../../src/cli/completion/bash-line.ts'

const breaks = ' \t\n"\'><=;|&(:'

test.each([
  ['memo get re', ['get'], 're'],
  ['memo get ', ['get'], ''],
  ['memo get "a b" \'c d\' e\\ f', ['get', 'a b', 'c d'], 'e f'],
  ['memo list --tag="x\\"y', ['list'], '--tag=x"y'],
  ["memo list 'it'\\''s", ['list'], "it's"],
])('%s', (line, words, current) => {
  expect(parseBashLine(line)).toMatchObject({ words, current })
})

test.each([
  ['memo list --kind=tr', '--kind=trap', 'trap'],
  ['memo list --tag a:b', 'a:b c', 'b\\ c'],
  ['memo list --tag "a:b', 'a:b $c', 'a:b \\$c'],
  ["memo list --tag='x", "--tag=x'y", "x'\\''y"],
  ['memo list --tag a\\:b', 'a:bc', 'a:bc'],
])('%s goes on with %s by %s', (line, value, word) => {
  expect(toBashWord(value, parseBashLine(line), breaks)).toBe(word)
})

test('what is put in for an unquoted word is read back as that word', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !/\p{Cc}/u.test(value))
  fc.assert(
    fc.property(text, (value) => {
      const line = `memo get ${toBashWord(value, parseBashLine('memo get '), breaks)}`
      expect(parseBashLine(line).current).toBe(value)
    }),
  )
})
