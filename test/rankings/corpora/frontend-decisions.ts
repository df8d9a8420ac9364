import type { RankingCorpus } from '../ranking-corpus.ts'

/** Decisions that take the place of each other, and pairs that say the opposite. */
export const frontendDecisions: RankingCorpus = {
  name: 'frontend decisions',
  records: [
    {
      ...{ id: 'redux-for-state', kind: 'decision', title: 'Redux holds the state of the whole app' },
      ...{ body: 'One store, slices by feature, thunks for requests.', tags: ['state'] },
    },
    {
      ...{ id: 'query-cache-for-server-state', kind: 'decision', title: 'Server state lives in a query cache' },
      ...{ body: 'TanStack Query fetches, caches and retries. What is left is local state of components.' },
      ...{ tags: ['state'], supersedes: 'redux-for-state' },
    },
    {
      ...{ id: 'css-modules', kind: 'decision', title: 'CSS modules instead of styled components' },
      ...{ body: 'No runtime, scoped names, plain CSS. Themes are custom properties.', tags: ['css'] },
      ...{ pathPatterns: ['web/src/**/*.module.css'] },
    },
    {
      ...{ id: 'native-dialog', kind: 'decision', title: 'Dialogs use the dialog element' },
      ...{ body: 'Focus trap and Escape come with `showModal()`. The old modal package goes.', tags: ['a11y'] },
    },
    {
      ...{ id: 'no-barrel-files', kind: 'decision', title: 'No barrel files' },
      ...{
        body: 'An `index.ts` that re-exports everything defeats tree shaking and slows the tests.',
        tags: ['imports'],
      },
    },
    {
      ...{ id: 'vitest-browser', kind: 'decision', title: 'Component tests run in a real browser' },
      ...{ body: 'Vitest browser mode with Playwright; jsdom has no layout.', tags: ['testing'] },
      ...{ pathPatterns: ['web/src/**/*.test.tsx'] },
    },
    {
      ...{ id: 'dates-with-intl', kind: 'decision', title: 'Dates are formatted by Intl.DateTimeFormat' },
      ...{ body: 'moment is gone; Temporal waits until all browsers have it.', tags: ['i18n'] },
    },
    {
      ...{ id: 'optimistic-updates', kind: 'spec', title: 'Optimistic updates of a list' },
      ...{ body: 'The row changes at once, and is rolled back with a toast when the request fails.', tags: ['state'] },
    },
  ],
  queries: [
    { query: 'where does server state live', first: ['query-cache-for-server-state'], never: ['redux-for-state'] },
    { query: 'redux thunks', first: [] },
    { query: 'state', first: ['optimistic-updates'], kinds: ['spec'] },
    { query: 'styled components', first: ['css-modules'] },
    { query: 'how do we style components', first: ['css-modules'] },
    { query: 'showModal()', first: ['native-dialog'] },
    { query: 'modal focus trap', first: ['native-dialog'] },
    { query: 'may I re-export from index.ts', first: ['no-barrel-files'] },
    { query: 'tests', first: ['vitest-browser'], path: 'web/src/list/list.test.tsx' },
    { query: 'jsdom layout', first: ['vitest-browser'] },
    { query: 'Intl.DateTimeFormat', first: ['dates-with-intl'] },
    { query: 'formatting of dates', first: ['dates-with-intl'] },
    { query: 'roll back when the request fails', first: ['optimistic-updates'] },
    { query: 'TanStack Query', first: ['query-cache-for-server-state'] },
    { query: 'websocket reconnect', first: [] },
  ],
}
