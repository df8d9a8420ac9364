import { expect, test } from 'vitest'
import { renderGet } from '../../../src/cli/render/get.ts'
import type { GotRecord } from '../../../src/vault/reading/get.ts'

test('says which lines are shown, and where the text ends when none are', () => {
  const record = { id: 'a', projectId: 'acme', kind: 'note', body: '', filepath: 'a.md', hits: 0 } as const
  const place = (lines: GotRecord['lines'] & object) => {
    const answer = { records: [{ ...record, lines }], missing: [], stale: false, tokens: 0 }
    return renderGet(answer, { paint: (_, text) => text, now: 0 }).split('\n')[2]
  }
  expect(place([2, 3])).toBe('a.md:2-3')
  expect(place([5, 4])).toBe('a.md, which ends with line 4')
})
