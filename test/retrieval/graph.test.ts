/** Names in a query: which are known, and what lies between them. */
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/retrieval/query.ts'
import { findNamedEntities } from '../../src/retrieval/query-entities.ts'
import { isRelational } from '../../src/retrieval/relational.ts'
import { readerOf } from '../../src/vault/reader.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'

async function vaultOf(notes: { [id: string]: [title: string, body: string] }): Promise<Vault> {
  const { vault } = await makeVault()
  for (const [id, [title, body]] of Object.entries(notes)) await put(vault, { id, title, body })
  return vault
}

/** Orion and Kestrel have to do with each other by way of Falcon, of which one record tells without naming either. */
function multiHop(): Promise<Vault> {
  return vaultOf({
    'orion-writes': ['Where events come from', 'each event of `Orion` is put on the `falcon` topic once'],
    'kestrel-reads': ['What the bill is made of', 'every night `Kestrel` adds up what stands on the `falcon` topic'],
    retention: ['Retention', 'the `falcon` topic keeps messages for three days, so a late sum loses money'],
    releases: ['Releases', '`Orion` goes out on Tuesdays, unless the people who watch over it are away'],
    upgrades: [
      'Upgrades',
      'libraries that we depend on are brought up to date once a month, each on a branch of its own',
    ],
    parser: ['Parser', 'a `tokenizer` feeds the `grammar`'],
    grammar: ['Grammar', 'the `grammar` is generated'],
  })
}

const question = 'how does Orion depend on Kestrel'

describe('what connects two names', () => {
  test('is found in the first three without sharing a word with the question', async () => {
    const vault = await multiHop()
    expect((await findIds(vault, question)).slice(0, 3).sort()).toEqual(['kestrel-reads', 'orion-writes', 'retention'])
    vault.config.search.profile = 'keyword-only'
    expect(await findIds(vault, question)).not.toContain('retention')
  })

  test('is found by one name and a question for what it has to do with others', async () => {
    const vault = await multiHop()
    expect(await findIds(vault, 'what depends on Orion')).toContain('retention')
    expect(await findIds(vault, 'Orion')).not.toContain('retention')
  })

  test('does not stand above a record that names both', async () => {
    const vault = await multiHop()
    await put(vault, {
      id: 'both',
      title: 'Costs',
      body: `\`Orion\` is what \`Kestrel\` waits for${', it is said'.repeat(20)}`,
    })
    const found = await findIds(vault, question)
    expect(found).toContain('retention')
    expect(found.indexOf('both')).toBeLessThan(found.indexOf('retention'))
  })

  test('is found by links as well', async () => {
    const vault = await vaultOf({
      billing: ['Billing service', 'invoices, see [[ledger]]'],
      ledger: ['Books', 'sums by day, from [[clock-source]]'],
      'clock-source': ['Clock source', 'a time server'],
      other: ['Elsewhere', 'nothing of that'],
    })
    expect((await findIds(vault, 'billing service and clock source')).slice(0, 3)).toContain('ledger')
  })

  test('comes in only where no operator or phrase says what may answer', async () => {
    const vault = await multiHop()
    expect(await findIds(vault, 'Orion AND Kestrel')).toEqual([])
    expect(await findIds(vault, 'Orion OR Kestrel')).not.toContain('retention')
  })

  test('is found within the scope, however much lies outside of it', async () => {
    const vault = await multiHop()
    await put(vault, {
      id: 'limits',
      kind: 'decision',
      title: 'Limits',
      body: 'the `falcon` topic has four partitions',
    })
    expect(await findIds(vault, question, { kinds: ['decision'] })).toEqual(['limits'])
  })

  test('is told in the trace: the names and the walks from them', async () => {
    const { trace, hits } = await find(await multiHop(), question, { explain: true })
    const details = Object.fromEntries((trace?.arms ?? []).map(({ arm, detail }) => [arm, detail]))
    expect(details).toMatchObject({ entity: { names: 'Orion, Kestrel' }, graph: { seeds: 'Orion, Kestrel' } })
    const why = hits.find(({ id }) => id === 'retention')?.why
    expect(why?.arms).toMatchObject([{ arm: 'graph', raw: expect.any(Number) }])
  })

  test('is known anew after an edit that leaves as many mentions as before', async () => {
    const vault = await multiHop()
    expect(await findIds(vault, question)).toContain('retention')
    await put(vault, { id: 'retention', title: 'Retention', body: 'the `grammar` topic keeps messages for three days' })
    expect(await findIds(vault, question)).not.toContain('retention')
  })

  test('is the same in an index that is built anew', async () => {
    const vault = await multiHop()
    await put(vault, { id: 'orion-writes', title: 'Where events come from', body: '`Orion` fills the `falcon` topic' })
    const before = await find(vault, question, { explain: true })
    await rebuild(vault, { acceptDeletions: false })
    const after = await find(vault, question, { explain: true })
    expect(after.hits).toEqual(before.hits)
  })
})

describe('names in a query', () => {
  const notes: Parameters<typeof vaultOf>[0] = {
    limiter: ['Rate limiter', 'a `tokenBucket` in front of Redis, and of Redis Cluster'],
    bucket: ['Sizes', 'the tokenBucket holds ten; near Testing we met on a Monday, says NASA'],
    cis: ['Genetics', 'the CIS element'],
  }

  test.each([
    ['how big is the rate limiter', ['rate limiter']],
    ['ratelimiter and token_bucket', ['ratelimiter', 'token_bucket']],
    ['Redis Cluster, not Redis', ['Redis Cluster', 'Redis']],
    ["what is Redis's size?", ['Redis']],
    ['redis cluster', ['redis cluster']],
    ['how is redis or nasa used in testing', []],
    ['vitamin c is needed', []],
    ['is it on a monday', []],
    ['', []],
  ])('%s names %j', async (text, wanted) => {
    const vault = await vaultOf(notes)
    expect(findNamedEntities(parseQuery(text), readerOf(vault)).map(({ name }) => name)).toEqual(wanted)
  })

  test('are found in another spelling, which no word of the record matches', async () => {
    const vault = await vaultOf(notes)
    expect(await findIds(vault, 'ratelimiter')).toEqual(['limiter'])
  })

  test('are left to the other arms when more records mention them than an arm lists', async () => {
    const { vault } = await makeVault()
    for (let n = 0; n < 201; n += 1) {
      await put(vault, { id: `n${n}`, title: `Note ${n}`, body: 'x', entities: n === 0 ? ['Ada', 'Bert'] : ['Ada'] })
    }
    const named = findNamedEntities(parseQuery('Ada and Bert'), readerOf(vault))
    expect(named).toMatchObject([{ name: 'Bert', mentions: 1, isFirm: true }])
  }, 60_000)
})

test.each([
  ['what is the difference between Orion and the rest', true],
  ['how is Orion related to others', true],
  ['what changed since Orion', true],
  ['what uses Orion', true],
  ['Orion calls', true],
  ['how do I use a lock in Orion', false],
  ['Orion timeout', false],
])('%s asks for a relation: %s', (text, wanted) => {
  const span = [text.split(' ').indexOf('Orion'), text.split(' ').indexOf('Orion') + 1] as const
  expect(isRelational(text, [{ key: 'orion', name: 'Orion', mentions: 1, isFirm: true, span }])).toBe(wanted)
})
