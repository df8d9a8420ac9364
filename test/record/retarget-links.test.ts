import { expect, test } from 'vitest'
import { retargetBodyLinks } from '../../src/record/retarget-links.ts'

const rename = (target: string): string => (target === 'old' ? 'shop/new' : target)

test.each([
  ['See [[old]] and [[other]].', 'See [[shop/new]] and [[other]].'],
  ['[[old#Why it is|so]] [[ old ]] [[old-er]]', '[[shop/new#Why it is|so]] [[shop/new]] [[old-er]]'],
  ['| [[old\\|in a table]] |', '| [[shop/new\\|in a table]] |'],
  ['`[[old]]` is code, [[old]] is not', '`[[old]]` is code, [[shop/new]] is not'],
  ['```\n[[old]]\n```\n[[old]]\n', '```\n[[old]]\n```\n[[shop/new]]\n'],
  ['[[]] [[old', '[[]] [[old'],
])('%j', (body, expected) => {
  expect(retargetBodyLinks(body, rename)).toBe(expected)
})
