/**
 * An open vault: its log, its index, its lock. Opening only opens; `refresh` and `write` bring the projections up to
 * date. Everything a verb of the product needs hangs off this one handle.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { Embedder } from '../embeddings/embedder.ts'
import { fileSegments } from '../events/file-segments.ts'
import { type EventLog, openLog } from '../events/log.ts'
import { makeFolder } from '../lib/durable-file.ts'
import { MemoError } from '../lib/errors.ts'
import { freePath, moveAside } from '../lib/move-aside.ts'
import { type Ports, systemPorts } from '../lib/ports.ts'
import { cursorStore } from '../projections/index/cursor-rows.ts'
import type { IndexDatabase } from '../projections/index/database.ts'
import { indexProjection } from '../projections/index/index-projection.ts'
import { openIndex } from '../projections/index/open-index.ts'
import { filesProjection, viewsProjection } from '../projections/index/outbox.ts'
import type { CursorStore, Projection } from '../projections/projection.ts'
import { dayMs } from '../record/times.ts'
import type { Actor } from '../record/vocabulary.ts'
import { assertOwnParts } from './foreign-links.ts'
import { goBriefly } from './go-briefly.ts'
import { type VaultPaths, vaultPaths } from './layout.ts'
import { openLock, type VaultLock } from './lock.ts'
import { type SeenSessions, seenSessions } from './seen-sessions.ts'

export type Readers = typeof import('./readers.ts')

/** `redacting/finish.ts`, once it is loaded: few vaults ever need it. */
export interface Redacting {
  finishRedactions: (vault: Vault) => boolean
  settleRedactions: (vault: Vault) => void
}

/** The index and what folds into it; replaced as one when the file is set aside or was replaced by another process. */
export interface Projections {
  db: IndexDatabase
  store: CursorStore
  all: readonly Projection[]
}

export interface Vault {
  readonly paths: VaultPaths
  readonly ports: Ports
  readonly config: Config
  readonly actor: Actor
  readonly log: EventLog
  readonly lock: VaultLock
  projections: Projections
  /** True when the vault cannot be written; then the index is a copy in memory. */
  readOnly: boolean
  readers: Readers | undefined
  redacting: Redacting | undefined
  /** Most KiB of the index that are kept in memory; SQLite's own measure when left out. */
  readonly cacheKib: number | undefined
  /** How often reads of this handle look for hand edits; undefined for each time. */
  readonly looks: LookPace | undefined
  /** Opened when something is to be embedded. */
  embedder: Embedder | undefined
  /** Which records each session has counted already. */
  readonly seen: SeenSessions
  /** Events that this handle has appended. */
  appended: number
  /** Of those that no commit of its own holds yet, all but what reading left behind. */
  written: number
  /** What a person should know and no answer says: shown once on stderr. */
  readonly notices: string[]
  /** Told how many events were taken in while a reader waits for that. */
  onFold?: ((events: number) => void) | undefined
  /** Aborted when the running call is not wanted any more; undefined where nobody can say so. */
  cancelled?: AbortSignal | undefined
  /** Told after each part of the hand edits that are adopted together how many of them are done. */
  readonly onAdopted: OpenOptions['onAdopted']
}

export interface LookPace {
  readonly everyMs: number
  /** When the next look is due, in milliseconds of `ports.elapsed`. */
  next: number
}

/** What an answer is read from: a vault, or what it was at an earlier time. It can be neither brought up nor written. */
export type View = Pick<Vault, 'paths' | 'config' | 'projections' | 'notices'>

export interface OpenOptions {
  ports?: Ports
  actor?: Actor
  cacheKib?: number | undefined
  /** Reads look for hand edits at most so often (ms) in a vault of many files; each time when left out. */
  lookEveryMs?: number
  /** The process reads a little and ends. */
  isBrief?: boolean
  onAdopted?: ((files: number, total: number) => void) | undefined
}

