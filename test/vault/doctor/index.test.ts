/** The doctor on the index: damage of the file, of the full-text tables, of rows; and an index of another program. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { appendAndFold } from '../../../src/vault/append.ts'
import { foldNews, isIndexUnbuilt } from '../../../src/vault/bring-up.ts'
import { examineVault } from '../../../src/vault/doctor/examine.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { write } from '../../../src/vault/refresh.ts'
import { resetIndex } from '../../../src/vault/reset-index.ts'
import { getStatus } from '../../../src/vault/status/status.ts'
import { closeVault, loadReaders, type Vault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { upsertBatch } from '../../../src/vault/writing/upsert-batch.ts'
import { codes, findings, fixed } from '../../support/doctor.ts'
import { dumpIndex, saidByFiles, saidByIndex, saidByLog } from '../../support/inspect.ts'
import { findIds } from '../../support/search-vault.ts'
import { hit, makeVault, project, put, putAll } from '../../support/vault.ts'

async function withRecords(count = 30) {
  const made = await makeVault()
  for (let n = 0; n < count; n++)
    await put(made.vault, { id: `r${n}`, title: `Record ${n}`, body: `the ${n} text about caches` })
  return made
}

function damage(vault: Vault, sql: string): void {
  const raw = vault.projections.db.raw as Database.Database
  raw.unsafeMode(true)
  raw.exec(sql)
  raw.unsafeMode(false)
}

describe('B086: full-text rows that are out of step', () => {
  test.each([
    ['lost blocks', 'DELETE FROM records_fts_data WHERE id > 10', 'index-damaged'],
    ['a lost entry', 'DELETE FROM records_fts WHERE rowid = 3', 'index-search'],
    ['an entry of no record', "INSERT INTO exact_fts (rowid, idents) VALUES (999, 'x')", 'index-search'],
  ])('%s are found, and the index is built anew', async (_, sql, code) => {
    const { vault } = await withRecords()
    const before = dumpIndex(vault)
    damage(vault, sql)
    expect(await findings(vault)).toMatchObject([{ code, severity: 'error', remedy: 'memo doctor --fix' }])
    expect(await fixed(vault)).toEqual(['index-damaged'])
    expect(dumpIndex(vault)).toEqual(before)
  })

  test('of passages are found as those of records are', async () => {
    const { vault } = await withRecords(3)
    const paragraphs = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of a long text that says much of caches.`)
    await put(vault, { id: 'long', title: 'Long', body: paragraphs.join('\n\n') })
    const before = dumpIndex(vault)
    damage(vault, 'DELETE FROM passages_fts')
    expect(await findings(vault)).toMatchObject([
      {
        code: 'index-search',
        subject: 'passages_fts',
        message: expect.stringMatching(/lacks \d+ passages and holds 0 rows/),
      },
    ])
    expect(await fixed(vault)).toEqual(['index-damaged'])
    expect(dumpIndex(vault)).toEqual(before)
  })

  test('do not keep a record from being changed, forgotten or found', async () => {
    const { vault } = await withRecords(5)
    damage(vault, 'DELETE FROM records_fts_data WHERE id > 10')
    await put(vault, { id: 'r1', body: 'changed kestrel' })
    expect(saidByLog(vault)[`${project}/r1`]).toMatchObject({ body: 'changed kestrel' })
    await forgetRecord(vault, { name: 'r2', reason: undefined, project, cwd: '/' })
    expect(saidByLog(vault)).not.toHaveProperty([`${project}/r2`])
    expect(await findIds(vault, 'kestrel')).toEqual(['r1'])
    expect((await findIds(vault, 'caches')).sort()).toEqual(['r0', 'r3', 'r4'])
    expect(saidByFiles(vault.paths.root)).toEqual(saidByLog(vault))
    await fixVault(vault)
    expect(await findings(vault)).toEqual([])
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
  })

  test('whose structure is sound but loses words are found by a deep look', async () => {
    const { vault } = await makeVault()
    const lines = async function* () {
      for (let n = 0; n < 600; n++)
        yield JSON.stringify({ id: `word${n}`, kind: 'note', title: `Title ${n * 7919}`, body: `body ${n * 104_729}` })
    }
    await upsertBatch(vault, lines(), { project, cwd: '/' })
    vault.projections.db.raw.exec("INSERT INTO records_fts (records_fts) VALUES ('optimize')")
    damage(vault, 'DELETE FROM records_fts_idx')
    expect(await codes(vault, false)).toEqual([])
    expect(await findings(vault)).toMatchObject([
      { code: 'index-search', subject: 'records_fts', message: expect.stringContaining('cannot be found') },
    ])
  })
})

test('a row that differs from what the log adds up to is named by a deep look, and gone after a rebuild', async () => {
  const { vault } = await withRecords(3)
  const { raw } = vault.projections.db
  raw.exec(`UPDATE records SET fields = json_set(fields, '$.title', 'Forged') WHERE id = 'r1'`)
  await hit(vault, 'r0')
  raw.exec(`UPDATE records SET tally = json_remove(tally, '$.lastHit') WHERE id = 'r0'`)
  raw.exec("DELETE FROM records_fts WHERE rowid = (SELECT key FROM records WHERE id = 'r2')")
  raw.exec("DELETE FROM exact_fts WHERE rowid = (SELECT key FROM records WHERE id = 'r2')")
  raw.exec("DELETE FROM records WHERE id = 'r2'")
  expect(await codes(vault, false)).not.toContain('index-differs')
  expect((await findings(vault)).filter(({ code }) => code === 'index-differs')).toMatchObject([
    { subject: `${project}/r0`, message: expect.stringContaining('lastHit'), remedy: 'memo rebuild' },
    { subject: `${project}/r1`, message: expect.stringContaining('fields'), remedy: 'memo rebuild' },
    { subject: `${project}/r2`, message: expect.stringContaining('not there') },
  ])
})

test('a record without a text is as the log says, whether the log says that it is empty or nothing', async () => {
  const { vault, root } = await makeVault()
  mkdirSync(join(root, 'projects', project, 'notes'), { recursive: true })
  writeFileSync(join(root, 'projects', project, 'notes', 'bare.md'), '---\ntitle: Bare\n---\n')
  const set = { kind: 'note' as const, title: 'Silent' }
  await write(vault, { label: 'test' }, () =>
    appendAndFold(vault, [{ actor: 'cli', type: 'record.upserted', data: { project, id: 'silent', set } }]),
  )
  expect(await findings(vault)).toEqual([])
  expect(Object.keys(saidByIndex(vault))).toEqual([`${project}/bare`, `${project}/silent`])
})

describe('B096: an index file that is damaged', () => {
  test('in a value that SQLite reads all the same is found by a deep look, and the index is built anew', async () => {
    const { vault } = await withRecords()
    const before = dumpIndex(vault)
    damage(vault, `UPDATE records SET fields = replace(fields, '{', '{&') WHERE id = 'r3'`)
    expect(await findings(vault)).toMatchObject([{ code: 'index-damaged', remedy: 'memo doctor --fix' }])
    expect(await fixed(vault)).toEqual(['index-damaged'])
    expect(dumpIndex(vault)).toEqual(before)
  })

  test('in the first page of any of its tables is mended, records untouched', async () => {
    const { vault, reopen } = await withRecords(3)
    await write(vault, { label: 'test', fullScan: true }, () => undefined)
    const [before, { index }] = [dumpIndex(vault), vault.paths]
    const pages = rootPages(vault)
    closeVault(vault)
    const whole = readFileSync(index)
    for (const { name, offset, size } of pages) {
      writeFileSync(index, Buffer.from(whole).fill(0xa5, offset, offset + size))
      const again = await reopen()
      expect((await fixVault(again)).fixed, name).toMatchObject([{ code: 'index-damaged' }])
      expect(await examineVault(again, { deep: true }), name).toMatchObject({ healthy: true })
      expect(dumpIndex(again), name).toEqual(before)
      closeVault(again)
    }
  })

  test.each<[string, (path: string) => void]>([
    ['in its middle', (path) => overwrite(path, 2048, 8192)],
    ['to nothing', (path) => truncateSync(path, 0)],
    ['by a text file', (path) => writeFileSync(path, 'a note, not a database\n'.repeat(50))],
    ['by deletion', (path) => rmSync(path)],
  ])('%s is healthy after at most one fix, records untouched', async (_, harm) => {
    const { vault, reopen } = await withRecords()
    const before = saidByFiles(vault.paths.root)
    closeVault(vault)
    harm(vault.paths.index)
    const again = await reopen()
    if ((await findings(again)).length > 0) await fixed(again)
    expect(await findings(again)).toEqual([])
    expect(saidByIndex(again)).toEqual(before)
    expect(saidByFiles(again.paths.root)).toEqual(before)
  })

  test('while the log is short too gives what it still can', async () => {
    const { vault, reopen } = await withRecords(10)
    closeVault(vault)
    const [writer = ''] = readdirSync(vault.paths.events)
    truncateSync(join(vault.paths.events, writer, '000001.jsonl'), 0)
    overwrite(vault.paths.index, 40_960, 20_000)
    const again = await reopen()
    await fixVault(again)
    await fixVault(again)
    expect(Object.keys(saidByIndex(again))).toHaveLength(10)
    expect(saidByIndex(again)).toEqual(saidByLog(again))
  })
})

/** Where the first page of each table lies in the file. */
function rootPages(vault: Vault): { name: string; offset: number; size: number }[] {
  const raw = vault.projections.db.raw as Database.Database
  const size = Number(raw.pragma('page_size', { simple: true }))
  const tables = raw.prepare("SELECT name, rootpage FROM sqlite_master WHERE type = 'table' AND rootpage > 0").all()
  return (tables as { name: string; rootpage: number }[]).map(({ name, rootpage }) => ({
    ...{ name, size },
    offset: (rootpage - 1) * size,
  }))
}

