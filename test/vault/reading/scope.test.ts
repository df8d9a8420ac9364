/** What narrows a search narrows a listing, and an empty scope says what it would hold otherwise. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { dayMs } from '../../../src/record/times.ts'
import { aliasProject } from '../../../src/vault/projects.ts'
import { type ListInput, listRecords } from '../../../src/vault/reading/list.ts'
import type { SearchInput } from '../../../src/vault/reading/search.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../../src/vault/writing/upsert.ts'
import { find, findIds } from '../../support/search-vault.ts'
import { makeVault, project, put, testPorts } from '../../support/vault.ts'

type Given = Parameters<typeof put>[1]

async function vaultOf(...records: Given[]): Promise<Vault> {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  for (const record of records) await put(vault, { body: 'cache', title: String(record.id), ...record })
  return vault
}

async function listIds(vault: Vault, input: Partial<ListInput>): Promise<string[]> {
  const all = { kinds: undefined, statuses: undefined, includeEphemeral: true, includeExpired: false }
  const page = { sort: 'updated', limit: 50, offset: 0, projects: [project], allProjects: false, cwd: '/' } as const
  const { records } = await listRecords(vault, { ...noNarrowing, ...all, ...page, ...input })
  return records.map(({ id }) => id).sort()
}

const facet = (name: string, ...values: string[]) => ({ name, values })

test('facets, entity, source, trust and layer narrow a search, its listing and memo list alike', async () => {
  const vault = await vaultOf(
    { id: 'run', facets: { 'doc-type': ['runbook'], tier: ['1'] }, entities: ['Redis Cluster'], source: 'wiki' },
    { id: 'guide', facets: { 'doc-type': ['guide'], workspace: ['core'] }, trust: 'high' },
    { id: 'page', facets: { 'doc-type': ['Guide', ' spaced   out '], tier: ['1', '2'] }, layer: 'data' },
    { id: 'bare' },
  )
  const cases: [Partial<SearchInput & ListInput>, string[]][] = [
    [{ facets: [facet('doc-type', 'runbook', 'guide')] }, ['guide', 'run']],
    [{ facets: [facet('doc-type', 'runbook', 'Guide'), facet('tier', '1')] }, ['page', 'run']],
    [{ facets: [facet('doc-type', 'runbook'), facet('tier', '2')] }, []],
    [{ facets: [facet('doc-type', 'spaced out')] }, ['page']],
    [{ facets: [facet('workspace', 'core')] }, ['guide']],
    [{ facets: [facet('workspace', 'Core')] }, []],
    [{ entity: 'redis-cluster' }, ['run']],
    [{ entity: 'redis' }, []],
    [{ source: 'wiki' }, ['run']],
    [{ trust: 'high' }, ['guide']],
    [{ layer: 'data' }, ['page']],
  ]
  for (const [narrowing, ids] of cases) {
    const name = JSON.stringify(narrowing)
    expect((await findIds(vault, 'cache', narrowing)).sort(), name).toEqual(ids)
    expect((await findIds(vault, '', narrowing)).sort(), name).toEqual(ids)
    expect((await findIds(vault, 'cache', { ...narrowing, sort: 'updated' })).sort(), name).toEqual(ids)
    expect(await listIds(vault, narrowing), name).toEqual(ids)
  }
})

test('several projects, by alias too and each once; one that nobody knows is refused', async () => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  for (const [id, kind] of Object.entries({ one: 'note', two: 'state', three: 'note' })) {
    const draft = toRecordDraft(id, { kind, body: 'cache' }, vault.config.limits)
    await upsertRecord(vault, draft, { project: `p-${id}`, cwd: '/' })
  }
  await aliasProject(vault, 'first', 'p-one')
  expect((await findIds(vault, 'cache', { projects: ['p-one', 'p-two'] })).sort()).toEqual(['one', 'two'])
  expect(await findIds(vault, 'cache', { projects: ['first', 'p-one'] })).toEqual(['one'])
  expect((await findIds(vault, 'cache', { projects: [], allProjects: true })).sort()).toEqual(['one', 'three'])
  expect(await listIds(vault, { projects: ['first', 'p-three'] })).toEqual(['one', 'three'])
  await expect(find(vault, 'cache', { projects: ['p-one', 'p-ones'] })).rejects.toMatchObject({
    ...{ code: 'NOT_FOUND', hint: 'did you mean p-one?' },
  })
})

test('B165 since and until compare instants, whatever offset a record gives them in', async () => {
  const vault = await vaultOf(
    { id: 'first', eventAt: '2031-05-01T11:30:00+02:00' },
    { id: 'second', eventAt: '2031-05-01T10:00:00Z' },
    { id: 'third', eventAt: '2031-05-01T07:15:00-03:00' },
  )
  const since = Date.parse('2031-05-01T09:45:00Z')
  expect((await findIds(vault, 'cache', { since })).sort()).toEqual(['second', 'third'])
  expect(await findIds(vault, 'cache', { until: since })).toEqual(['first'])
  const second = Date.parse('2031-05-01T10:00:00Z')
  expect(await findIds(vault, 'cache', { since: second, until: second + 1 })).toEqual(['second'])
  expect(await findIds(vault, 'cache', { since, until: second })).toEqual([])
})

describe('a fact holds from its first instant to before its last', () => {
  const facts = [
    { id: 'past', kind: 'fact', validTo: '2031-05-01' },
    { id: 'present', kind: 'fact', validFrom: '2031-05-01', validTo: '2031-06-01' },
    { id: 'future', kind: 'fact', validFrom: '2031-06-01' },
    { id: 'always', kind: 'note' },
  ]

  test('what does not hold now is left out like what has expired', async () => {
    const vault = await vaultOf(...facts)
    expect((await findIds(vault, 'cache')).sort()).toEqual(['always', 'present'])
    expect(await listIds(vault, {})).toEqual(['always', 'present'])
    const { hits } = await find(vault, 'cache', { includeExpired: true })
    expect(hits.map(({ id, expired }) => [id, expired]).sort()).toEqual([
      ['always', undefined],
      ['future', undefined],
      ['past', true],
      ['present', undefined],
    ])
  })

  test('as of a time it is what held then', async () => {
    const { vault, ports } = await makeVault(testPorts(Date.parse('2031-04-01')))
    onTestFinished(() => closeVault(vault))
    for (const fact of facts) await put(vault, { body: 'cache', ...fact })
    ports.advance(100 * dayMs)
    await put(vault, { body: 'cache', id: 'later' })
    const asOf = async (time: string) => (await findIds(vault, 'cache', { asOf: Date.parse(time) })).sort()
    expect(await asOf('2031-04-30T23:59:59.999Z')).toEqual(['always', 'past'])
    expect(await asOf('2031-05-01')).toEqual(['always', 'present'])
    expect(await asOf('2031-06-01')).toEqual(['always', 'future'])
  })
})
