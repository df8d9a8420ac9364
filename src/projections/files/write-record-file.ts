/**
 * Brings one record's file to what the log says. It changes the bytes of the keys that changed and no others, and it
 * never writes over a file that is not as it was last seen: that one is adopted first.
 */
import { mkdirSync, readFileSync, renameSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { replaceFile } from '../../lib/durable-file.ts'
import { unlessRefused } from '../../lib/errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { createMarkdown } from '../../record/frontmatter.ts'
import { editMarkdown } from '../../record/frontmatter-edit.ts'
import type { JsonValue } from '../../record/json-value.ts'
import { recordPath } from '../../record/locations.ts'
import { isKind } from '../../record/vocabulary.ts'
import type { IndexDatabase } from '../index/database.ts'
import {
  deleteFileState,
  type FileState,
  findFileOf,
  findFolderTime,
  folderOf,
  saveFileState,
  saveFolderTime,
} from '../index/file-rows.ts'
import { kindOf, textOf } from '../index/record-rows.ts'
import { assertInside } from './leads-out.ts'
import { overwriteFile } from './overwrite.ts'
import { bodyHash, type Frontmatter, isCounter, toFrontmatter } from './render.ts'
import { findSignature, isSame, toSignature } from './signature.ts'

/** `blocked`: something else stands there (a hand edit, an unreadable file); the caller adopts or reports it. */
export type WriteOutcome = 'written' | 'unchanged' | 'removed' | 'blocked'

/** Why a record has no file although it is there: its file was deleted by hand, which archived it. */
export const deletedByHand = 'file deleted by hand'

/** Whether the record has no file for that reason; one that is in use again has one. */
export function isDeletedByHand({ fields }: RecordState): boolean {
  return fields.archivedReason === deletedByHand && fields.status === 'archived'
}

export function writeRecordFile(db: IndexDatabase, root: string, state: RecordState): WriteOutcome {
  const known = findFileOf(db, state.project, state.id)
  if (known?.problem !== undefined) return 'blocked'
  if (!isPresent(state)) return removeRecordFile(db, root, known)
  const target = recordPath(state.project, kindOf(state), state.id)
  if (known === undefined) return createFile(db, root, target, state)
  const onDisk = findSignature(join(root, known.path))
  if (onDisk === undefined) return createFile(db, root, known.path, state)
  if (!isSame(onDisk, known)) return 'blocked'
  return updateFile(db, root, moveToKind(db, root, known, target), state)
}

function createFile(db: IndexDatabase, root: string, path: string, state: RecordState): WriteOutcome {
  if (findSignature(join(root, path)) !== undefined) return 'blocked'
  if (isDeletedByHand(state)) return 'unchanged'
  const data = toFrontmatter(state)
  const body = textOf(state.fields.body) ?? ''
  saveText({ db, root, path, state, data, textHash: bodyHash(body), text: createMarkdown(data, body) })
  return 'written'
}

function updateFile(db: IndexDatabase, root: string, known: FileState, state: RecordState): WriteOutcome {
  const outcome = writeFrom(db, root, { known, state, path: known.path })
  return outcome === 'blocked' ? leaveAlone(db, known) : outcome
}

export interface WriteFromInput {
  /** The file to begin with, which must be as it was last seen. */
  known: FileState
  state: RecordState
  /** Where the file is to be written. */
  path: string
}

/** Writes what the record says now, and keeps everything else that a person has put in the file. */
export function writeFrom(db: IndexDatabase, root: string, { known, state, path }: WriteFromInput): WriteOutcome {
  const data = toFrontmatter(state)
  const body = textOf(state.fields.body) ?? ''
  const set = Object.fromEntries(Object.entries(data).filter(([key, value]) => !isAlike(value, known.projected[key])))
  const unset = Object.keys(known.projected).filter((key) => !(key in data))
  const textHash = bodyHash(body)
  const bodyChanged = textHash !== known.bodyHash
  if (Object.keys(set).length === 0 && unset.length === 0 && !bodyChanged) return 'unchanged'
  const before = readFileSync(join(root, known.path), 'utf8')
  // Frontmatter may have no lines of its own to change (written in flow style, or with a key twice).
  const text = unlessRefused(() => editMarkdown(before, { set, unset, ...(bodyChanged && { body }) }))
  if (text === undefined) return 'blocked'
  const saved = { db, root, path, state, data, textHash, text }
  const isOnlyCounted = path === known.path && !bodyChanged && [...Object.keys(set), ...unset].every(isCounter)
  if (!isOnlyCounted || !saveCounters(saved, { before, known })) saveText(saved)
  return 'written'
}

/** Alike lists and objects are nearly always written alike too, and then Node need not load what compares them deeply. */
function isAlike(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return JSON.stringify(one) === JSON.stringify(other) || isDeepStrictEqual(one, other)
}

function leaveAlone(db: IndexDatabase, known: FileState): WriteOutcome {
  saveFileState(db, {
    ...known,
    problem: 'its frontmatter is not written one key per line, so it cannot be changed in place',
  })
  return 'blocked'
}

interface SaveInput {
  db: IndexDatabase
  root: string
  path: string
  state: RecordState
  data: Frontmatter
  /** Of the record's text; `text` is that of the whole file. */
  textHash: string
  text: string
}

function saveText(saved: SaveInput): void {
  const { db, root, path, text } = saved
  keepFolderTime(db, root, folderOf(path), () =>
    noteSaved(saved, replaceFile(join(root, path), Buffer.from(text), { durable: false })),
  )
}

/** Whether that could be done in place, which leaves the folder as it is. */
function saveCounters(saved: SaveInput, { before, known }: { before: string; known: FileState }): boolean {
  const { root, path, text } = saved
  assertInside(root, folderOf(path))
  const stat = overwriteFile(join(root, path), { before, after: text, known })
  if (stat !== undefined) noteSaved(saved, stat)
  return stat !== undefined
}

function noteSaved({ db, path, state, data, textHash, text }: SaveInput, stat: Stats): void {
  saveFileState(db, {
    ...toSignature(stat),
    path,
    project: state.project,
    id: state.id,
    hash: sha256(text),
    projected: data,
    bodyHash: textHash,
    problem: undefined,
  })
}

/** A record whose kind changed moves to that kind's folder, unless a person had put it somewhere else. */
function moveToKind(db: IndexDatabase, root: string, known: FileState, target: string): FileState {
  const oldKind = textOf(known.projected.kind) ?? ''
  const wasInPlace = isKind(oldKind) && known.path === recordPath(known.project, oldKind, known.id)
  if (!wasInPlace || known.path === target || findSignature(join(root, target)) !== undefined) return known
  keepFolderTime(db, root, folderOf(known.path), () =>
    keepFolderTime(db, root, folderOf(target), () => renameSync(join(root, known.path), join(root, target))),
  )
  deleteFileState(db, known.path)
  const moved = { ...known, path: target }
  saveFileState(db, moved)
  return moved
}

function removeRecordFile(db: IndexDatabase, root: string, known: FileState | undefined): WriteOutcome {
  if (known === undefined) return 'unchanged'
  const file = join(root, known.path)
  const onDisk = findSignature(file)
  if (onDisk !== undefined && !isSame(onDisk, known)) return 'blocked'
  keepFolderTime(db, root, folderOf(known.path), () => removeFile(file))
  deleteFileState(db, known.path)
  return 'removed'
}

/**
 * Does work of our own in a folder without making the next scan read it: if nobody else had touched the folder since
 * it was last seen, its new time is noted as seen. Throws REFUSED for a folder that leads out of the vault.
 */
export function keepFolderTime(db: IndexDatabase, root: string, folder: string, work: () => void): void {
  assertInside(root, folder)
  const path = join(root, folder)
  const before = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (before === undefined) mkdirSync(path, { recursive: true, mode: 0o700 })
  const wasSeen = before === undefined || before === findFolderTime(db, folder)
  work()
  if (!wasSeen) return
  saveFolderTime(db, folder, statSync(path).mtimeMs)
  if (before === undefined) noteParent(db, root, dirname(folder))
}

/** A folder of ours that is new changes its parent's time as well; what else is new there is found by a full scan. */
function noteParent(db: IndexDatabase, root: string, folder: string): void {
  if (folder === '.' || folder === '') return
  const stat = statSync(join(root, folder), { throwIfNoEntry: false })
  if (stat !== undefined) saveFolderTime(db, folder, stat.mtimeMs)
  noteParent(db, root, dirname(folder))
}
