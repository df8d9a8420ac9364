/**
 * A layer under `node:fs` and better-sqlite3 of this process that sees every step on the files of one folder, and asks a
 * listener what is to become of it: it may count, kill, refuse or cut short. What SQLite does inside one statement is not
 * seen; the kinds `strace` and `full-disk` are for that.
 */
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { resolve, sep } from 'node:path'

/** `open-write` may make the file, `change` changes a folder (rename, mkdir, rm …), `run` is a statement of SQLite. */
export type StepClass = 'open-read' | 'open-write' | 'read' | 'write' | 'sync' | 'change' | 'run'

export interface Step {
  class: StepClass
  /** Name of the function. */
  name: string
  path: string
  /** Bytes that are to be written, or 0. */
  size: number
  /** Of a `run`: the statement, and what undoes the transaction that it is in, as SQLite itself does after some errors. */
  sql?: string
  rollBack?: () => void
}

/** What is done in the place of the step. */
export interface Outcome {
  /** How many bytes of a write are still written first. */
  take?: number
  /** Throws, or ends the process; without it a short write is told as one. */
  fail?: () => never
}

/** Undefined lets the step happen. */
export type Listener = (step: Step) => Outcome | undefined

let folder = ''
let listener: Listener | undefined
const paths = new Map<number, string>()

/** Every step below the folder is told from now on. */
export function listen(below: string, onStep: Listener): void {
  install()
  folder = below
  listener = onStep
}

export function stopListening(): void {
  listener = undefined
}

/** Work that is not the product's: nothing of it is told. */
export function unheard<T>(work: () => T): T {
  const heard = listener
  listener = undefined
  try {
    return work()
  } finally {
    listener = heard
  }
}

type Call = (...args: unknown[]) => unknown
type Functions = { [name: string]: Call }

const changes = ['mkdirSync', 'rmSync', 'rmdirSync', 'unlinkSync', 'truncateSync', 'utimesSync', 'chmodSync']
const changesOfTwo = ['renameSync', 'linkSync', 'copyFileSync', 'symlinkSync']
const reads = ['readFileSync', 'readdirSync']

let isInstalled = false

function install(): void {
  if (isInstalled) return
  isInstalled = true
  const functions = fs as unknown as Functions
  wrapOpen(functions)
  wrapDescriptors(functions)
  for (const name of ['writeFileSync', 'appendFileSync']) wrapWholeWrite(functions, name)
  for (const name of reads) wrapPath(functions, name, 'read')
  for (const name of changes) wrapPath(functions, name, 'change')
  for (const name of changesOfTwo) wrapPath(functions, name, 'change', 1)
  syncBuiltinESMExports()
  wrapSqlite()
}

/** The absolute path, if it is below the folder that is listened to. */
function findPath(value: unknown): string | undefined {
  if (listener === undefined) return undefined
  const path = typeof value === 'number' ? paths.get(value) : isPath(value) ? resolve(String(value)) : undefined
  return path?.startsWith(folder + sep) ? path : undefined
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array
}

function tell(kind: StepClass, name: string, path: string | undefined, size = 0): Outcome | undefined {
  return path === undefined ? undefined : listener?.({ class: kind, name, path, size })
}

function wrapOpen(functions: Functions): void {
  const open = functions.openSync as Call
  functions.openSync = (path, flags = 'r', ...rest) => {
    const found = findPath(path)
    const outcome = tell(flags === 'r' ? 'open-read' : 'open-write', 'openSync', found)
    outcome?.fail?.()
    const fd = open(path, flags, ...rest) as number
    if (typeof path === 'string') paths.set(fd, resolve(path))
    return fd
  }
  const close = functions.closeSync as Call
  functions.closeSync = (fd) => {
    paths.delete(fd as number)
    return close(fd)
  }
}

function wrapDescriptors(functions: Functions): void {
  for (const name of ['fsyncSync', 'fdatasyncSync']) wrapPath(functions, name, 'sync')
  wrapPath(functions, 'ftruncateSync', 'change')
  wrapPath(functions, 'readSync', 'read')
  wrapWrite(functions)
}

/** Of bytes; a text is written as a whole. */
function wrapWrite(functions: Functions): void {
  const write = functions.writeSync as Call
  functions.writeSync = (...args) => {
    const [fd, bytes, offset = 0, length, position] = args
    if (!(bytes instanceof Uint8Array)) return write(...args)
    const size = typeof length === 'number' ? length : bytes.length - Number(offset)
    const outcome = tell('write', 'writeSync', findPath(fd), size)
    if (outcome === undefined) return write(...args)
    const taken = outcome.take ? write(fd, bytes, offset, outcome.take, position) : 0
    outcome.fail?.()
    return taken
  }
}

function wrapWholeWrite(functions: Functions, name: string): void {
  const original = functions[name] as Call
  functions[name] = (path, data, ...rest) => {
    const bytes = Buffer.from(data as string)
    const outcome = tell('write', name, findPath(path), bytes.length)
    if (outcome === undefined) return original(path, data, ...rest)
    // Node opens the file, and so empties it, before it writes.
    original(path, bytes.subarray(0, outcome.take ?? 0), ...rest)
    outcome.fail?.()
    return original(path, data, ...rest)
  }
}

function wrapPath(functions: Functions, name: string, kind: StepClass, other = 0): void {
  const original = functions[name] as Call
  functions[name] = (...args) => {
    const outcome = tell(kind, name, findPath(args[0]) ?? findPath(args[other]))
    outcome?.fail?.()
    return original(...args)
  }
}

interface Connection {
  name: string
  inTransaction: boolean
  exec(sql: string): void
}

interface Native {
  readonly prototype: Functions
  new (path: string): Connection & { prepare(sql: string): object; close(): void }
}

type Statement = Connection & { database: Connection; source: string }

function wrapSqlite(): void {
  const Database = createRequire(import.meta.url)('better-sqlite3') as Native
  const probe = new Database(':memory:')
  wrapStatement(Object.getPrototypeOf(probe.prepare('SELECT 1')), 'run', ({ database, source }) => [database, source])
  probe.close()
  for (const name of ['exec', 'pragma', 'close'])
    wrapStatement(Database.prototype, name, (connection, [sql]) => [connection, String(sql ?? '')])
}

function wrapStatement(
  prototype: Functions,
  name: string,
  read: (self: Statement, args: unknown[]) => [connection: Connection, sql: string],
): void {
  const original = prototype[name] as Call
  prototype[name] = function (this: Statement, ...args: unknown[]): unknown {
    if (listener !== undefined) {
      const [connection, sql] = read(this, args)
      const path = findPath(connection.name)
      const rollBack = (): void =>
        unheard(() => {
          if (connection.inTransaction) connection.exec('ROLLBACK')
        })
      if (path !== undefined) listener({ class: 'run', name, path, size: 0, sql, rollBack })?.fail?.()
    }
    return original.apply(this, args)
  }
}
