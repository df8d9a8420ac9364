import type { RankingCorpus } from '../ranking-corpus.ts'

/** What looks like a name in a long question, and is one word of it among others. */
export const officeNotes: RankingCorpus = {
  name: 'office notes',
  records: [
    {
      ...{ id: 'birthday-cake', kind: 'note', title: 'Cake for the birthday of Ana' },
      ...{ body: 'The team ordered an almond cake without milk from the bakery at the corner.' },
    },
    {
      ...{ id: 'canteen-menu', kind: 'note', title: 'Menu of the canteen' },
      ...{ body: 'A dairy-free dish is on the menu on Tuesdays. The menu hangs beside the lift.' },
    },
    {
      ...{ id: 'fees-abroad', kind: 'note', title: 'Fees for withdrawals abroad' },
      ...{ body: 'Each ATM abroad takes a fee of its own, and the bank adds two percent.' },
    },
    {
      ...{ id: 'cash-nearby', kind: 'note', title: 'Cash near the office' },
      ...{ body: 'Two ATMs are in the station, one is behind the supermarket.' },
    },
    {
      ...{ id: 'retry-budget', kind: 'decision', title: 'Retry budget of the import worker' },
      ...{ body: 'Five attempts an hour. We decided it with the people who are on call.' },
    },
    {
      ...{ id: 'launch-party', kind: 'note', title: 'Party after the launch' },
      ...{ body: 'The launch of v2 was celebrated on the roof.' },
    },
    {
      ...{ id: 'v2-rollout', kind: 'plan', title: 'Rollout of v2' },
      ...{ body: 'One region a day. The launch of v2 begins in the north.' },
    },
  ],
  queries: [
    { query: 'which dairy-free cake did the team order for the birthday of Ana', first: ['birthday-cake'] },
    { query: 'dairy-free', first: ['canteen-menu'] },
    { query: 'why do ATMs take a fee for withdrawals abroad', first: ['fees-abroad'] },
    { query: 'where are ATMs near the office', first: ['cash-nearby'] },
    {
      query: 'what was decided on the retry budget of the import worker after the launch of v2',
      first: ['retry-budget'],
    },
    { query: 'v2', first: ['v2-rollout'] },
    { query: 'what begins with v2?', first: ['v2-rollout'] },
    { query: 'what did retry-budget say', first: ['retry-budget'] },
  ],
}
