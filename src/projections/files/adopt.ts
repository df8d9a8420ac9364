/**
 * What a person did in the files, one change at a time: which record it is about, and whether it can be followed. A file
 * that cannot be read is left byte for byte and remembered as a problem; its record keeps its last good version.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../events/fold.ts'
import type { EventDraft } from '../../events/schema.ts'
import { MemoError } from '../../lib/errors.ts'
import { shortHash } from '../../lib/hash.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { slugify, withSuffix } from '../../record/ids.ts'
import { parseRecordPath, type RecordLocation } from '../../record/locations.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import type { IndexDatabase } from '../index/database.ts'
import {
  deleteFileState,
  type FileSignature,
  type FileState,
  findFileOf,
  findFileState,
  saveFileState,
} from '../index/file-rows.ts'
import { enqueue, isPending } from '../index/outbox.ts'
import { findRecord, statusOf } from '../index/record-rows.ts'
import { largestFile, tooLarge } from './largest-file.ts'
import { leadsOut, leadsOutProblem } from './leads-out.ts'
import { draftsFor, type MeaningInput } from './meaning.ts'
import type { ReadRecordFile, RecordFile } from './read-record-file.ts'
import { bodyHash } from './render.ts'
import type { FileChange } from './scan.ts'
import { findSignature } from './signature.ts'
import { deletedByHand } from './write-record-file.ts'

export interface AdoptInput extends MeaningInput {
  root: string
  read: ReadRecordFile
  /** Why what the file says must not be taken over; undefined if it may be. */
  refuse: (drafts: readonly EventDraft[], text: string) => string | undefined
}

export interface Adopted {
  path: string
  project: string
  id: string
  drafts: EventDraft[]
  /** Whether the file must be written all the same: it misses something that the log has. */
  rewrite: boolean
}

/** A file that is not followed. */
export interface LeftAlone {
  path: string
  problem: string
}

/** Decides what one change means and notes what was seen; the caller appends the drafts. */
export function adoptChange(input: AdoptInput, change: FileChange): Adopted | LeftAlone | undefined {
  return change.what === 'gone' ? adoptDeletion(input, change.path) : adoptFile(input, change.path)
}

/** A file as it is on disk, and as it was last seen. */
interface Look {
  path: string
  location: RecordLocation
  bytes: Buffer
  /** Why its bytes were not looked at. */
  unread: string | undefined
  hash: string
  signature: FileSignature
  known: FileState | undefined
}

function lookAt({ db, root }: AdoptInput, path: string): Look | undefined {
  const location = parseRecordPath(path)
  const signature = findSignature(join(root, path))
  if (location === undefined || signature === undefined) return undefined
  const unread = findReasonNotToRead(root, path, signature)
  const bytes = unread === undefined ? readFileSync(join(root, path)) : Buffer.alloc(0)
  const hash = unread === undefined ? shortHash(bytes) : ''
  return { path, location, bytes, unread, hash, signature, known: findFileState(db, path) }
}

function findReasonNotToRead(root: string, path: string, { size }: FileSignature): string | undefined {
  if (size > largestFile) return tooLarge
  return leadsOut(root, path) ? leadsOutProblem : undefined
}

function adoptFile(input: AdoptInput, path: string): Adopted | LeftAlone | undefined {
  const { db } = input
  const look = lookAt(input, path)
  if (look === undefined) return undefined
  const { location, bytes, unread, hash, signature, known } = look
  const before = known ?? emptyFileState(path, location)
  if (unread !== undefined) return leaveAlone(db, leftAt(look, before), unread)
  if (known !== undefined && known.hash === hash) {
    saveFileState(db, { ...known, ...signature })
    return undefined
  }
  if (isTornWrite(bytes) && restoreTorn(input, path, before)) return undefined
  const file = tryRead(input, bytes, location)
  if (file instanceof MemoError) return leaveAlone(db, leftAt(look, before), file.message)
  return takeIn(input, look, file)
}

function leaveAlone(db: IndexDatabase, state: FileState, problem: string): LeftAlone {
  saveFileState(db, { ...state, problem })
  return { path: state.path, problem }
}

