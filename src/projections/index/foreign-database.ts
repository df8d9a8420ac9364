/**
 * The SQLite file of another program, which may be at work in it. What is opened is a copy: opening the file itself would
 * change what stands beside it (`-shm`, a log that is played back), and would keep its owner from tidying up.
 */
import { closeSync, constants, copyFileSync, mkdtempSync, openSync, readSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { removeFile, removeTree } from '../../lib/remove-file.ts'
import { openSqlite, type SqliteDatabase } from './sqlite.ts'

export interface ForeignDatabase {
  readonly db: SqliteDatabase
  /** Closes it and removes the copy. */
  close(): void
}

/** What was committed last may stand in the log beside the file; a journal there undoes what was not. */
const parts = ['', '-wal', '-journal'] as const

/** A program that writes without pause lets no copy be taken in that many attempts. */
const attempts = 8

/** Throws REFUSED for a file that is no SQLite database, BUSY where it changes all the time, IO where there is no room. */
export function openForeign(path: string): ForeignDatabase {
  if (!readHead(path, 16).equals(Buffer.from('SQLite format 3\0'))) {
    throw new MemoError('REFUSED', `${path} is not a SQLite database`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'memo-foreign-'))
  const remove = (): void => removeTree(folder)
  try {
    const copy = join(folder, 'copy.db')
    copyWhole(path, copy)
    const db = openSqlite(copy)
    const close = (): void => {
      db.close()
      remove()
    }
    // Names in the schema may be those of functions that do something.
    for (const setting of ['trusted_schema = OFF', 'query_only = ON', 'cell_size_check = ON']) db.pragma(setting)
    return { db, close }
  } catch (error) {
    remove()
    throw toMemoError(path, error)
  }
}

function copyWhole(from: string, to: string): void {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = stateOf(from)
    for (const part of parts) copyIfThere(from + part, to + part)
    if (stateOf(from) === before) return
  }
  throw new MemoError('BUSY', `${from} changes all the time`, {
    hint: 'stop the program that it belongs to, and try again',
  })
}

/**
 * Equal for two moments between which a copy is whole. What a log got appended meanwhile is a transaction that the copy
 * has or has not; a log that was begun anew has another head.
 */
function stateOf(path: string): string {
  const states = parts.map((part) => {
    const stat = statSync(path + part, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return 'none'
    return part === '-wal'
      ? readHead(path + part, 32).toString('hex')
      : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
  })
  return states.join('\n')
}

function copyIfThere(from: string, to: string): void {
  removeFile(to)
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (findErrno(error) !== 'ENOENT') throw error
  }
}

function readHead(path: string, size: number): Buffer {
  const head = Buffer.alloc(size)
  const file = openIfThere(path)
  if (file === undefined) return Buffer.alloc(0)
  try {
    return head.subarray(0, readSync(file, head, 0, size, 0))
  } finally {
    closeSync(file)
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}

function toMemoError(path: string, error: unknown): unknown {
  const code = findErrno(error)
  if (code === 'ENOSPC') {
    return new MemoError('IO', `there is no room for a copy of ${path}`, {
      hint: 'name another folder in TMPDIR',
      cause: error,
    })
  }
  if (code?.startsWith('SQLITE_') === true)
    return new MemoError('REFUSED', `${path} cannot be read: ${(error as Error).message}`, { cause: error })
  return error
}
