/** One contract for both: what the product relies on is the same through better-sqlite3 and through Node's own SQLite. */
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findErrno } from '../../../src/lib/errors.ts'
import { hasBuiltin, openBuiltin } from '../../../src/projections/index/builtin-sqlite.ts'
import { openNative, type SqliteDatabase } from '../../../src/projections/index/sqlite.ts'
import { foldedTables, keptTables } from '../../../src/projections/index/tables.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

describe.each([
  ['better-sqlite3', openNative],
  ['node:sqlite', openBuiltin],
])('%s', (_, openAs) => {
  function open(source: string | Buffer = ':memory:', timeout = 0): SqliteDatabase {
    const db = openAs(source, timeout)
    onTestFinished(() => {
      db.close()
    })
    return db
  }

  function makeFile(): string {
    const path = join(makeTempDir(), 'test.sqlite')
    open(path).exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b)')
    return path
  }

  test('values come back as they were bound', () => {
    const db = open()
    const bound = [1, 1.5, 'text', null, undefined, 2 ** 52, -1]
    const row = db.prepare('SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f, ? AS g').get(...bound)
    expect(row).toEqual({ a: 1, b: 1.5, c: 'text', d: null, e: null, f: 2 ** 52, g: -1 })
    const { blob } = db.prepare('SELECT ? AS blob').get(Buffer.from([1, 255])) as { blob: Uint8Array }
    expect(blob).toBeInstanceOf(Uint8Array)
    expect([...blob]).toEqual([1, 255])
    const types = db.prepare('SELECT typeof(?) AS a, typeof(?) AS b').get(1, Buffer.from('x'))
    expect(types).toEqual({ a: 'real', b: 'blob' })
  })

  test('an integer that no number can hold is read as the nearest one', () => {
    const db = open()
    db.exec('CREATE TABLE t (a INTEGER, b)')
    db.prepare('INSERT INTO t VALUES (?, ?)').run(2 ** 60 + 2 ** 30, 7)
    const row = { a: 2 ** 60 + 2 ** 30, b: 7 }
    const select = db.prepare('SELECT * FROM t')
    expect(select.all()).toEqual([row])
    expect(select.get()).toEqual(row)
    db.exec('UPDATE t SET a = 1')
    expect(select.get()).toEqual({ a: 1, b: 7 })
  })

  test('rows come as lists of their columns where that was asked for, in the same words', () => {
    const db = open()
    db.exec("CREATE TABLE t (a INTEGER, b, c); INSERT INTO t VALUES (1, NULL, 'x'), (2, 1.5, 'y')")
    db.prepare('INSERT INTO t VALUES (?, ?, ?)').run(2 ** 60 + 2 ** 30, 7, Buffer.from([1]))
    const select = db.prepare('SELECT c, a, b AS a FROM t WHERE a < ? ORDER BY a').raw()
    expect(select.all(3)).toEqual([
      ['x', 1, null],
      ['y', 2, 1.5],
    ])
    expect(select.all(0)).toEqual([])
    expect(select.get(2)).toEqual(['x', 1, null])
    expect(select.get(0)).toBeUndefined()
    expect([...select.iterate(3)]).toEqual(select.all(3))
    const all = select.all(2 ** 62) as unknown[][]
    expect(all.map(([, a]) => a)).toEqual([1, 2, 2 ** 60 + 2 ** 30])
    expect(Buffer.from(all.at(-1)?.at(0) as Uint8Array)).toEqual(Buffer.from([1]))
    expect(select.all(2)).toEqual([['x', 1, null]])
  })

  test('a statement can be run again and tells the row that it made', () => {
    const db = open(makeFile())
    const insert = db.prepare('INSERT INTO t (b) VALUES (?)')
    expect([insert.run('x'), insert.run('y')].map(({ lastInsertRowid }) => lastInsertRowid)).toEqual([1, 2])
    const select = db.prepare('SELECT b FROM t WHERE a >= ? ORDER BY a')
    expect(select.all(1)).toEqual([{ b: 'x' }, { b: 'y' }])
    expect(select.all(2)).toEqual([{ b: 'y' }])
    expect(select.all(3)).toEqual([])
    expect(select.get(3)).toBeUndefined()
  })

  test('reading one row of many keeps no lock', () => {
    const path = makeFile()
    const [reader, writer] = [open(path), open(path)]
    writer.exec("INSERT INTO t (b) VALUES ('x'), ('y')")
    expect(reader.prepare('SELECT b FROM t').get()).toEqual({ b: 'x' })
    writer.exec('DROP TABLE t')
    expect(reader.prepare('SELECT name FROM sqlite_schema').all()).toEqual([])
  })

  test('a pragma gives its rows, or the first value', () => {
    const db = open(makeFile())
    expect(db.pragma('user_version')).toEqual([{ user_version: 0 }])
    expect(db.pragma('user_version = 3')).toEqual([])
    expect(db.pragma('user_version', { simple: true })).toBe(3)
    expect(db.pragma('journal_mode = WAL', { simple: true })).toBe('wal')
    expect(db.pragma('quick_check(5)')).toEqual([{ quick_check: 'ok' }])
    expect(db.pragma('busy_timeout', { simple: true })).toBe(0)
  })

  test('a function is called with the values of its row, and its error is the error of the statement', () => {
    const db = open()
    db.function('joined', { deterministic: true }, (a, b) => `${a}-${b}`)
    expect(db.prepare("SELECT joined(1, 'x') AS v").get()).toEqual({ v: '1-x' })
    db.function('failing', { deterministic: true }, (_a) => {
      throw new RangeError('of the function')
    })
    expect(() => db.prepare('SELECT failing(1)').get()).toThrow(new RangeError('of the function'))
  })

  test('a transaction is kept whole or not at all', () => {
    const path = makeFile()
    const [db, other] = [open(path), open(path)]
    const count = () => other.prepare('SELECT count(*) AS n FROM t').get()
    db.transaction(() => {
      expect(db.inTransaction).toBe(true)
      db.exec("INSERT INTO t (b) VALUES ('x')")
      expect(count()).toEqual({ n: 0 })
    }).immediate()
    expect(count()).toEqual({ n: 1 })
    const failing = db.transaction(() => {
      db.exec("INSERT INTO t (b) VALUES ('y')")
      throw new RangeError('of the work')
    })
    expect(() => failing.immediate()).toThrow(new RangeError('of the work'))
    expect(db.inTransaction).toBe(false)
    expect(count()).toEqual({ n: 1 })
    expect(db.transaction(() => 'result').immediate()).toBe('result')
  })

  test('another connection that holds the file is SQLITE_BUSY', () => {
    const path = makeFile()
    const [first, second] = [open(path), open(path)]
    first.exec('BEGIN IMMEDIATE')
    expect(codeOf(() => second.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY')
    expect(codeOf(() => second.transaction(() => {}).immediate())).toBe('SQLITE_BUSY')
    expect(second.inTransaction).toBe(false)
    first.exec('COMMIT')
    second.exec('BEGIN IMMEDIATE')
  })

  test('trouble has the names of SQLite', () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'text'), 'a note, not a database\n'.repeat(50))
    expect(codeOf(() => open(join(folder, 'text')).pragma('schema_version'))).toBe('SQLITE_NOTADB')
    expect(codeOf(() => open(folder).pragma('schema_version'))).toBe('SQLITE_CANTOPEN')
    const db = open(makeFile())
    db.exec('INSERT INTO t (a) VALUES (1)')
    expect(codeOf(() => db.prepare('INSERT INTO t (a) VALUES (1)').run())).toMatch(/^SQLITE_CONSTRAINT/)
    db.pragma('query_only = 1')
    expect(codeOf(() => db.exec('DELETE FROM t'))).toMatch(/^SQLITE_READONLY/)
    expect(codeOf(() => db.prepare('SELECT'))).toBe('SQLITE_ERROR')
    const small = open(makeFile())
    small.pragma('max_page_count = 3')
    expect(codeOf(() => small.prepare('INSERT INTO t (b) VALUES (?)').run('x'.repeat(50_000)))).toBe('SQLITE_FULL')
  })

  test('damage is SQLITE_CORRUPT', () => {
    const path = makeFile()
    const db = open(path)
    db.exec(
      "WITH n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO t SELECT i, 'x' || i FROM n",
    )
    db.close()
    const fd = openSync(path, 'r+')
    writeSync(fd, Buffer.alloc(statSync(path).size - 4096, 0xa5), 0, undefined, 4096)
    closeSync(fd)
    expect(codeOf(() => open(path).prepare('SELECT count(*) FROM t').get())).toMatch(/^SQLITE_CORRUPT/)
  })

  test('damage is SQLITE_CORRUPT also where it is met between two rows', () => {
    const path = makeFile()
    const db = open(path)
    db.exec(
      "WITH n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i, 'x' || i FROM n",
    )
    db.close()
    const fd = openSync(path, 'r+')
    writeSync(fd, Buffer.alloc(8192, 0xa5), 0, undefined, statSync(path).size - 8192)
    closeSync(fd)
    const rows = open(path).prepare('SELECT b FROM t').iterate()
    expect(rows.next().value).toEqual({ b: 'x1' })
    expect(codeOf(() => [...rows])).toMatch(/^SQLITE_CORRUPT/)
  })

  test('a loop over rows that is left lets go of them', () => {
    const path = makeFile()
    const [db, other] = [open(path), open(path)]
    db.exec("INSERT INTO t (b) VALUES ('x'), ('y')")
    for (const row of db.prepare('SELECT b FROM t').iterate()) {
      expect(row).toEqual({ b: 'x' })
      break
    }
    other.exec('DROP TABLE t')
    expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([])
  })

  test('the tables of the index can be made, and found through', () => {
    const db = open()
    db.exec(`${keptTables}${foldedTables}`)
    db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'records_fts', 'row')")
    db.prepare('INSERT INTO records_fts (rowid, body) VALUES (?, ?)').run(7, 'the kestrels hover')
    const find = db.prepare(
      'SELECT rowid AS key, bm25(records_fts) AS score FROM records_fts WHERE records_fts MATCH ?',
    )
    expect(find.all('body : kestrel')).toEqual([{ key: 7, score: expect.any(Number) }])
    expect(db.prepare('SELECT term FROM words').all()).toEqual([
      { term: 'hover' },
      { term: 'kestrel' },
      { term: 'the' },
    ])
    db.exec('DELETE FROM records_fts WHERE rowid = 7')
    expect(find.all('kestrel')).toEqual([])
  })

  test('a copy of a file is opened from its bytes', () => {
    const path = makeFile()
    open(path).exec("INSERT INTO t (b) VALUES ('x')")
    const copy = open(readFileSync(path))
    copy.exec("INSERT INTO t (b) VALUES ('y')")
    expect(copy.prepare('SELECT b FROM t').all()).toEqual([{ b: 'x' }, { b: 'y' }])
    expect(open(path).prepare('SELECT b FROM t').all()).toEqual([{ b: 'x' }])
    expect(codeOf(() => open(Buffer.from('not a database'.repeat(100))).pragma('schema_version'))).toBe('SQLITE_NOTADB')
  })

  test('closing twice is no trouble', () => {
    const db = open()
    db.close()
    expect(() => db.close()).not.toThrow()
    expect(() => db.exec('SELECT 1')).toThrow()
  })
})

test('Node has a SQLite that can stand in, and looking for it leaves its warnings as they were', () => {
  const { emitWarning } = process
  expect(hasBuiltin()).toBe(true)
  expect(process.emitWarning).toBe(emitWarning)
})

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return findErrno(error)
  }
}
