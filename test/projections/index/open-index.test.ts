import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findErrno } from '../../../src/lib/errors.ts'
import { hasDue } from '../../../src/projections/index/due-rows.ts'
import { listKnownFiles } from '../../../src/projections/index/file-rows.ts'
import { openIndex } from '../../../src/projections/index/open-index.ts'
import { openSqlite } from '../../../src/projections/index/sqlite.ts'
import { keptTables } from '../../../src/projections/index/tables.ts'
import { mayMount, withSmallDisk } from '../../support/small-disk.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

function open(path: string, setAside: (path: string, reason: string) => void = () => {}): 'file' | 'copy' {
  const db = openIndex({ path, setAside, readOnly: false })
  try {
    expect(db.prepare('SELECT count(*) AS count FROM records').get()).toEqual({ count: 0 })
    return db.isCopy ? 'copy' : 'file'
  } finally {
    db.close()
  }
}

test('an index that was never finished is set aside', () => {
  const path = join(makeTempDir(), 'memo.sqlite')
  const raw = openSqlite(path)
  raw.exec(`${keptTables}CREATE TABLE records (id TEXT)`)
  raw.close()
  const reasons: string[] = []
  open(path, (file, reason) => {
    reasons.push(reason)
    rmSync(file)
  })
  expect(reasons).toEqual(['unfinished'])
  open(path, () => expect.unreachable())
})

test('a file of an older format, which lacks tables, is not copied where the vault is read-only', () => {
  const path = join(makeTempDir(), 'memo.sqlite')
  open(path)
  const raw = openSqlite(path)
  raw.exec('DROP TABLE due_paths')
  raw.pragma('user_version = 2')
  raw.close()
  const db = openIndex({ path, setAside: () => expect.unreachable(), readOnly: true })
  expect(db.isCopy).toBe(true)
  expect(hasDue(db)).toBe(false)
  db.close()
})

test('a file of an older format is emptied where it lies, whatever its tables were', () => {
  const path = join(makeTempDir(), 'memo.sqlite')
  const raw = openSqlite(path)
  raw.exec('CREATE TABLE file_states (path TEXT PRIMARY KEY); INSERT INTO file_states VALUES (1)')
  raw.exec('CREATE TABLE records (id TEXT); INSERT INTO records VALUES (1)')
  raw.pragma('user_version = 3')
  raw.close()
  const db = openIndex({ path, setAside: () => expect.unreachable(), readOnly: false })
  expect(listKnownFiles(db, { after: '', limit: 10 })).toEqual([])
  db.close()
  expect(open(path)).toBe('file')
})

test.skipIf(!mayMount)('a disk that is full at any page of a new index leaves one that can be opened', async () => {
  const outcomes = new Set<string>()
  await withSmallDisk('1m', ({ path: disk, resize }) => {
    for (let pages = 1; pages <= 200; pages += 7) {
      resize(`${pages * 4}k`)
      const path = join(disk, 'memo.sqlite')
      outcomes.add(openFull(path))
      resize('1m')
      const next = open(path, (file, reason) => {
        expect(reason).toBe('empty')
        rmSync(file)
      })
      expect(next).toBe('file')
      for (const side of ['', '-wal', '-shm']) rmSync(`${path}${side}`, { force: true })
    }
  })
  expect(outcomes).toContain('copy')
  expect(outcomes).toContain('file')
})

function openFull(path: string): string {
  try {
    return open(path)
  } catch (error) {
    return findErrno(error) ?? String(error)
  }
}
