/**
 * Git trouble: logged, told, and not met again by each command. The next try comes after a pause that grows, or as soon as
 * the file that stood in the way has changed.
 */
import { statSync } from 'node:fs'
import { messageOf } from '../../lib/errors.ts'
import { deleteSetting, readSetting, saveSetting } from '../../projections/index/setting-rows.ts'
import { parseStored } from '../../projections/index/stored-json.ts'
import { logError } from '../error-log.ts'
import { addNotice, type Vault } from '../vault.ts'

export interface GitTrouble {
  reason: string
  /** Milliseconds since the epoch. */
  at: number
  /** Tries that failed one after the other. */
  tries: number
  /** Not before this (ms), unless the file has changed. */
  until: number
  watched?: { path: string; time: number } | undefined
}

/** What keeps a commit from being made now; `path` is a file whose change or removal ends it. */
export class Obstacle extends Error {
  readonly path: string | undefined

  constructor(message: string, path?: string) {
    super(message)
    this.path = path
  }
}

const troubleSetting = 'git.trouble'

/** From half a minute, doubled by each further failure, to an hour. */
const firstPauseMs = 30_000
const longestPauseMs = 3_600_000

export function findTrouble({ projections }: Vault): GitTrouble | undefined {
  const stored = readSetting(projections.db, troubleSetting)
  return stored === undefined ? undefined : (parseStored(stored) as GitTrouble)
}

/** Never throws: what was written is stored, whatever becomes of git and the index. */
export function noteTrouble(vault: Vault, error: unknown, reason: string): void {
  logError(vault.paths, vault.ports, 'git', messageOf(error))
  addNotice(vault, `saved, but not committed to git (${reason}); a later command tries again`)
  try {
    saveTrouble(vault, error, reason)
  } catch (failure) {
    logError(vault.paths, vault.ports, 'index', failure)
  }
}

function saveTrouble(vault: Vault, error: unknown, reason: string): void {
  const now = vault.ports.now()
  const tries = (findTrouble(vault)?.tries ?? 0) + 1
  const path = error instanceof Obstacle ? error.path : undefined
  const watched = path === undefined ? undefined : { path, time: timeOf(path) }
  const until = now + Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
  const trouble = { reason, at: now, tries, until, watched } satisfies GitTrouble
  saveSetting(vault.projections.db, troubleSetting, JSON.stringify(trouble))
}

export function clearTrouble({ projections: { db } }: Vault): void {
  if (readSetting(db, troubleSetting) !== undefined) deleteSetting(db, troubleSetting)
}

/** Whether git is to be left alone for now; not by what a clock noted that was ahead. */
export function isPausing(vault: Vault): boolean {
  const trouble = findTrouble(vault)
  const now = vault.ports.now()
  if (trouble === undefined || now >= trouble.until || now < trouble.at) return false
  return trouble.watched === undefined || timeOf(trouble.watched.path) === trouble.watched.time
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Tells a thing once for as long as this index lives. */
export function tellOnce(vault: Vault, name: string, notice: string): void {
  const { db } = vault.projections
  if (readSetting(db, `told.${name}`) !== undefined) return
  saveSetting(db, `told.${name}`, String(vault.ports.now()))
  addNotice(vault, notice)
}
