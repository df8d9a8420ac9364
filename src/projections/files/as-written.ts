/**
 * Files that are what would be written for their records, letter by letter. Nearly every file of a vault is when a new index
 * meets it, or when git has brought it together with its events; such a file says nothing new, and need not be parsed.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { unlessRefused } from '../../lib/errors.ts'
import { shortHash } from '../../lib/hash.ts'
import { createMarkdown } from '../../record/frontmatter.ts'
import { parseRecordPath, recordPath } from '../../record/locations.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from '../index/database.ts'
import { markAllDue } from '../index/due-rows.ts'
import {
  addFileStates,
  countFiles,
  type FileSignature,
  type FileState,
  folderOf,
  isFileContested,
  saveFileState,
} from '../index/file-rows.ts'
import { settleFiles } from '../index/outbox.ts'
import { findRecordContents, kindOf, textOf } from '../index/record-rows.ts'
import { largestFile } from './largest-file.ts'
import { leadsOut } from './leads-out.ts'
import { bodyHash, toFrontmatter } from './render.ts'
import type { FileChange } from './scan.ts'
import { toSignature } from './signature.ts'

export interface Meeting {
  db: IndexDatabase
  root: string
  /** Whether a folder lies behind a link out of the vault. */
  isOutside: (folder: string) => boolean
  /** No file was known before, so that none can be known for the same record. */
  isFirst: boolean
}

export function beginMeeting(db: IndexDatabase, root: string): Meeting {
  return { db, root, isOutside: foldersOutside(root), isFirst: countFiles(db) === 0 }
}

/**
 * Notes those of the files as seen and written; gives the changes that are left, in their order. Table by table: between two
 * files the processor forgets what the index has told it, and what it was about to note.
 */
export function settleAsWritten(meeting: Meeting, changes: readonly FileChange[]): FileChange[] {
  const { db, isOutside, isFirst } = meeting
  const places = changes.flatMap(({ path, what }) =>
    what === 'gone' || isOutside(folderOf(path)) ? [] : toPlace(path),
  )
  const records = findRecordContents(db, places)
  const settled = new Map<string, FileState>()
  for (const place of places) {
    const state = findAsWritten(meeting, place, records.get(`${place.project}/${place.id}`))
    if (state !== undefined) settled.set(place.path, state)
  }
  const states = [...settled.values()]
  if (isFirst) addFileStates(db, states)
  else for (const state of states) saveFileState(db, state)
  markAllDue(db, [...settled.keys()])
  settleFiles(db, states)
  return changes.filter(({ path }) => !settled.has(path))
}

/** Each folder is looked at once. */
function foldersOutside(root: string): (folder: string) => boolean {
  const known = new Map<string, boolean>()
  return (folder) => {
    const isOutside = known.get(folder) ?? leadsOut(root, folder)
    known.set(folder, isOutside)
    return isOutside
  }
}

interface Place extends RecordKey {
  path: string
}

function toPlace(path: string): Place[] {
  const location = parseRecordPath(path)
  return location === undefined ? [] : [{ path, project: location.project, id: location.stem }]
}

/** Undefined for a file in another place than its record's, or with anything to read. */
function findAsWritten(
  { db, root, isFirst }: Meeting,
  { path, project, id }: Place,
  record: RecordState | undefined,
): FileState | undefined {
  if (!isPresent(record) || path !== recordPath(project, kindOf(record), id)) return undefined
  if (!isFirst && isFileContested(db, { path, project, id })) return undefined
  const file = readPlain(join(root, path))
  if (file === undefined) return undefined
  const projected = toFrontmatter(record)
  const body = textOf(record.fields.body) ?? ''
  if (file.text !== unlessRefused(() => createMarkdown(projected, body))) return undefined
  const said = { hash: shortHash(file.text), projected, bodyHash: bodyHash(body), problem: undefined }
  return { ...file.signature, ...said, path, project, id }
}

/** The text of a file that is no link and that is the same bytes when written again. */
function readPlain(path: string): { text: string; signature: FileSignature } | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || stat.size > largestFile) return undefined
  const text = readFileSync(path, 'utf8')
  // What stands for bytes that are no text.
  return text.includes('\ufffd') ? undefined : { text, signature: toSignature(stat) }
}
