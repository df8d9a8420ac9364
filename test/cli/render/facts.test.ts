import { expect, test } from 'vitest'
import { toFacts } from '../../../src/cli/render/facts.ts'

const now = Date.parse('2031-05-02T00:00:00Z')
const plain = { updated: '2031-05-01T00:00:00Z', hits: 0, occurrences: 1, status: 'active' as const }

test('tells only what is out of the ordinary', () => {
  expect(toFacts(plain, now)).toEqual(['1 d'])
  const marked = { hits: 2, occurrences: 3, severity: 'high', status: 'superseded' as const, supersededBy: 'other' }
  expect(toFacts({ ...plain, ...marked, expired: true }, now)).toEqual([
    ...['1 d', 'hits 2', 'seen 3 times', 'high', 'superseded', 'by other', 'expired'],
  ])
})

test('B118 what a file made by hand holds commands no terminal', () => {
  const evil = 'x\x1b[31m\x9b2J'
  expect(toFacts({ ...plain, severity: evil, supersededBy: evil }, now).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/)
})
