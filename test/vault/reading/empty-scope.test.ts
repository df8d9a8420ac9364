/** A scope that empties the answer says what it holds otherwise: closed, not in force, or nothing. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { appendAndFold } from '../../../src/vault/append.ts'
import type { SearchInput } from '../../../src/vault/reading/search.ts'
import { write } from '../../../src/vault/refresh.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { find, findIds } from '../../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

async function vaultOf(...records: Parameters<typeof put>[1][]): Promise<Vault> {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  for (const record of records) await put(vault, { body: 'cache', title: String(record.id), ...record })
  return vault
}

const facet = (name: string, ...values: string[]) => ({ name, values })

test('what does not hold is told like what has expired', async () => {
  const vault = await vaultOf(
    { id: 'past', validTo: '2031-04-01' },
    { id: 'future', validFrom: '2032-01-01', body: 'x' },
  )
  const why = async (query: string, input: Partial<SearchInput> = {}) => (await find(vault, query, input)).abstained
  expect(await why('cache')).toMatchObject({ reason: 'expired', hint: expect.stringMatching(/has expired/) })
  expect(await why('x')).toMatchObject({ reason: 'expired', hint: expect.stringMatching(/does not hold yet/) })
  expect(await why('', { kinds: ['note'] })).toMatchObject({ reason: 'expired' })
  expect(await why('x', { asOf: Date.parse('2031-06-01') })).toMatchObject({
    ...{ reason: 'expired', hint: expect.stringMatching(/did not hold then/) },
  })
})

describe('an empty scope points to what it holds in the archive', () => {
  const day = [facet('day', '2031-04-02')]
  const records = [
    { id: 'folded', facets: { day: ['2031-04-02'] }, status: 'archived' },
    { id: 'old', facets: { day: ['2031-04-03'] } },
    { id: 'new', body: 'redis', supersedes: 'old' },
  ]

  test('by the words, without words, and by a counter', async () => {
    const vault = await vaultOf(...records)
    for (const query of ['cache', '', '*']) {
      const { hits, abstained } = await find(vault, query, { facets: day })
      expect(hits).toEqual([])
      expect(abstained).toMatchObject({ reason: 'archived', pointers: [{ id: 'folded' }] })
      expect(abstained?.hint).toContain('--status archived')
      expect(abstained?.pointers).toHaveLength(1)
    }
    const counted = await find(vault, '', { sort: 'hits', kinds: ['note'], facets: day })
    expect(counted.abstained).toMatchObject({ reason: 'archived', pointers: [{ id: 'folded' }] })
  })

  test('also where the words are not in it', async () => {
    const vault = await vaultOf(...records)
    expect((await find(vault, 'unheard', { facets: day })).abstained).toMatchObject({
      ...{ reason: 'out_of_scope', hint: expect.stringContaining('--status archived'), pointers: [{ id: 'folded' }] },
    })
    expect((await find(vault, 'unheard')).abstained).toMatchObject({ reason: 'never_known' })
  })

  test('naming the successor', async () => {
    const vault = await vaultOf(...records)
    expect((await find(vault, '', { facets: [facet('day', '2031-04-03')] })).abstained).toMatchObject({
      ...{ reason: 'superseded', pointers: [{ id: 'old', supersededBy: 'new' }] },
    })
  })

  test('and to nothing outside of it', async () => {
    const vault = await vaultOf(...records)
    const nowhere = { facets: [facet('day', '2031-04-04')] }
    expect((await find(vault, '', nowhere)).abstained).toEqual({
      ...{ reason: 'nothing_in_scope', hint: expect.stringContaining('--all') },
    })
    expect((await find(vault, 'redis', nowhere)).abstained).toMatchObject({
      ...{ reason: 'out_of_scope', pointers: [{ id: 'new' }] },
    })
    for (const entity of ['nobody', 'Nobody Else']) {
      expect((await find(vault, 'unheard', { entity })).abstained).toMatchObject({ reason: 'never_known' })
    }
  })

  test('where no filter was given, only by what the words say', async () => {
    const vault = await vaultOf({ id: 'folded', status: 'archived' })
    expect((await find(vault, 'unheard')).abstained).toMatchObject({ reason: 'never_known' })
    expect((await find(vault, 'cache')).abstained).toMatchObject({ reason: 'archived', pointers: [{ id: 'folded' }] })
  })

  test('archived and expired needs both flags', async () => {
    const vault = await vaultOf({ id: 'gone', status: 'archived', expiresAt: '2031-01-01' })
    expect((await find(vault, 'cache')).abstained).toMatchObject({
      ...{ reason: 'archived', hint: expect.stringContaining('--status archived --include-expired') },
    })
    expect(await findIds(vault, 'cache', { statuses: ['archived'], includeExpired: true })).toEqual(['gone'])
  })
})

test('what was forgotten is told by the words of its id, in the projects that are searched', async () => {
  const vault = await vaultOf({ id: 'ada-home-address', body: 'Somewhere 7' }, { id: 'kept', body: 'cache' })
  const data = { project, id: 'ada-home-address' }
  await write(vault, { label: 'test' }, () => appendAndFold(vault, [{ actor: 'cli', type: 'record.forgotten', data }]))
  const why = async (query: string, input: Partial<SearchInput> = {}) => (await find(vault, query, input)).abstained
  expect(await why('addresses of Ada')).toEqual({
    reason: 'forgotten',
    hint: expect.stringContaining('ada-home-address'),
  })
  expect(await why('ada-home-address')).toMatchObject({ reason: 'forgotten' })
  expect(await why('ada phone')).toMatchObject({ reason: 'never_known' })
  expect(await why('ada', { projects: [], allProjects: true })).toMatchObject({ reason: 'forgotten' })
  await putAll(vault, [{ id: 'there', project: 'shop', body: 'text' }])
  expect(await why('ada-home-address', { projects: ['shop'] })).toMatchObject({ reason: 'never_known' })
})
