import { expect, test } from 'vitest'
import { isCode } from '../../src/lib/code-text.ts'

test.each([
  ['function add(a: number, b: number) {\n  return a + b\n}', true],
  ['def add(a, b):\n    total = a + b\n    return total', true],
  ['const limit = options.limit ?? 50;', true],
  ['Retries without jitter stampede; see `retry()` and src/queue/retry.ts.', false],
  ['# Queue\n\nThe queue lives in SQLite (one file), because a server is one thing more to run.', false],
  ['', false],
])('%j', (text, expected) => {
  expect(isCode(text)).toBe(expected)
})
