import { expect, test } from 'vitest'
import { findLinkTargets, retargetBodyLinks } from '../../src/record/body-links.ts'

test.each<[string, string[]]>([
  ['See [[herd]] and [[shop/redis]].', ['herd', 'shop/redis']],
  ['[[herd|the label]] [[herd#Why]] [[shop/redis#Why|that]]', ['herd', 'shop/redis']],
  ['| a | [[herd\\|the label]] | [[redis#Why\\|that]] |', ['herd', 'redis']],
  ['[[ herd ]] ![[picture]]', ['herd', 'picture']],
  ['`[[herd]]` and\n```\n[[redis]]\n```\n~~~\n[[x]]\n~~~', []],
  ['``[[herd]]`` and `` ` [[redis]] ``', []],
  ['`[[herd]] ``[[redis]]` [[x]]', ['x']],
  ['` [[herd]] ``[[redis]]`` [[x]] ```', ['herd', 'x']],
  ['[[]] [[ ]] [[#here]] [[|label]] [herd] [[her\nd]]', []],
])('%j links to %j', (body, targets) => {
  expect(findLinkTargets(body)).toEqual(targets)
})

test('a row of brackets or backticks is gone through once', () => {
  const row = '[['.repeat(200_000)
  expect(findLinkTargets(`${row}herd]]`)).toEqual(['herd'])
  const ticks = Array.from({ length: 600 }, (_, count) => `${'`'.repeat(count)} `).join('')
  expect(findLinkTargets(`${ticks}[[herd]]${'` '.repeat(100_001)}`)).toEqual([])
  expect(findLinkTargets(`${ticks}[[herd]]`)).toEqual(['herd'])
})

const rename = (target: string): string => (target === 'old' ? 'shop/new' : target)

test.each([
  ['See [[old]] and [[other]].', 'See [[shop/new]] and [[other]].'],
  ['[[old#Why it is|so]] [[ old ]] [[old-er]]', '[[shop/new#Why it is|so]] [[shop/new]] [[old-er]]'],
  ['| [[old\\|in a table]] |', '| [[shop/new\\|in a table]] |'],
  ['| [[old#Why\\|in a table]] |', '| [[shop/new#Why\\|in a table]] |'],
  ['`[[old]]` is code, [[old]] is not', '`[[old]]` is code, [[shop/new]] is not'],
  ['``[[old]]`` too, [[old]] is not', '``[[old]]`` too, [[shop/new]] is not'],
  ['```\n[[old]]\n```\n[[old]]\n', '```\n[[old]]\n```\n[[shop/new]]\n'],
  ['[[]] [[old', '[[]] [[old'],
])('%j becomes %j', (body, expected) => {
  expect(retargetBodyLinks(body, rename)).toBe(expected)
})