function overwrite(path: string, at: number, size: number): void {
  const fd = openSync(path, 'r+')
  writeSync(fd, Buffer.from(Array.from({ length: size }, (_, n) => (n * 37 + 11) % 251)), 0, size, at)
  closeSync(fd)
}

describe('an index whose building was ended before all that is searched was in it', () => {
  const notes = 1100

  async function withPart() {
    const made = await makeVault()
    await putAll(
      made.vault,
      Array.from({ length: notes }, (_, n) => ({ id: `n${n}`, body: `Note number ${n}.` })),
    )
    await loadReaders(made.vault)
    resetIndex(made.vault, 'in place', () => foldNews(made.vault, { isOneBatch: true }))
    expect(isIndexUnbuilt(made.vault)).toBe(true)
    return made
  }

  test('is no damaged one: it is finished, not set aside', async () => {
    const { vault } = await withPart()
    const status = await getStatus(vault, { project, cwd: vault.paths.root, isRefreshed: false })
    expect(status.index).toMatchObject({ isBuilt: false, behind: { events: 0, bytes: 0 } })
    expect(await fixed(vault)).toEqual([])
    expect(existsSync(vault.paths.quarantine) ? readdirSync(vault.paths.quarantine) : []).toEqual([])
    expect(await findIds(vault, 'number')).not.toEqual([])
    expect(await codes(vault)).toEqual([])
    closeVault(vault)
  })

  test('is not held against a log that is damaged', async () => {
    const { vault } = await withPart()
    const [writer = ''] = vault.log.segments.writers()
    const path = join(vault.paths.events, writer, '000001.jsonl')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('Note number 7.', 'Note number X.'))
    expect(await codes(vault, false)).toEqual(['log-damaged'])
    closeVault(vault)
  })
})

test('B090: an index of a newer format is set aside with a note that names both, never marked down', async () => {
  const { vault, reopen } = await withRecords(3)
  closeVault(vault)
  const raw = new Database(vault.paths.index)
  const current = raw.pragma('user_version', { simple: true })
  raw.pragma('user_version = 9999')
  raw.close()
  const again = await reopen()
  expect(again.notices.join()).toMatch(new RegExp(`9999.*\\b${current}\\b`))
  expect(await findings(again)).toEqual([])
  expect(saidByIndex(again)).toEqual(saidByLog(again))
  const aside = readdirSync(again.paths.quarantine).find((name) => name.startsWith('memo.sqlite'))
  const old = new Database(join(again.paths.quarantine, aside ?? ''))
  expect(old.pragma('user_version', { simple: true })).toBe(9999)
  old.close()
})
