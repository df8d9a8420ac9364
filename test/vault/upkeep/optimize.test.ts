/** Tidying up changes no answer, lets others in, and can end at any moment. */
import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findFileDamage } from '../../../src/projections/index/inspect-index.ts'
import { openSqlite } from '../../../src/projections/index/sqlite.ts'
import { dayMs } from '../../../src/record/times.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { openVectors } from '../../../src/vault/embedding/embedder.ts'
import { tryLock } from '../../../src/vault/lock.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { type OptimizeResult, optimizeVault } from '../../../src/vault/upkeep/optimize.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { isTidyDue, tidyUp } from '../../../src/vault/upkeep/tidy.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { allEvents, dumpIndex } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

const words = ['queue', 'retry', 'jitter', 'cache', 'token', 'lock', 'index', 'vector', 'merge', 'clock']
const bodyOf = (n: number): string =>
  Array.from({ length: 30 }, (_, at) => words[(n * 7 + at * at) % words.length]).join(' ')

/** Written, written over and forgotten in many small transactions, so that there is something to merge. */
async function withHistory() {
  const made = await makeVault()
  const { vault, root } = made
  const records = Array.from({ length: 120 }, (_, n) => ({
    id: `r${n}`,
    title: `R ${n} ${words[n % 10]}`,
    body: bodyOf(n),
  }))
  await putAll(vault, records)
  for (let n = 0; n < 24; n++) await put(vault, { id: `r${n}`, title: `R ${n}`, body: `${bodyOf(n + 3)} again` })
  for (let n = 90; n < 96; n++) await forgetRecord(vault, { name: `r${n}`, reason: undefined, project, cwd: root })
  return made
}

async function answers(vault: Vault) {
  const queries = [
    ...words,
    'retry jitter',
    '"queue retry"',
    'r5',
    'again NOT cache',
    'lock*',
    'what does the token do',
  ]
  const found = []
  for (const query of queries) found.push((await find(vault, query, { explain: true })).hits)
  return found
}

const outcomes = ({ steps }: OptimizeResult) => Object.fromEntries(steps.map(({ what, outcome }) => [what, outcome]))

const pieces = ({ projections }: Vault) =>
  Number(projections.db.prepare('SELECT count(DISTINCT segid) AS count FROM records_fts_idx').get()?.count)

test('every answer is the same before and after, and nothing is written to the log', async () => {
  const { vault } = await withHistory()
  const [before, rows, events] = [await answers(vault), dumpIndex(vault), allEvents(vault).length]
  expect(pieces(vault)).toBeGreaterThan(1)
  const result = await optimizeVault(vault)
  expect(outcomes(result)).toMatchObject({ search: 'done', journal: 'done', sessions: 'needless', vectors: 'needless' })
  expect(pieces(vault)).toBe(1)
  expect(await answers(vault)).toEqual(before)
  expect(dumpIndex(vault)).toEqual(rows)
  expect(allEvents(vault)).toHaveLength(events)
  expect(findFileDamage(vault.projections.db, true)).toEqual([])
  expect(outcomes(await optimizeVault(vault))).toMatchObject({ search: 'needless', index: 'needless' })
})

test('free room is given back, of the index and of the vectors', async () => {
  const { vault, root } = await withHistory()
  openVectors(vault, { create: true })
  const before = await answers(vault)
  for (const schema of ['main', 'vectors']) {
    vault.projections.db.raw.exec(
      `CREATE TABLE ${schema}.gone (bytes); INSERT INTO ${schema}.gone VALUES (zeroblob(4000000)); DROP TABLE ${schema}.gone`,
    )
  }
  const result = await optimizeVault(vault)
  expect(outcomes(result)).toMatchObject({ index: 'done', vectors: 'done', journal: 'done' })
  for (const part of ['index', 'vectors'] as const)
    expect(result.after[part]).toBeLessThan(result.before[part] - 3_900_000)
  // But for the note of when this was.
  expect(statSync(join(root, 'memo.sqlite-wal')).size).toBeLessThan(50_000)
  expect(findFileDamage(vault.projections.db, true)).toEqual([])
  expect(await answers(vault)).toEqual(before)
})

const sources = new URL('../../../src/vault/', import.meta.url).href

/** A process that is killed in the middle of its first merge. */
function optimizeAndDie(root: string) {
  const script = `
    const { openVault } = await import('${sources}vault.ts')
    const { optimizeVault } = await import('${sources}upkeep/optimize.ts')
    await optimizeVault(await openVault(process.argv[1]), { onStep: () => process.kill(process.pid, 'SIGKILL') })`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script, root], { encoding: 'utf8' })
}

