import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '../../src/lib/line-diff.ts'

test('a change of one line is a hunk with the lines around it', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8'].join('\n')
  expect(diffLines(before, before.replace('5', 'five')).split('\n')).toEqual([
    ...['@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'],
  ])
  expect(diffLines('', 'a\nb')).toBe('@@ -0,0 +1,2 @@\n+a\n+b')
  expect(diffLines('a', '')).toBe('@@ -1,1 +0,0 @@\n-a')
  expect(diffLines(before, before)).toBe('')
})

test('law: what is taken out and what comes in says how both texts are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after).split('\n')
      const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
      const lengthOf = (each: string) => (each === '' ? 0 : each.split('\n').length)
      expect(lengthOf(after) - lengthOf(before)).toBe(count('+') - count('-'))
      expect(lines[0] === '').toBe(before === after)
    }),
  )
})

test('two long texts that have nothing in common do not hold anybody up', () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n')
  const lines = diffLines(long('this'), long('that')).split('\n')
  expect(lines).toHaveLength(40_001)
})
