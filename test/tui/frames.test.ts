import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Filters } from '../../src/tui/filters.ts'
import { openFrames } from '../../src/tui/frames.ts'
import { type Found, type SearchHit, startState } from '../../src/tui/state.ts'
import { openStore } from '../../src/tui/store.ts'
import { toEditText } from '../../src/tui/text/edit-text.ts'

const place = { label: 'acme', projects: ['acme'], allProjects: false }
const filters: Filters = { kind: undefined, sort: 'relevance', days: undefined, place }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A screen on which nothing was typed yet, with what it painted: the query, what the list is of, and the text beside it. */
function openScreen() {
  const store = openStore(startState({ query: '', filters }))
  const frames = openFrames(store)
  const painted: string[] = []
  const close = frames.subscribe(() => {
    const { field, found, looked } = frames.get()
    painted.push([field.text, found?.query ?? '', looked?.ref.id ?? ''].join('|'))
  })
  const type = (text: string): void => store.dispatch({ type: 'edited', edit: () => toEditText(text) })
  const find = (query: string): void => store.dispatch({ type: 'found', found: toFound(query) })
  const look = (id: string): void =>
    store.dispatch({ type: 'looked', ref: { projectId: 'acme', id }, record: undefined })
  const answer = (query: string): void => {
    find(query)
    look(query)
  }
  answer('')
  painted.length = 0
  return { store, painted, close, type, find, look, answer }
}

/** One record, with the query as its id. */
function toFound(query: string): Found {
  return {
    ...{ query, filters, words: [query], now: 0, total: 1, truncated: 0, tokens: 0, nextTokens: 0 },
    ...{ narrowHint: null, abstained: null, degraded: null, stale: false },
    hits: [{ id: query, projectId: 'acme' } as SearchHit],
  }
}

test('a key, what it finds and the text of that are one frame', () => {
  const { painted, type, find, look } = openScreen()
  type('a')
  find('a')
  expect(painted).toEqual([])
  look('a')
  expect(painted).toEqual(['a|a|a'])
  vi.runAllTimers()
  expect(painted).toHaveLength(1)
})

test('keys that come faster than answers are one frame as well, with the newest answer', () => {
  const { painted, type, answer } = openScreen()
  for (const text of ['a', 'ab', 'abc']) type(text)
  answer('abc')
  expect(painted).toEqual(['abc|abc|abc'])
})

test('a key is painted when its answer does not come, and what comes later too', () => {
  const { painted, type, find, look } = openScreen()
  type('a')
  vi.advanceTimersByTime(29)
  type('ab')
  expect(painted).toEqual([])
  vi.advanceTimersByTime(1)
  expect(painted).toEqual(['ab||'])
  find('ab')
  vi.advanceTimersByTime(30)
  expect(painted).toEqual(['ab||', 'ab|ab|'])
  look('ab')
  expect(painted.slice(2)).toEqual(['ab|ab|ab'])
})

test('where the last answer took long a key does not wait for the next one', () => {
  const { painted, type, answer } = openScreen()
  type('a')
  vi.advanceTimersByTime(101)
  answer('a')
  painted.length = 0
  type('ab')
  expect(painted).toEqual(['ab|a|a'])
  answer('ab')
  expect(painted.slice(1)).toEqual(['ab|ab|a', 'ab|ab|ab'])
  type('abc')
  answer('abc')
  expect(painted.slice(3)).toEqual(['abc|abc|abc'])
})

test('a panel that opens meanwhile is painted at once, and nothing is after the end', () => {
  const { store, painted, close, type } = openScreen()
  type('a')
  store.dispatch({ type: 'opened', panel: { name: 'new' } })
  expect(painted).toEqual(['a||'])
  type('ab')
  close()
  vi.runAllTimers()
  expect(painted).toEqual(['a||'])
})
