/**
 * Brings one record's file to what the log says. It changes the bytes of the keys that changed and no others, and it
 * never writes over a file that is not as it was last seen: that one is adopted first.
 */
import { readFileSync, renameSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { replaceFile } from '../../lib/durable-file.ts'
import { unlessRefused } from '../../lib/errors.ts'
import { shortHash } from '../../lib/hash.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { createMarkdown } from '../../record/frontmatter.ts'
import { editMarkdown } from '../../record/frontmatter-edit.ts'
import type { JsonValue } from '../../record/json-value.ts'
import { recordPath } from '../../record/locations.ts'
import { isKind } from '../../record/vocabulary.ts'
import { deleteFileState, type FileState, findFileAt, folderOf, saveFileState } from '../index/file-rows.ts'
import { kindOf, textOf } from '../index/record-rows.ts'
import type { Folders } from './folders.ts'
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

export function writeRecordFile(folders: Folders, state: RecordState): WriteOutcome {
  const { db, root } = folders
  const target = recordPath(state.project, kindOf(state), state.id)
  const known = findFileAt(db, target, state)
  if (known?.problem !== undefined) return 'blocked'
  if (!isPresent(state)) return removeRecordFile(folders, known)
  if (known === undefined) return createFile(folders, target, state)
  const onDisk = findSignature(join(root, known.path))
  if (onDisk === undefined) return createFile(folders, known.path, state)
  if (!isSame(onDisk, known)) return 'blocked'
  return updateFile(folders, moveToKind(folders, known, target), state)
}

function createFile(folders: Folders, path: string, state: RecordState): WriteOutcome {
  if (findSignature(join(folders.root, path)) !== undefined) return 'blocked'
  if (isDeletedByHand(state)) return 'unchanged'
  const data = toFrontmatter(state)
  const body = textOf(state.fields.body) ?? ''
  saveText({ folders, path, state, data, textHash: bodyHash(body), text: createMarkdown(data, body) })
  return 'written'
}

function updateFile(folders: Folders, known: FileState, state: RecordState): WriteOutcome {
  const outcome = writeFrom(folders, { known, state, path: known.path })
  return outcome === 'blocked' ? leaveAlone(folders, known) : outcome
}

export interface WriteFromInput {
  /** The file to begin with, which must be as it was last seen. */
  known: FileState
  state: RecordState
  /** Where the file is to be written. */
  path: string
}

/** Writes what the record says now, and keeps everything else that a person has put in the file. */
export function writeFrom(folders: Folders, { known, state, path }: WriteFromInput): WriteOutcome {
  const data = toFrontmatter(state)
  const body = textOf(state.fields.body) ?? ''
  const set = Object.fromEntries(Object.entries(data).filter(([key, value]) => !isAlike(value, known.projected[key])))
  const unset = Object.keys(known.projected).filter((key) => !Object.hasOwn(data, key))
  const textHash = bodyHash(body)
  const bodyChanged = textHash !== known.bodyHash
  if (Object.keys(set).length === 0 && unset.length === 0 && !bodyChanged) return 'unchanged'
  const before = readFileSync(join(folders.root, known.path))
  // Frontmatter may have no lines of its own to change (written in flow style, or with a key twice).
  const text = unlessRefused(() => editMarkdown(before.toString(), { set, unset, ...(bodyChanged && { body }) }))
  if (text === undefined) return 'blocked'
  const saved = { folders, path, state, data, textHash, text }
  const isOnlyCounted = path === known.path && !bodyChanged && [...Object.keys(set), ...unset].every(isCounter)
  if (!isOnlyCounted || !saveCounters(saved, { before, known })) saveText(saved)
  return 'written'
}

/** Alike lists and objects are nearly always written alike too, and then Node need not load what compares them deeply. */
function isAlike(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return JSON.stringify(one) === JSON.stringify(other) || isDeepStrictEqual(one, other)
}

function leaveAlone({ db }: Folders, known: FileState): WriteOutcome {
  saveFileState(db, {
    ...known,
    problem: 'its frontmatter is not written one key per line, so it cannot be changed in place',
  })
  return 'blocked'
}

interface SaveInput {
  folders: Folders
  path: string
  state: RecordState
  data: Frontmatter
  /** Of the record's text; `text` is that of the whole file. */
  textHash: string
  text: string
}

function saveText(saved: SaveInput): void {
  const { folders, path, text } = saved
  folders.work(folderOf(path), () =>
    noteSaved(saved, replaceFile(join(folders.root, path), Buffer.from(text), { durable: false })),
  )
}

/** Whether that could be done in place, which leaves the folder as it is. */
function saveCounters(saved: SaveInput, { before, known }: { before: Buffer; known: FileState }): boolean {
  const { folders, path, text } = saved
  folders.assertInside(folderOf(path))
  const stat = overwriteFile(join(folders.root, path), { before, after: text, known })
  if (stat !== undefined) noteSaved(saved, stat)
  return stat !== undefined
}

function noteSaved({ folders, path, state, data, textHash, text }: SaveInput, stat: Stats): void {
  saveFileState(folders.db, {
    ...toSignature(stat),
    path,
    project: state.project,
    id: state.id,
    hash: shortHash(text),
    projected: data,
    bodyHash: textHash,
    problem: undefined,
  })
}

/** A record whose kind changed moves to that kind's folder, unless a person had put it somewhere else. */
function moveToKind(folders: Folders, known: FileState, target: string): FileState {
  const { db, root } = folders
  const oldKind = textOf(known.projected.kind) ?? ''
  const wasInPlace = isKind(oldKind) && known.path === recordPath(known.project, oldKind, known.id)
  if (!wasInPlace || known.path === target || findSignature(join(root, target)) !== undefined) return known
  folders.work(folderOf(known.path), () =>
    folders.work(folderOf(target), () => renameSync(join(root, known.path), join(root, target))),
  )
  deleteFileState(db, known.path)
  const moved = { ...known, path: target }
  saveFileState(db, moved)
  return moved
}

function removeRecordFile(folders: Folders, known: FileState | undefined): WriteOutcome {
  const { db, root } = folders
  if (known === undefined) return 'unchanged'
  const file = join(root, known.path)
  const onDisk = findSignature(file)
  if (onDisk !== undefined && !isSame(onDisk, known)) return 'blocked'
  folders.work(folderOf(known.path), () => removeFile(file))
  deleteFileState(db, known.path)
  return 'removed'
}