test('a kill in the middle of a merge leaves a sound index, and the next run ends it', async () => {
  const { vault, root, reopen } = await withHistory()
  const before = await answers(vault)
  closeVault(vault)
  expect(optimizeAndDie(root)).toMatchObject({ signal: 'SIGKILL', stderr: '' })
  const killed = await reopen()
  expect(findFileDamage(killed.projections.db, true)).toEqual([])
  expect(await answers(killed)).toEqual(before)
  const result = await optimizeVault(killed)
  expect(result.steps.filter(({ outcome }) => outcome === 'left')).toEqual([])
  expect(pieces(killed)).toBe(1)
  expect(await answers(killed)).toEqual(before)
  closeVault(killed)
})

test('beside a reader it goes on, and says what it left', async () => {
  const { vault, root } = await withHistory()
  const reader = openSqlite(join(root, 'memo.sqlite'))
  reader.exec('BEGIN')
  const count = reader.prepare('SELECT count(*) AS count FROM records').get()
  vault.projections.db.raw.pragma('busy_timeout = 50')
  const { steps } = await optimizeVault(vault)
  expect(steps).toContainEqual({ what: 'journal', outcome: 'left', reason: expect.any(String) })
  expect(reader.prepare('SELECT count(*) AS count FROM records').get()).toEqual(count)
  reader.close()
  expect(outcomes(await optimizeVault(vault))).toMatchObject({ journal: 'done' })
})

test('beside a writer that stays it says who that is', async () => {
  const { vault } = await makeVault()
  vault.config.lock.waitMs = 20
  const release = tryLock(vault.paths.lock)
  await expect(optimizeVault(vault)).rejects.toMatchObject({ code: 'BUSY' })
  release?.()
  await optimizeVault(vault)
})

test('without a repository there is nothing to pack, and without git it says so in a line', async () => {
  const { vault, root } = await makeVault()
  vi.stubEnv('PATH', '')
  const { steps } = await optimizeVault(vault)
  expect(steps).toContainEqual({ what: 'git', outcome: 'left', reason: 'git is not installed' })
  vi.unstubAllEnvs()
  rmSync(join(root, '.git'), { recursive: true })
  expect(outcomes(await optimizeVault(vault))).toMatchObject({ git: 'needless' })
})

test('a vault that cannot be written is refused', async () => {
  const { vault } = await makeVault()
  vault.readOnly = true
  await expect(optimizeVault(vault)).rejects.toMatchObject({ code: 'READ_ONLY' })
})

test('interrupted, it ends as it was told to, and answers as before', async () => {
  const { vault } = await withHistory()
  const before = await answers(vault)
  const controller = new AbortController()
  controller.abort()
  await expect(optimizeVault(vault, { signal: controller.signal })).rejects.toThrow('aborted')
  expect(await answers(vault)).toEqual(before)
})

test('what old sessions used is forgotten, what young ones used counts once still', async () => {
  const { vault, ports, root } = await makeVault()
  await put(vault, { id: 'trap', kind: 'trap', title: 'Trap', body: 'mind the gap' })
  const read = (session: string) =>
    getRecords(vault, { names: ['trap'], kind: undefined, lines: undefined, project, cwd: root, session })
  await read('old')
  ports.advance(40 * dayMs)
  await read('young')
  expect(outcomes(await optimizeVault(vault))).toMatchObject({ sessions: 'done' })
  const hits = allEvents(vault).filter(({ type }) => type === 'record.hit').length
  await read('young')
  expect(allEvents(vault).filter(({ type }) => type === 'record.hit')).toHaveLength(hits)
})

test('an idle process tidies up after a thousand events, a day later again, and not while it is wanted', async () => {
  const { vault, ports } = await makeVault()
  const records = (from: number) =>
    Array.from({ length: 1000 }, (_, n) => ({ id: `r${from + n}`, title: 'R', body: 'b' }))
  expect(isTidyDue(vault)).toBe(false)
  await putAll(vault, records(0))
  expect(isTidyDue(vault)).toBe(true)
  await tidyUp(vault, () => false)
  expect(isTidyDue(vault)).toBe(true)
  await tidyUp(vault, () => true)
  expect(isTidyDue(vault)).toBe(false)
  ports.advance(dayMs)
  expect(isTidyDue(vault)).toBe(false)
  await putAll(vault, records(1000))
  expect(isTidyDue(vault)).toBe(true)
}, 60_000)

test('a disk that is full as the index is opened is told as that', async () => {
  const { vault } = await makeVault()
  vault.readOnly = true
  vault.projections = { ...vault.projections, db: { ...vault.projections.db, isDiskFull: true } }
  const failure = { code: 'IO', message: 'the disk is full' }
  await expect(optimizeVault(vault)).rejects.toMatchObject(failure)
  await expect(rebuild(vault, { acceptDeletions: false })).rejects.toMatchObject(failure)
  await expect(fixVault(vault)).rejects.toMatchObject(failure)
  closeVault(vault)
})
