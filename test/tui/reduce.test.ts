import { describe, expect, test } from 'vitest'
import { everywhere, type Filters, type ProjectChoice } from '../../src/tui/filters.ts'
import { type Action, reduce } from '../../src/tui/reduce.ts'
import {
  type Found,
  modeOf,
  pageOfHits,
  type SearchHit,
  type State,
  startState,
  subjectOf,
} from '../../src/tui/state.ts'
import { insert, toEditText } from '../../src/tui/text/edit-text.ts'
import type { RelatedResult } from '../../src/vault/reading/related.ts'

const place: ProjectChoice = { label: 'acme', projects: ['acme'], allProjects: false }
const filters: Filters = { kind: undefined, sort: 'relevance', days: undefined, place }

function start(query = ''): State {
  return startState({ query, filters })
}

function play(state: State, ...actions: Action[]): State {
  return actions.reduce(reduce, state)
}

function found(query: string, ids: readonly string[], truncated = 0): Found {
  return {
    ...{ query, filters, words: [query], now: 0, total: ids.length, truncated, tokens: 0, nextTokens: 0 },
    ...{ narrowHint: null, abstained: null, degraded: null, stale: false },
    hits: ids.map((id) => ({ id, projectId: 'acme' }) as SearchHit),
  }
}

const down = { type: 'moved', by: 1, height: 3 } as const

describe('the selection', () => {
  test('moves within the list, and the window follows it', () => {
    const state = play(start(), { type: 'found', found: found('', ['a', 'b', 'c', 'd', 'e']) })
    expect(play(state, down, down, down)).toMatchObject({ selected: 3, top: 1 })
    expect(play(state, { ...down, by: 99 })).toMatchObject({ selected: 4, top: 2 })
    expect(play(state, { ...down, by: 99 }, { ...down, by: -99 })).toMatchObject({ selected: 0, top: 0 })
  })

  test('stays on its record when the list around it changes', () => {
    const state = play(start(), { type: 'found', found: found('', ['a', 'b', 'c']) }, down)
    const grown = play(state, { type: 'grew' }, { type: 'found', found: found('', ['x', 'a', 'y', 'b', 'c']) })
    expect(subjectOf(grown)).toMatchObject({ id: 'b' })
    expect(grown.generation).toBe(state.generation + 1)
  })

  test('stays also on the first record of the list, unless one is typing or has asked for something else', () => {
    const state = play(start(), { type: 'found', found: found('', ['a', 'b']) })
    const newer = found('', ['x', 'a', 'b'])
    expect(subjectOf(play(state, { type: 'found', found: newer }))).toMatchObject({ id: 'x' })
    const inList = play(state, { type: 'focused', on: 'list' })
    expect(subjectOf(play(inList, { type: 'found', found: newer }))).toMatchObject({ id: 'a' })
    const sorted = play(inList, { type: 'filtered', by: 'sort' })
    const answer = { ...newer, filters: sorted.filters }
    expect(subjectOf(play(sorted, { type: 'found', found: answer }))).toMatchObject({ id: 'x' })
  })

  test('stays in the list when the list becomes shorter', () => {
    const state = play(start(), { type: 'found', found: found('', ['a', 'b', 'c']) }, { ...down, by: 2 })
    expect(play(state, { type: 'found', found: found('', ['a', 'b']) })).toMatchObject({ selected: 1 })
    expect(subjectOf(play(state, { type: 'found', found: found('', []) }))).toBeUndefined()
  })

  test('begins anew with another question', () => {
    const state = play(start(), { type: 'found', found: found('', ['a', 'b', 'c']) }, down)
    const typed = play(state, { type: 'edited', edit: (field) => insert(field, 'x') })
    expect(typed).toMatchObject({ selected: 0, top: 0, field: toEditText('x') })
    expect(play(state, { type: 'filtered', by: 'kind' })).toMatchObject({ selected: 0, filters: { kind: 'trap' } })
  })

  test('asks for more before the end of what was read', () => {
    const ids = Array.from({ length: pageOfHits }, (_, n) => `r${n}`)
    const state = play(start(), { type: 'found', found: found('', ids, 100) })
    expect(play(state, down).wanted).toBe(0)
    expect(play(state, { ...down, by: pageOfHits - 2 }).wanted).toBe(2 * pageOfHits)
    expect(play(start(), { type: 'found', found: found('', ids) }, { ...down, by: 99 }).wanted).toBe(0)
  })
})

describe('panels', () => {
  const hit = { id: 'a', projectId: 'acme' } as SearchHit

  test('stand on each other and give the keys back', () => {
    const help = play(start(), { type: 'focused', on: 'list' }, { type: 'opened', panel: { name: 'explain', hit } })
    const both = play(help, { type: 'opened', panel: { name: 'help' } })
    expect([help, both, play(both, { type: 'closed' })].map(modeOf)).toEqual(['explain', 'help', 'explain'])
    expect(modeOf(play(both, { type: 'closed' }, { type: 'closed' }, { type: 'closed' }))).toBe('list')
  })

  test('that list records have a selection of their own', () => {
    const ends = ['b', 'c'].map((id) => ({ id, projectId: 'acme', types: ['mentions'] }))
    const result: RelatedResult = {
      record: { id: 'a', projectId: 'acme', kind: 'note', status: 'active', title: 'A' },
      ...{ out: ends, in: [], total: { out: 2, in: 0 }, dangling: 0, tokens: 0, stale: false },
    }
    const state = play(
      start(),
      { type: 'found', found: found('', ['a']) },
      { type: 'opened', panel: { name: 'links', result, selected: 0 } },
    )
    expect(subjectOf(play(state, down))).toMatchObject({ id: 'c' })
    expect(play(state, down).selected).toBe(0)
    expect(subjectOf(play(state, down, { type: 'closed' }))).toMatchObject({ id: 'a' })
  })

  test('show a record as it is by now', () => {
    const record = { id: 'a', projectId: 'acme', kind: 'note', body: 'old', filepath: 'a.md', hits: 1 } as const
    const state = play(start(), { type: 'opened', panel: { name: 'record', record } })
    const other = { ...record, id: 'b' }
    const read = play(state, { type: 'looked', ref: record, record: { ...record, body: 'new' } })
    expect(read.panels).toMatchObject([{ record: { body: 'new' } }])
    expect(play(read, { type: 'looked', ref: other, record: other }).panels).toEqual(read.panels)
  })

  test('scroll no farther than there is text', () => {
    const state = play(start(), { type: 'opened', panel: { name: 'help' } })
    expect(play(state, { type: 'scrolled', by: 50, most: 7 }).scroll).toBe(7)
    expect(play(state, { type: 'scrolled', by: -50, most: 7 }).scroll).toBe(0)
    expect(play(state, { type: 'scrolled', by: 5, most: 0 }).scroll).toBe(0)
  })
})

test('projects go round from the first one over all to each', () => {
  const other: ProjectChoice = { label: 'shop', projects: ['shop'], allProjects: false }
  let state = play(start(), { type: 'placed', places: [place, other] })
  const seen = Array.from({ length: 4 }, () => {
    state = play(state, { type: 'filtered', by: 'project' })
    return state.filters.place.label
  })
  expect(seen).toEqual([everywhere.label, 'shop', 'acme', everywhere.label])
})

test('what was said is gone with the next key, and nothing is drawn for what changes nothing', () => {
  const state = play(start(), { type: 'told', message: { text: 'copied a', tone: 'info' } })
  const quiet = play(state, { type: 'told', message: undefined })
  expect(quiet.message).toBeUndefined()
  expect(play(quiet, { type: 'told', message: undefined })).toBe(quiet)
})
