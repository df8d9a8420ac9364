/** Laws 5 and 7: a reader says when it may be behind, and changes nothing but the counters of what was acknowledged. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { examineVault } from '../../../src/vault/doctor/examine.ts'
import { getHistory } from '../../../src/vault/history/history.ts'
import { diffRecord, showRecord } from '../../../src/vault/history/show.ts'
import { explainRecord } from '../../../src/vault/history/why.ts'
import { completeId } from '../../../src/vault/reading/complete.ts'
import { listRecords, rankRecords } from '../../../src/vault/reading/list.ts'
import { recallRecords } from '../../../src/vault/reading/recall.ts'
import { viewRecord } from '../../../src/vault/reading/record-view.ts'
import { relatedRecords, traverseRecords } from '../../../src/vault/reading/related.ts'
import type { SearchInput } from '../../../src/vault/reading/search.ts'
import { getTimeline } from '../../../src/vault/reading/timeline.ts'
import { getStatus } from '../../../src/vault/status/status.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { brief } from '../../support/brief.ts'
import { exportFrom } from '../../support/export-vault.ts'
import { holdDatabase } from '../../support/hold-database.ts'
import { allEvents, recordFiles, saidByIndex } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { get, makeVault, project, put, type TestVault } from '../../support/vault.ts'

function search(vault: Vault, query: string, more: Partial<SearchInput> = {}) {
  return find(vault, query, { scan: 'bounded', ...more })
}

async function withRecords() {
  const made = await makeVault()
  await put(made.vault, { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'use immediate', severity: 'high' })
  await put(made.vault, { id: 'memo', kind: 'note', title: 'A note', body: 'about the lock' })
  const hits = (id: string): unknown => saidByIndex(made.vault)[`${project}/${id}`]?.hits
  return { ...made, hits }
}

const ranking = {
  ...noNarrowing,
  kinds: ['trap' as const],
  limit: 5,
  projects: [project],
  allProjects: false,
  cwd: '/',
}

const listing = {
  ...{ kinds: undefined, statuses: undefined, ...noNarrowing, projects: [project], allProjects: false },
  ...{ includeEphemeral: true, includeExpired: true, sort: 'hits' as const, limit: 10, offset: 0, cwd: '/' },
}

const named = { name: 'lock', project, cwd: '/' }
const wide = {
  ...noNarrowing,
  kinds: undefined,
  statuses: undefined,
  projects: [project],
  allProjects: false,
  cwd: '/',
}
const unaged = { includeScratch: false, includeExpired: false, asOf: undefined, scan: 'bounded' as const }

const reads: [what: string, read: (vault: Vault) => Promise<unknown>][] = [
  ...(['relevance', 'updated', 'occurrences', 'hits'] as const).map(
    (sort): [string, (vault: Vault) => Promise<unknown>] => [
      `a search by ${sort}`,
      (vault) => search(vault, 'lock', { sort, explain: true, expandLinks: true }),
    ],
  ),
  ['a search of the past', (vault) => search(vault, 'lock', { asOf: vault.ports.now() })],
  ['a list', (vault) => listRecords(vault, listing)],
  ['a rank', (vault) => rankRecords(vault, ranking)],
  ['a get of a kind that is not counted', (vault) => get(vault, 'memo')],
  ['a get of nothing', (vault) => get(vault, 'nothing')],
  ['a get that says not to count', (vault) => get(vault, 'lock', { uncounted: true })],
  ['a get of the past', (vault) => get(vault, 'acme/lock', { asOf: vault.ports.now() })],
  [
    'a timeline',
    (vault) => getTimeline(vault, { ...wide, ...unaged, name: 'lock', query: undefined, before: 3, after: 3 }),
  ],
  [
    'a recall',
    (vault) => recallRecords(vault, { ...wide, ...unaged, query: 'lock', limit: 5, offset: 0, budget: 900 }),
  ],
  ['related records', (vault) => relatedRecords(vault, { ...named, limit: 10 })],
  ['a walk', (vault) => traverseRecords(vault, { ...named, depth: 2, limit: 10 })],
  ['a brief that does not count', (vault) => brief(vault, { isCounted: false })],
  ['a history', (vault) => getHistory(vault, { ...named, limit: 10 })],
  ['a record of an earlier time', (vault) => showRecord(vault, { ...named, moment: { at: vault.ports.now() } })],
  ['a difference', (vault) => diffRecord(vault, { ...named, from: { at: 0 }, to: 'now' })],
  ['why', (vault) => explainRecord(vault, { ...named, query: 'lock', limit: 10, profile: undefined })],
  ['the view of a record', (vault) => viewRecord(vault, { ...named, id: 'lock', limit: 10, asOf: undefined })],
  ['the state', (vault) => getStatus(vault, { project, cwd: '/', isRefreshed: true })],
  ['a completion', (vault) => completeId(vault, project, 'lo')],
  ['the doctor', (vault) => examineVault(vault, { deep: true })],
  ['an export', (vault) => exportFrom(vault, join(vault.paths.root, '..', 'out.jsonl'))],
]

describe('law 7: a read changes nothing', () => {
  function lookAt({ vault, root }: TestVault) {
    const files = recordFiles(root).map((path) => readFileSync(join(root, path), 'utf8'))
    return { events: allEvents(vault).length, files, said: saidByIndex(vault) }
  }

  test.each(reads)('%s: neither log, nor files, nor counters', async (_, read) => {
    const made = await withRecords()
    const before = lookAt(made)
    for (const _ of [1, 2]) await read(made.vault)
    expect(lookAt(made)).toEqual(before)
    closeVault(made.vault)
  })

  test('nor do all of them, in either order and again and again', async () => {
    const made = await withRecords()
    const before = lookAt(made)
    for (let round = 0; round < 20; round++) {
      for (const [, read] of round % 2 === 0 ? reads : reads.toReversed()) await read(made.vault)
    }
    expect(lookAt(made)).toEqual(before)
    closeVault(made.vault)
  })
})

describe('an acknowledged use', () => {
  test('B162: counts once each time, and is seen everywhere', async () => {
    const { vault, hits, reopen } = await withRecords()
    for (let n = 0; n < 3; n++) await get(vault, 'lock')
    expect(hits('lock')).toBe(3)
    const again = await reopen()
    expect((await search(again, 'timeout')).hits[0]).toMatchObject({ id: 'lock', hits: 3, occurrences: 1 })
    await rebuild(again, { acceptDeletions: false })
    const listed = await listRecords(again, listing)
    const ranked = await rankRecords(again, ranking)
    for (const { records } of [listed, ranked]) expect(records[0]).toMatchObject({ id: 'lock', hits: 3 })
    expect((await get(again, 'lock')).records).toMatchObject([{ id: 'lock', hits: 4 }])
    closeVault(again)
  })

  test('counts once in a session for seven days, per project and id, also across processes', async () => {
    const { vault, ports, hits, reopen } = await withRecords()
    for (const session of ['a', 'a', 'b']) await get(vault, 'lock', { session })
    const again = await reopen()
    await get(again, 'lock', { session: 'a' })
    expect(hits('lock')).toBe(2)
    ports.advance(7 * 24 * 60 * 60 * 1000)
    await get(again, 'lock', { session: 'a' })
    expect(hits('lock')).toBe(3)
    closeVault(again)
  })

  test('still counts once when the session is one of more than a process remembers', async () => {
    const { vault, hits } = await withRecords()
    await get(vault, 'lock', { session: 'first' })
    for (let n = 0; n < 520; n++) vault.seen.note(`other ${n}`, `${project}/lock`, 0)
    await get(vault, 'lock', { session: 'first' })
    expect(hits('lock')).toBe(1)
  })

  test('by --hit-ids counts only ids that are in the results, and in one project', async () => {
    const { vault, hits } = await withRecords()
    const { bumped } = await search(vault, 'timeout', { hitIds: ['lock', 'memo', 'unknown'] })
    expect(bumped).toEqual(['lock'])
    expect(hits('lock')).toBe(1)
  })
})

test('law 5: a reader that cannot catch up answers from what it has and says stale', { timeout: 30_000 }, async () => {
  const { vault, reopen, root } = await withRecords()
  const reader = await reopen()
  await search(reader, 'lock')
  await put(vault, { id: 'new', title: 'New', body: 'about the lock, too' })
  reader.projections.db.raw.exec("UPDATE cursors SET seq = seq - 1, offset = offset - 1, hash = 'x'")
  const held = await holdDatabase(join(root, '.sync/lock.sqlite'))
  const answer = await search(reader, 'lock')
  expect(answer).toMatchObject({ stale: true, abstained: null })
  expect(answer.hits.map(({ id }) => id)).toContain('lock')
  await held.release()
  closeVault(reader)
})

/** While another process writes, it has nothing to answer from. */
async function expectKeptWaiting(reader: Vault): Promise<void> {
  Object.assign(reader.config.lock, { waitMs: 50 })
  const held = await holdDatabase(reader.paths.lock)
  await expect(search(reader, 'lock')).rejects.toMatchObject({ code: 'BUSY' })
  await expect(get(reader, 'lock')).rejects.toMatchObject({ code: 'BUSY' })
  await held.release()
}

test('law 5: without an index to answer from a reader that is kept waiting fails, and never says that there is nothing', async () => {
  const { vault, reopen } = await withRecords()
  closeVault(vault)
  for (const side of ['', '-wal', '-shm']) rmSync(`${vault.paths.index}${side}`, { force: true })
  const reader = await reopen()
  await expectKeptWaiting(reader)
  expect((await search(reader, 'lock')).hits.map(({ id }) => id)).toContain('lock')
  closeVault(reader)
})

test('law 5: an index that another process has just begun to fold is none to answer from', async () => {
  const { vault, reopen } = await withRecords()
  const { store, all } = vault.projections
  store.transaction(() => {
    for (const { name, version, reset } of all) {
      reset()
      store.restart(name, version)
    }
  })
  const reader = await reopen()
  await expectKeptWaiting(reader)
  const answer = await search(reader, 'lock')
  expect(answer).toMatchObject({ stale: false })
  expect(answer.hits.map(({ id }) => id)).toContain('lock')
  closeVault(reader)
})
