/** An index that several have open, or that has only just begun: whoever reads finds all that was there. */
import { linkSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { emptyIndex } from '../../src/projections/index/open-index.ts'
import { countRecords } from '../../src/projections/index/record-rows.ts'
import { noNarrowing } from '../../src/record/narrowing.ts'
import { getTimeline } from '../../src/vault/reading/timeline.ts'
import { refresh, withIndexRecovery } from '../../src/vault/refresh.ts'
import { resetIndex } from '../../src/vault/reset-index.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { exportFrom } from '../support/export-vault.ts'
import { saidByIndex, saidByLog } from '../support/inspect.ts'
import { find, overwrite, withThree } from '../support/trouble-vault.ts'
import { project, put } from '../support/vault.ts'

describe('a rebuild beside other handles', () => {
  test('leaves the file where it is, and who has it open finds all that was there', async () => {
    const { vault, index, reopen } = await withThree()
    const beside = await reopen()
    expect(await find(beside, 'beta text')).toContain('beta')
    const { ino } = statSync(index)
    await rebuild(vault, { acceptDeletions: false })
    expect(statSync(index).ino).toBe(ino)
    expect(await find(beside, 'beta text')).toContain('beta')
    await put(beside, { id: 'delta', title: 'About delta', body: 'the delta text' })
    expect(await find(vault, 'delta')).toEqual(['delta'])
    expect([...vault.notices, ...beside.notices]).toEqual([])
    closeVault(vault)
    closeVault(beside)
  })

  test('whose index is emptied behind its last look folds it anew before it answers', async () => {
    const { vault, reopen } = await withThree()
    const beside = await reopen()
    let isEmptied = false
    const answer = withIndexRecovery(beside, async () => {
      if (!isEmptied) vault.projections.db.transaction(() => emptyIndex(vault.projections.db))
      isEmptied = true
      return beside.projections.db.snapshot(() => countRecords(beside.projections.db))
    })
    expect(await answer).toBe(3)
    closeVault(vault)
    closeVault(beside)
  })

  test('puts another file in the place of one whose free pages are damaged', async () => {
    const { vault, root, index } = await withThree()
    const { raw } = vault.projections.db
    raw.exec('CREATE TABLE spare (a)')
    raw.exec(`INSERT INTO spare VALUES (zeroblob(100000))`)
    raw.exec('DROP TABLE spare')
    raw.pragma('wal_checkpoint(TRUNCATE)')
    const old = join(root, 'old.sqlite')
    linkSync(index, old)
    // The first page of the list of free pages (file format, offset 32 of the header), which names the others.
    const trunk = readFileSync(index).readUInt32BE(32)
    overwrite(index, (trunk - 1) * 4096, 64)
    await rebuild(vault, { acceptDeletions: false })
    expect(statSync(old).nlink).toBe(1)
    expect(vault.projections.db.raw.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    closeVault(vault)
  })

  test('whose first part cannot be folded leaves the old index', async () => {
    const { vault } = await withThree()
    const fill = (): void => {
      throw new Error('no')
    }
    expect(() => resetIndex(vault, 'in place', fill)).toThrow('no')
    expect(await find(vault, 'beta text')).toContain('beta')
    expect(vault.notices).toEqual([])
    closeVault(vault)
  })

  test('and with a table that somebody left there', async () => {
    const { vault } = await withThree()
    vault.projections.db.raw.exec('CREATE TABLE "my ""own"" notes" (a)')
    await rebuild(vault, { acceptDeletions: false })
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    closeVault(vault)
  })
})

describe('the first call on a vault without an index', () => {
  async function withoutIndex(): Promise<Vault> {
    const { vault, index, reopen } = await withThree()
    closeVault(vault)
    for (const side of ['', '-wal', '-shm']) rmSync(`${index}${side}`, { force: true })
    return reopen()
  }

  test('folds one that is its own', async () => {
    const vault = await withoutIndex()
    const { db } = vault.projections
    await refresh(vault, 'none')
    expect([vault.projections.db === db, db.isCurrent()]).toEqual([true, true])
    closeVault(vault)
  })

  test('may be an export to a stream', async () => {
    const vault = await withoutIndex()
    const stream = new PassThrough()
    const said = text(stream)
    expect(await exportFrom(vault, stream)).toMatchObject({ records: 3 })
    stream.end()
    expect(await said).toContain('the beta text')
    closeVault(vault)
  })

  test('may be a timeline around what a search finds', async () => {
    const vault = await withoutIndex()
    const { entries } = await getTimeline(vault, {
      ...{ name: undefined, query: 'beta text', before: 3, after: 3, kinds: undefined, statuses: undefined },
      ...{ ...noNarrowing, includeScratch: false, includeExpired: false, asOf: undefined },
      ...{ projects: [project], allProjects: false, cwd: '/', scan: 'none' },
    })
    expect(entries.map(({ id }) => id)).toContain('beta')
    closeVault(vault)
  })
})

test('an index that another process has just begun is gone on with, and nothing is told of it', async () => {
  const { vault, index, reopen } = await withThree()
  closeVault(vault)
  for (const side of ['-wal', '-shm']) rmSync(`${index}${side}`, { force: true })
  truncateSync(index, 0)
  const { ino } = statSync(index)
  const again = await reopen()
  expect(await find(again, 'gamma')).toEqual(['gamma'])
  expect(statSync(index).ino).toBe(ino)
  expect(again.notices).toEqual([])
  closeVault(again)
})
