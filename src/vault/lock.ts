/**
 * One writer at a time per vault, across processes. The lock is SQLite's own on a small file: the kernel frees it when
 * its holder dies, so there is no pid to check and nothing to steal. Work under it is synchronous, because a second
 * flow of the same process would otherwise block the event loop that the first one needs.
 */
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { makeFolder } from '../lib/durable-file.ts'
import { findErrno, MemoError } from '../lib/errors.ts'
import type { Ports } from '../lib/ports.ts'
import { openSqlite, type SqliteDatabase } from '../projections/index/sqlite.ts'
import { toIso } from '../record/times.ts'
import type { VaultPaths } from './layout.ts'
import { readOnlyVault } from './read-only.ts'

export interface VaultLock {
  /** Runs the work while holding the lock. Throws BUSY, naming the holder, after `waitMs`; READ_ONLY where it cannot lock. */
  hold<T>(waitMs: number, label: string, work: () => T): T
  close(): void
}

export function openLock(paths: VaultPaths, ports: Ports): VaultLock {
  let connection: Connection | undefined
  let isHeld = false
  const take = (waitMs: number): SqliteDatabase => {
    for (let tries = 1; ; tries++) {
      connection ??= connect(paths)
      begin(connection.db, paths, waitMs)
      if (isInPlace(connection, paths) || tries === mostTries) return connection.db
      connection.db.close()
      connection = undefined
    }
  }
  return {
    hold: (waitMs, label, work) => {
      if (isHeld) throw new MemoError('BUG', `the vault lock was taken twice (${label})`)
      const db = take(waitMs)
      isHeld = true
      try {
        noteHolder(paths, ports, label)
        return work()
      } finally {
        isHeld = false
        db.exec('COMMIT')
      }
    },
    close: () => connection?.db.close(),
  }
}

interface Connection {
  db: SqliteDatabase
  inode: number
}

/** Enough for a file that is replaced once more meanwhile; a file system that numbers its files anew each time has to do. */
const mostTries = 3

/**
 * Somebody may remove `.sync` (a `git clean -dfx` does) while a server has the lock's file open: who opens the vault then
 * makes another, and the two would keep each other out of nothing.
 */
function isInPlace({ inode }: Connection, { lock }: VaultPaths): boolean {
  try {
    return statSync(lock).ino === inode
  } catch {
    // Not there, or not to be looked at: to open it anew says which.
    return false
  }
}

function connect(paths: VaultPaths): Connection {
  try {
    makeFolder(paths.local)
    return { db: open(paths.lock), inode: statSync(paths.lock).ino }
  } catch (error) {
    const code = findErrno(error) ?? ''
    if (code === 'SQLITE_CANTOPEN' || ['EACCES', 'EROFS', 'EPERM'].includes(code)) throw readOnlyVault(paths, error)
    throw error
  }
}

/**
 * Nothing is kept in the file, so one that is no database is emptied. It is never replaced: whoever has opened it would
 * hold another file's lock.
 */
function open(path: string): SqliteDatabase {
  // Only where it is missing: to close a file lets go of every lock that this process has on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  try {
    return openSound(path)
  } catch (error) {
    if (findErrno(error) !== 'SQLITE_NOTADB') throw error
    truncateSync(path, 0)
    return openSound(path)
  }
}

function openSound(path: string): SqliteDatabase {
  const db = openSqlite(path)
  try {
    // Reading the header finds a file that is no database, before the lock is relied on.
    db.pragma('schema_version')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Takes a lock of the same kind on another file if nobody has it, for work that is not synchronous. Gives what lets go
 * of it, or undefined when it is taken, by this process or another.
 */
export function tryLock(path: string): (() => void) | undefined {
  const db = open(path)
  try {
    db.pragma('busy_timeout = 0')
    db.exec('BEGIN IMMEDIATE')
    return () => db.close()
  } catch (error) {
    db.close()
    if (findErrno(error)?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

function begin(db: SqliteDatabase, paths: VaultPaths, waitMs: number): void {
  try {
    db.pragma(`busy_timeout = ${Math.max(0, Math.floor(waitMs))}`)
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    const code = findErrno(error) ?? ''
    if (code.startsWith('SQLITE_BUSY')) throw busy(paths, waitMs, error)
    if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN') throw readOnlyVault(paths, error)
    throw error
  }
}

function busy(paths: VaultPaths, waitMs: number, cause: unknown): MemoError {
  return new MemoError('BUSY', `the vault is held by ${describeHolder(paths)}; gave up after ${waitMs} ms`, {
    hint: 'try again; the lock ends by itself with the process that holds it',
    cause,
  })
}

/** Only for the message above; nothing relies on it, so a failure to write it changes nothing. */
function noteHolder(paths: VaultPaths, ports: Ports, label: string): void {
  try {
    const since = toIso(ports.now())
    writeFileSync(paths.holder, JSON.stringify({ pid: process.pid, command: label, since }), { mode: 0o600 })
  } catch {
    // A full disk must not keep a hit or a repair from being tried.
  }
}

function describeHolder(paths: VaultPaths): string {
  try {
    const { pid, command, since } = JSON.parse(readFileSync(paths.holder, 'utf8')) as { [key: string]: unknown }
    if (pid === undefined || command === undefined || since === undefined) return 'another process'
    return `process ${pid} (memo ${command}, since ${since})`
  } catch {
    return 'another process'
  }
}
