import { expect, test } from 'vitest'
import { toListLines } from '../../src/tui/list-lines.ts'
import { type Found, type SearchHit, startState } from '../../src/tui/state.ts'
import { lineText, lineWidth } from '../../src/tui/text/line.ts'

test('on the smallest screen a title is told from another, at the price of the age', () => {
  const place = { label: 'acme', projects: ['acme'], allProjects: false }
  const state = startState({ query: '', filters: { kind: undefined, sort: 'relevance', days: undefined, place } })
  const hit = { id: 'a', projectId: 'acme', kind: 'decision', title: 'Lantern or candle', hits: 3, updated: '' }
  const hits = [{ ...hit, updated: '2026-01-01T00:00:00.000Z' } as SearchHit]
  const found = { hits, words: [], now: Date.UTC(2026, 0, 2) } as unknown as Found
  const [narrow = [], wide = []] = [20, 40].map((width) => toListLines({ ...state, found }, { width, height: 3 })[0])
  expect(lineText(narrow)).toBe('› decision Lantern …')
  expect(lineText(wide)).toMatch(/Lantern or candle +1 d$/)
  expect([lineWidth(narrow), lineWidth(wide)]).toEqual([20, 40])
})
