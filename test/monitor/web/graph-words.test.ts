import { expect, test } from 'vitest'
import { toGraphWords } from '../../../src/monitor/web/graph/graph-words.ts'

test('what is left out of a drawing is said', () => {
  expect(toGraphWords({ nodes: [{}], edges: [], total: 1 })).toBe('1 record, 0 links.')
  expect(toGraphWords({ nodes: Array(2000).fill({}), edges: [{}], total: 2600 })).toBe(
    '2000 records, 1 link. 600 more are left out: those with the most links are drawn.',
  )
})