/** Opens an existing vault. Throws NOT_A_VAULT, REFUSED for one with links in it, or what opening the index throws. */
export async function openVault(
  root: string,
  { ports = systemPorts, actor = 'cli', cacheKib, lookEveryMs, isBrief = false, onAdopted }: OpenOptions = {},
): Promise<Vault> {
  assertVault(root)
  const paths = vaultPaths(root)
  assertOwnParts(paths)
  const config = await loadConfig(root)
  if (isBrief) goBriefly(paths)
  const notices: string[] = []
  const projections = openProjections({ paths, readOnly: !isWritable(root), notices, ports, cacheKib })
  return {
    paths,
    ports,
    config,
    actor,
    log: openLog(fileSegments(paths.events, paths.quarantine, paths.appending), ports),
    lock: openLock(paths, ports),
    projections,
    readOnly: projections.db.isCopy,
    readers: undefined,
    redacting: undefined,
    cacheKib,
    looks: lookEveryMs === undefined ? undefined : { everyMs: lookEveryMs, next: 0 },
    embedder: undefined,
    seen: seenSessions(config.session.ttlDays * dayMs),
    appended: 0,
    written: 0,
    notices,
    onAdopted,
  }
}

export function closeVault(vault: Vault): void {
  void vault.embedder?.close()
  vault.projections.db.close()
  vault.lock.close()
}

/** Runs the work with the vault open and closes it whatever happens. */
export async function withVault<T>(root: string, options: OpenOptions, work: (vault: Vault) => Promise<T>): Promise<T> {
  const vault = await openVault(root, options)
  try {
    return await work(vault)
  } finally {
    closeVault(vault)
  }
}

/** Whether the folder holds any part of a vault: one part is enough, because the others can be brought back from it. */
function isVault(root: string): boolean {
  return ['config.json', 'events', 'projects', 'memo.sqlite'].some((name) => existsSync(join(root, name)))
}

/** Throws NOT_A_VAULT where the folder holds no part of a vault. */
export function assertVault(root: string): void {
  const stat = statSync(root, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isDirectory()) {
    throw new MemoError('NOT_A_VAULT', `${root} is a file, not a vault`, {
      hint: 'name a folder with --vault or MEMO_VAULT',
    })
  }
  // A folder that may not be entered would look empty.
  if (stat !== undefined) accessSync(root, constants.R_OK | constants.X_OK)
  if (!isVault(root)) {
    throw new MemoError('NOT_A_VAULT', `there is no vault at ${root}`, { hint: 'run "memo init" to make one' })
  }
}

function isWritable(root: string): boolean {
  try {
    accessSync(root, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a vault that could not be written can be now: there are rights and room again. Its index is opened anew then. */
export function regainWriting(vault: Vault): void {
  const { root } = vault.paths
  if (!isWritable(root) || statfsSync(root).bavail === 0) return
  vault.readOnly = false
  reopenProjections(vault)
  vault.readOnly = vault.projections.db.isCopy
}

/** Opens the index again, after it was set aside or replaced; notices are added to the vault's. */
export function reopenProjections(vault: Vault): void {
  vault.projections.db.close()
  vault.projections = openProjections(vault)
}

type Opening = Pick<Vault, 'paths' | 'readOnly' | 'notices' | 'ports' | 'cacheKib'> & { projections?: Projections }

function openProjections({ paths, readOnly, notices, ports, cacheKib, projections }: Opening): Projections {
  const isDiskFull = projections?.db.isDiskFull
  const db = openIndex({ path: paths.index, readOnly, isDiskFull, setAside: setIndexAside(paths, ports), cacheKib })
  // An index that is opened anew has some of them to tell again.
  notices.push(...db.notices.filter((notice) => !notices.includes(notice)))
  return { db, store: cursorStore(db), all: [indexProjection(db), filesProjection(db), viewsProjection(db)] }
}

/** What moves a damaged SQLite file and what stands beside it into the quarantine. */
export function setIndexAside(paths: VaultPaths, ports: Ports) {
  return (path: string, reason: string): void => {
    makeFolder(paths.quarantine)
    const word = reason.replace(/[^a-z]+.*$/, '')
    // One name for all of them, by which SQLite finds them together.
    const aside = freePath(join(paths.quarantine, `${basename(path)}.${word}.${ports.now()}`))
    for (const side of ['', '-wal', '-shm', '-journal']) {
      if (side === '' || existsSync(`${path}${side}`)) moveAside(`${path}${side}`, `${aside}${side}`)
    }
  }
}

/** Loads the parsers and schemas, once per vault. */
export async function loadReaders(vault: Vault): Promise<Readers> {
  vault.readers ??= await import('./readers.ts')
  return vault.readers
}

/** Tells once: a long-lived server must not repeat itself with each answer. */
export function addNotice(vault: View, notice: string): void {
  if (!vault.notices.includes(notice)) vault.notices.push(notice)
}
