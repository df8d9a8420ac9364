/** Telling that what was found does not answer, on questions that share their words with the records. */
import { expect, test } from 'vitest'
import { measureAbstention } from '../../src/retrieval/evaluation/abstention.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'
import { answerable, records, unanswerable } from './abstention-corpus.ts'

async function makeCorpus() {
  const { vault } = await makeVault()
  for (const record of records) await put(vault, { ...record })
  return vault
}

test('it is told apart what the vault answers and what it only speaks of', async () => {
  const vault = await makeCorpus()
  const cases = []
  for (const [at, query] of unanswerable.entries()) {
    cases.push({
      isHeldOut: at % 2 === 1,
      unanswerable: true,
      abstained: (await find(vault, query)).abstained !== null,
    })
  }
  for (const [at, { query }] of answerable.entries()) {
    cases.push({
      isHeldOut: at % 2 === 1,
      unanswerable: false,
      abstained: (await find(vault, query)).abstained !== null,
    })
  }
  for (const isHeldOut of [false, true]) {
    const { precision, recall } = measureAbstention(cases.filter((one) => one.isHeldOut === isHeldOut))
    expect(precision).toBeGreaterThanOrEqual(0.84)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  }
})

test('a weak answer names what no record holds, and still shows the nearest', async () => {
  const vault = await makeCorpus()
  const { abstained, hits } = await find(vault, 'how do I connect to the VPN from home?')
  expect(abstained).toEqual({ reason: 'weak', hint: expect.stringContaining('no record holds "VPN"') })
  expect(hits.length).toBeGreaterThan(0)
})

test('what is asked for and missing makes an answer weak, and a word like it does not', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'cluster', title: 'ClickHouse cluster', body: 'Totals were too high until parts had merged.' })
  await put(vault, { id: 'sessions', title: 'Sessions end', body: 'A session expires after thirty days.' })
  const weak = { abstained: { reason: 'weak' } }
  expect(await find(vault, 'how many nodes does the ClickHouse cluster have?')).toMatchObject(weak)
  expect(await find(vault, 'which colours do sessions have?')).toMatchObject(weak)
  await put(vault, { id: 'insurance', title: 'Insurance', body: 'Every vehicle of the company is insured abroad.' })
  expect((await find(vault, 'is a car insured abroad?')).abstained).toBeNull()
  expect(await find(vault, 'is a bicycle wheel insured?')).toMatchObject(weak)
  // An operator says itself what may answer.
  expect(await find(vault, 'bicycle OR wheel OR insured')).toMatchObject({
    hits: [{ id: 'insurance' }],
    abstained: null,
  })
})

test('a weak answer points to what holds all of it and is closed', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'old', kind: 'decision', title: 'Store events as JSON', body: 'One file per day.' })
  await put(vault, { id: 'new', kind: 'decision', title: 'One line per event', body: 'JSON Lines.', supersedes: 'old' })
  expect((await find(vault, 'one file per day')).abstained).toMatchObject({
    reason: 'weak',
    hint: expect.stringContaining('what matches was superseded; read new instead'),
    pointers: [{ id: 'old', supersededBy: 'new' }],
  })
})

test('an answer is weak or not whatever page of it is shown', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'named', title: 'OPS-1042', body: 'The broker fell over.' })
  for (const n of [1, 2, 3, 4])
    await put(vault, { id: `near-${n}`, body: `What happened in spring ${n} of many years.` })
  const query = 'what happened in the migration behind OPS-1042 last autumn'
  for (const offset of [0, 1, 3]) {
    expect((await find(vault, query, { limit: 1, offset })).abstained, `offset ${offset}`).toBeNull()
  }
})

test.each(['invoice', 'invoice worker', '"invoice worker"', 'invoice AND nothing', 'TERRAFORM-1', 'invo*'])(
  'a record that holds what was asked for is no weak answer: %s',
  async (query) => {
    const { vault } = await makeVault()
    await put(vault, { id: 'one', body: `The invoice worker ${'and more of the like '.repeat(40)} runs TERRAFORM-1.` })
    expect((await find(vault, query)).abstained?.reason).not.toBe('weak')
  },
)
