/** How far the commits have come: kept in the index, and found again from the newest commit when that was built anew. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Cursor, Position } from '../../events/log.ts'
import { settleDue } from '../../projections/index/due-rows.ts'
import { deleteSetting, readSetting, saveSetting } from '../../projections/index/setting-rows.ts'
import { parseStored } from '../../projections/index/stored-json.ts'
import { indexCursor } from '../append.ts'
import type { Vault } from '../vault.ts'
import { readWriter } from '../writer.ts'

export interface Progress {
  /** Up to where each writer's log is committed. */
  cursor: Cursor
  /** The files beside the records as they were, by size and time. */
  settings: string
}

const progressSetting = 'git.committed'
const waitingSetting = 'git.waiting-since'
const writtenSetting = 'git.written-since'

/** The commit that the repository's index was left at: set while a commit is on its way. */
export const indexBehindSetting = 'git.index-behind'

/** Files of the vault that no event tells of. */
export const settingsFiles = ['config.json', '.gitignore', '.gitattributes']

/** Undefined when nothing was committed yet, or when that is not known any more. */
export function readProgress({ projections }: Vault): Progress | undefined {
  const stored = readSetting(projections.db, progressSetting)
  if (stored === undefined) return undefined
  const { writers, settings } = parseStored(stored, isStoredProgress) as StoredProgress
  return { cursor: new Map(Object.entries(writers)), settings }
}

interface StoredProgress {
  writers: { [writer: string]: Position }
  settings: string
}

function isStoredProgress({ writers, settings }: Partial<StoredProgress>): boolean {
  return typeof writers === 'object' && typeof settings === 'string'
}

/** Notes that all of this is in a commit, and every path that was due with the mark or before. */
export function saveProgress({ projections: { db } }: Vault, { cursor, settings }: Progress, mark: number): void {
  db.transaction(() => {
    saveSetting(db, progressSetting, JSON.stringify({ writers: Object.fromEntries(cursor), settings }))
    deleteSetting(db, waitingSetting)
    deleteSetting(db, writtenSetting)
    settleDue(db, mark)
  })
}

/** Undefined once the last commit was brought to its end; empty where it is the first. */
export function findIndexBehind({ projections }: Vault): string | undefined {
  return readSetting(projections.db, indexBehindSetting)
}

/** After a repair: what the commits hold is found by looking at everything. */
export function forgetProgress({ projections }: Vault): void {
  deleteSetting(projections.db, progressSetting)
}

/** Own events that no commit holds yet. */
export function countWaiting(vault: Vault): number {
  const writer = readWriter(vault.paths)?.writer
  if (writer === undefined) return 0
  const done = readProgress(vault)?.cursor.get(writer)?.seq ?? 0
  return Math.max(0, (indexCursor(vault).get(writer)?.seq ?? 0) - done)
}

/** When the first of the waiting events was met (ms); now, if nobody has noted it yet. */
export function noteWaiting(vault: Vault): number {
  return noteMoment(vault, waitingSetting)
}

export function findWaitingSince({ projections }: Vault): number | undefined {
  return findMoment(projections, waitingSetting)
}

/** When the first of the waiting events was met (ms) that are more than what reading leaves behind. */
export function noteWritten(vault: Vault): number {
  return noteMoment(vault, writtenSetting)
}

export function findWrittenSince({ projections }: Vault): number | undefined {
  return findMoment(projections, writtenSetting)
}

/** Written once: most commands find it noted. One that is still to come was noted by a clock that was wrong. */
function noteMoment({ projections, ports }: Vault, setting: string): number {
  const known = findMoment(projections, setting)
  const now = ports.now()
  if (known !== undefined && known <= now) return known
  saveSetting(projections.db, setting, String(now))
  return now
}

function findMoment({ db }: Vault['projections'], setting: string): number | undefined {
  const since = readSetting(db, setting)
  return since === undefined ? undefined : Number(since)
}

/** Size and time of the files beside the records. */
export function signSettings(root: string): string {
  const stats = settingsFiles.map((name) => statSync(join(root, name), { throwIfNoEntry: false }))
  return stats.map((stat) => (stat === undefined ? '-' : `${stat.size}/${stat.mtimeMs}/${stat.ino}`)).join(' ')
}
