import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openForeign } from '../../../src/projections/index/foreign-database.ts'
import { openSqlite } from '../../../src/projections/index/sqlite.ts'
import { makeDatabase } from '../../support/sql-fixture.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

/** Writes two rows at a time that must be seen together or not at all, and tidies its log up all the time. */
const writer = `
  const { parentPort, workerData } = require('node:worker_threads')
  const Database = require(workerData.sqlite)
  const db = new Database(workerData.path)
  db.pragma('wal_autocheckpoint = 20')
  const insert = db.prepare('INSERT INTO t (text) VALUES (?)')
  const two = db.transaction((n) => { insert.run('a'.repeat(n % 3000)); insert.run('b'.repeat(n % 3000)) })
  const until = Date.now() + workerData.ms
  for (let n = 0; Date.now() < until; n++) {
    two(n)
    if (n % 50 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
  db.close()
  parentPort.postMessage('done')
`

test('a copy taken while another program writes is whole', { timeout: 60_000 }, async () => {
  const path = makeDatabase(join(makeTempDir(), 'live.db'), 'CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)')
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  const worker = new Worker(writer, { eval: true, workerData: { path, sqlite, ms: 2000 } })
  let isDone = false
  worker.once('message', () => {
    isDone = true
  })
  let copies = 0
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    const rows = readCopy(path)
    if (rows === undefined) continue
    copies++
    expect(rows).toEqual({ fault: 'ok', odd: 0 })
  }
  await worker.terminate()
  expect(copies).toBeGreaterThan(2)
})

/** Undefined where no moment was found. */
function readCopy(path: string): { fault: unknown; odd: number } | undefined {
  try {
    const { db, close } = openForeign(path)
    const fault = db.pragma('integrity_check', { simple: true })
    const [row] = db.prepare('SELECT count(*) % 2 AS odd FROM t').all() as { odd: number }[]
    close()
    return { fault, odd: row?.odd ?? -1 }
  } catch (error) {
    expect(error).toMatchObject({ code: 'BUSY' })
    return undefined
  }
}

test('a transaction that its program did not live to end is undone in the copy only', () => {
  const path = join(makeTempDir(), 'rollback.db')
  const db = openSqlite(path)
  db.exec("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('before')")
  db.pragma('cache_size = 1')
  db.exec('BEGIN')
  for (let n = 0; n < 200; n++) db.exec(`INSERT INTO t VALUES ('${'x'.repeat(2000)}')`)
  const copy = openForeign(path)
  expect(copy.db.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 1 })
  copy.close()
  db.exec('ROLLBACK')
  db.close()
})

test('nothing can be written, and nothing stays in the temporary folder', () => {
  const folder = makeTempDir()
  const path = makeDatabase(join(folder, 'a.db'), 'CREATE TABLE t (a)')
  const [text, headed] = [join(folder, 'text.db'), join(folder, 'headed.db')]
  writeFileSync(text, 'nothing of the kind')
  writeFileSync(headed, 'SQLite format 3\0 and then nothing of the kind')
  vi.stubEnv('TMPDIR', makeTempDir())
  onTestFinished(() => void vi.unstubAllEnvs())
  const { db, close } = openForeign(path)
  expect(readdirSync(tmpdir())).toHaveLength(1)
  expect(() => db.exec('INSERT INTO t VALUES (1)')).toThrow()
  close()
  expect(() => openForeign(text)).toThrow(expect.objectContaining({ code: 'REFUSED' }))
  const { db: bad, close: closeBad } = openForeign(headed)
  expect(() => bad.prepare('SELECT 1 FROM t').all()).toThrow('not a database')
  closeBad()
  expect(readdirSync(tmpdir())).toEqual([])
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read is told by its name', () => {
  const path = makeDatabase(join(makeTempDir(), 'a.db'), 'CREATE TABLE t (a)')
  chmodSync(path, 0)
  expect(() => openForeign(path)).toThrow(path)
})
