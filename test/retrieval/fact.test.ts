/** A fact leads to what it follows from, though that shares few words with the question. */
import { describe, expect, test } from 'vitest'
import type { Vault } from '../../src/vault/vault.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'

const question = 'which database does the billing service use'

async function withFact(fact: { [field: string]: unknown } = {}): Promise<Vault> {
  const { vault } = await makeVault()
  await put(vault, { id: 'move', kind: 'decision', title: 'The move in spring', body: 'Ledgers went to Postgres.' })
  for (let n = 0; n < 12; n++) {
    await put(vault, { id: `other-${n}`, title: `Matter ${n}`, body: `A service of ours, number ${n}, is restarted.` })
  }
  await put(vault, {
    ...{ id: 'fact', kind: 'fact', title: 'Billing', body: 'The billing service uses the database Postgres.' },
    ...{ evidence: ['move'], ...fact },
  })
  return vault
}

describe('the evidence of a fact that answers', () => {
  test('is among the first three, and says that the fact led to it', async () => {
    const { hits } = await find(await withFact(), question, { explain: true })
    const at = hits.findIndex(({ id }) => id === 'move')
    expect(at).toBeGreaterThanOrEqual(0)
    expect(at).toBeLessThan(3)
    expect(hits[at]?.why?.arms.map(({ arm }) => arm)).toContain('fact')
    expect(hits[at]?.why?.arms.map(({ arm }) => arm)).not.toContain('keyword')
  })

  test('is found by a filter that leaves the fact out', async () => {
    expect(await findIds(await withFact(), question, { kinds: ['decision'] })).toEqual(['move'])
  })

  test('stays out of an answer that operators or phrases narrow', async () => {
    const vault = await withFact()
    expect(await findIds(vault, 'billing AND database')).toEqual(['fact'])
    expect(await findIds(vault, '"billing service"')).toEqual(['fact'])
  })
})

describe('no vote has', () => {
  test.each([
    ['a fact that holds no more', { validTo: '2031-04-30' }],
    ['a fact that does not hold yet', { validFrom: '2031-05-02' }],
    ['a fact that was archived', { status: 'archived' }],
    ['a fact with less than half of the terms', { title: 'Staff', body: 'The billing staff is on leave.' }],
    ['a record that is no fact', { kind: 'note' }],
  ])('%s', async (_, fact) => {
    expect(await findIds(await withFact(fact), question)).not.toContain('move')
  })
})

test('evidence that is edited leads elsewhere', async () => {
  const vault = await withFact()
  await put(vault, { id: 'fact', kind: 'fact', evidence: ['other-3'] })
  const { hits } = await find(vault, question, { explain: true })
  const voted = hits.filter(({ why }) => why?.arms.some(({ arm }) => arm === 'fact'))
  expect(voted.map(({ id }) => id)).toEqual(['other-3'])
})