function takeIn(input: AdoptInput, look: Look, file: RecordFile): Adopted | LeftAlone {
  const { db, root } = input
  const { path, location, known } = look
  const { project } = location
  const id = known !== undefined && known.problem === undefined ? known.id : chooseId(db, root, look, file)
  const seen = toFileState(look, id, file)
  const owner = findFileOf(db, project, id)
  if (owner !== undefined && owner.path !== path) {
    const isHeld = owner.problem === undefined && findSignature(join(root, owner.path)) !== undefined
    if (isHeld) return leaveAlone(db, seen, `its id ${id} is that of ${owner.path}`)
    deleteFileState(db, owner.path)
  }
  const base = known ?? movedFrom(owner, path)
  const isDue = isPending(db, 'file', project, id)
  const wasPending = base !== undefined && isDue
  const { drafts, isStale } = draftsFor(input, { location, id, file, known: base, isBehind: wasPending, isDue })
  const refused = input.refuse(drafts, look.bytes.toString())
  // What was last taken over stays what a later edit is compared with.
  if (refused !== undefined) return leaveAlone(db, leftAt(look, base ?? emptyFileState(path, location)), refused)
  saveFileState(db, seen)
  const rewrite = isStale || wasPending
  if (rewrite) enqueue(db, 'file', project, id)
  return { path, project, id, drafts, rewrite }
}

function toFileState({ path, location, hash, signature }: Look, id: string, { data, body }: RecordFile): FileState {
  const said = { hash, projected: data, bodyHash: bodyHash(body), problem: undefined }
  return { ...signature, path, project: location.project, id, ...said }
}

function leftAt({ hash, signature }: Look, before: FileState): FileState {
  return { ...before, ...signature, hash }
}

/** A crash can leave an empty or zeroed file where a write of ours was. */
function isTornWrite(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

/** Such a file is nobody's text: when the log knows its record, it is removed and written again. */
function restoreTorn({ db, root }: AdoptInput, path: string, { project, id, problem }: FileState): boolean {
  if (problem !== undefined || !isPresent(findRecord(db, project, id)?.state)) return false
  removeFile(join(root, path))
  deleteFileState(db, path)
  enqueue(db, 'file', project, id)
  return true
}

function emptyFileState(path: string, { project, stem }: RecordLocation): FileState {
  return {
    path,
    project,
    id: slugify(stem),
    size: 0,
    mtime: 0,
    inode: 0,
    hash: '',
    projected: {},
    bodyHash: '',
    problem: undefined,
  }
}

function movedFrom(owner: FileState | undefined, path: string): FileState | undefined {
  return owner === undefined || owner.problem !== undefined ? undefined : { ...owner, path }
}

function tryRead({ read }: AdoptInput, bytes: Buffer, location: RecordLocation): RecordFile | MemoError {
  try {
    return read(bytes, location)
  } catch (error) {
    if (error instanceof MemoError) return error
    throw error
  }
}

/** The id that the file names, else one from its name; a number is added while another file has it. */
function chooseId(db: IndexDatabase, root: string, { path, location }: Look, file: RecordFile): string {
  if (file.id !== undefined) return file.id
  const slug = slugify(location.stem)
  for (let n = 1; ; n++) {
    const id = n === 1 ? slug : withSuffix(slug, n)
    const owner = findFileOf(db, location.project, id)
    if (owner === undefined || owner.path === path || findSignature(join(root, owner.path)) === undefined) return id
  }
}

function adoptDeletion({ db, root }: AdoptInput, path: string): Adopted | undefined {
  const known = findFileState(db, path)
  if (known === undefined || findSignature(join(root, path)) !== undefined) return undefined
  deleteFileState(db, path)
  const state = findRecord(db, known.project, known.id)?.state
  if (known.problem !== undefined || !isPresent(state)) return undefined
  if (closedStatuses.some((status) => status === statusOf(state))) return undefined
  const { project, id } = known
  const data = { project, id, reason: deletedByHand }
  return { path, project, id, drafts: [{ actor: 'adopt', type: 'record.archived', data }], rewrite: false }
}
