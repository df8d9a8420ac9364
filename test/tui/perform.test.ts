import { expect, test, vi } from 'vitest'
import type { Filters } from '../../src/tui/filters.ts'
import { type Performing, perform } from '../../src/tui/perform.ts'
import { type Found, type SearchHit, startState } from '../../src/tui/state.ts'
import { openStore } from '../../src/tui/store.ts'
import { insert } from '../../src/tui/text/edit-text.ts'

const place = { label: 'acme', projects: ['acme'], allProjects: false }
const filters: Filters = { kind: undefined, sort: 'relevance', days: undefined, place }

function found(query: string, id: string): Found {
  return {
    ...{ query, filters, words: [query], now: 0, total: 1, truncated: 0, tokens: 0, nextTokens: 0 },
    ...{ narrowHint: null, abstained: null, degraded: null, stale: false },
    hits: [{ id, projectId: 'acme' } as SearchHit],
  }
}

/** A screen that shows what was found for `a` while `ab` is typed. */
function openLateScreen() {
  const store = openStore(startState({ query: 'a', filters }))
  store.dispatch({ type: 'found', found: found('a', 'old') })
  store.dispatch({ type: 'edited', edit: (field) => insert(field, 'b') })
  const opened = vi.fn(async () => undefined)
  const how = { store, verbs: { open: opened }, page: { list: 3, text: 3, most: 0 } } as unknown as Performing
  return { store, opened, how }
}

test('Enter that was pressed ahead of the answer opens what comes, once', () => {
  const { store, opened, how } = openLateScreen()
  perform('open', how)
  expect(opened).not.toHaveBeenCalled()
  store.dispatch({ type: 'found', found: found('ab', 'new') })
  store.dispatch({ type: 'grew' })
  expect(opened.mock.calls).toEqual([[{ projectId: 'acme', id: 'new' }]])
})

test('it is forgotten when something else is typed, or the search fails', () => {
  for (const meanwhile of [
    { type: 'edited', edit: (field: Parameters<typeof insert>[0]) => insert(field, 'c') },
    { type: 'told', message: { text: 'no', tone: 'error' } },
  ] as const) {
    const { store, opened, how } = openLateScreen()
    perform('open', how)
    store.dispatch(meanwhile)
    store.dispatch({ type: 'found', found: found('ab', 'new') })
    store.dispatch({ type: 'found', found: found('abc', 'newer') })
    expect(opened).not.toHaveBeenCalled()
  }
})
