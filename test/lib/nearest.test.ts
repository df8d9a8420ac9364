import { expect, test } from 'vitest'
import { findNearest } from '../../src/lib/nearest.ts'

test.each([
  ['tarp', 'trap'],
  ['activ', 'active'],
  ['HITS', 'hits'],
  ['', undefined],
  ['quite something else', undefined],
])('%s was meant to be %s', (said, name) => {
  expect(findNearest(said, ['trap', 'active', 'hits'])).toBe(name)
})

test('of two that are as near the first by name is taken, and none of none', () => {
  expect(findNearest('cat', ['hat', 'bat'])).toBe('bat')
  expect(findNearest('cat', [])).toBeUndefined()
})

test.each([
  ['claude', 'claude-code'],
  ['CLAUDE', 'claude-code'],
  ['cl', undefined],
  ['open', undefined],
])('%s is the beginning of %s', (said, name) => {
  expect(findNearest(said, ['claude-code', 'codex', 'opencode', 'openrouter'])).toBe(name)
})
