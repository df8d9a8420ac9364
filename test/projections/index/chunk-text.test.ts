import { expect, test } from 'vitest'
import { toChunkText } from '../../../src/projections/index/chunk-text.ts'

test.each([
  ['Retries', 'They stampede.', 'Retries\nThey stampede.'],
  ['They stampede', 'They stampede. Always.', 'They stampede. Always.'],
  ['Queue', '# Queue\n\nIt lives in SQLite.', '# Queue\n\nIt lives in SQLite.'],
  ['-', 'Text.', 'Text.'],
  ['Empty', '', 'Empty\n'],
])('%j over %j', (title, text, expected) => {
  expect(toChunkText(title, text)).toBe(expected)
})
