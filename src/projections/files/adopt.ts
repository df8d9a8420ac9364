/**
 * Turning what a person did in the files into events. The event holds the difference to what was last written there, so
 * it merges with newer events of other fields. A file that cannot be read is left byte for byte and remembered as a
 * problem; its record keeps its last good version.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { countersOf, type FieldValue, isPresent, type RecordState } from '../../events/fold.ts'
import type { EventDraft } from '../../events/schema.ts'
import { MemoError } from '../../lib/errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { slugify, withSuffix } from '../../record/ids.ts'
import { parseRecordPath, type RecordLocation } from '../../record/locations.ts'
import { firstTitle } from '../../record/outline.ts'
import type { Baseline, ContentFields } from '../../record/schema.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import type { IndexDatabase } from '../index/database.ts'
import { deleteFileState, type FileState, findFileOf, findFileState, saveFileState } from '../index/file-rows.ts'
import { enqueue, isPending } from '../index/outbox.ts'
import { findRecord, statusOf } from '../index/record-rows.ts'
import type { ReadRecordFile, RecordFile } from './read-record-file.ts'
import { bodyHash, counterKeys, type Frontmatter, identityKeys, toFrontmatter } from './render.ts'
import type { FileChange } from './scan.ts'
import { findSignature } from './signature.ts'
import { deletedByHand } from './write-record-file.ts'

export interface AdoptInput {
  db: IndexDatabase
  root: string
  read: ReadRecordFile
  /** Milliseconds since the epoch, for a record that does not say when it was created. */
  now: number
  /**
   * Earlier states of a record by its events, oldest first. Asked only when a file is met whose last written state is
   * not known (a new index): such a file may be an old version that a crash left behind, and must not undo what came
   * after it.
   */
  history: (project: string, id: string) => RecordState[]
}

export interface Adoption {
  path: string
  project: string
  id: string
  drafts: EventDraft[]
  /** Whether the file must be written all the same: it misses something that the log has. */
  rewrite: boolean
}

/** Decides what one change means and notes what was seen; the caller appends the drafts. */
export function adoptChange(input: AdoptInput, change: FileChange): Adoption | undefined {
  return change.what === 'gone' ? adoptDeletion(input, change.path) : adoptFile(input, change.path)
}

function adoptFile(input: AdoptInput, path: string): Adoption | undefined {
  const { db, root } = input
  const location = parseRecordPath(path)
  const signature = findSignature(join(root, path))
  if (location === undefined || signature === undefined) return undefined
  const known = findFileState(db, path)
  const bytes = readFileSync(join(root, path))
  const hash = sha256(bytes)
  if (known !== undefined && known.hash === hash) {
    saveFileState(db, { ...known, ...signature })
    return undefined
  }
  if (isTornWrite(bytes) && restoreTorn(input, path, known ?? emptyFileState(path, location))) return undefined
  const file = tryRead(input, bytes, location)
  if (file instanceof MemoError) {
    saveFileState(db, { ...(known ?? emptyFileState(path, location)), ...signature, hash, problem: file.message })
    return undefined
  }
  const id = known?.problem === undefined && known !== undefined ? known.id : chooseId(db, root, location, file, path)
  const owner = findFileOf(db, location.project, id)
  const data = { ...file.data, kind: file.data.kind ?? location.kind }
  const seen: FileState = {
    ...signature,
    path,
    project: location.project,
    id,
    hash,
    projected: file.data,
    bodyHash: bodyHash(file.body),
    problem: undefined,
  }
  if (owner !== undefined && owner.path !== path) {
    if (findSignature(join(root, owner.path)) !== undefined && owner.problem === undefined) {
      saveFileState(db, { ...seen, problem: `its id ${id} is that of ${owner.path}` })
      return undefined
    }
    deleteFileState(db, owner.path)
  }
  const base = known ?? movedFrom(owner, path)
  const wasPending = base !== undefined && isPending(db, 'file', location.project, id)
  const { drafts, isStale } = draftsFor(input, { location, id, file, data, known: base })
  saveFileState(db, seen)
  const rewrite = isStale || wasPending
  if (rewrite) enqueue(db, 'file', location.project, id)
  return { path, project: location.project, id, drafts, rewrite }
}

/** A crash can leave an empty or zeroed file where a write of ours was. */
function isTornWrite(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

/** Such a file is nobody's text: when the log knows its record, it is removed and written again. */
function restoreTorn({ db, root }: AdoptInput, path: string, { project, id, problem }: FileState): boolean {
  if (problem !== undefined || !isPresent(findRecord(db, project, id)?.state)) return false
  rmSync(join(root, path), { force: true })
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
function chooseId(db: IndexDatabase, root: string, location: RecordLocation, file: RecordFile, path: string): string {
  if (file.id !== undefined) return file.id
  const slug = slugify(location.stem)
  for (let n = 1; ; n++) {
    const id = n === 1 ? slug : withSuffix(slug, n)
    const owner = findFileOf(db, location.project, id)
    if (owner === undefined || owner.path === path || findSignature(join(root, owner.path)) === undefined) return id
  }
}

interface Met {
  location: RecordLocation
  id: string
  file: RecordFile
  data: Frontmatter
  known: FileState | undefined
}

interface Meaning {
  drafts: EventDraft[]
  /** The file is an older version of its record. */
  isStale: boolean
}

function draftsFor(input: AdoptInput, met: Met): Meaning {
  const { location, id, file, known } = met
  const state = findRecord(input.db, location.project, id)?.state
  if (!isPresent(state)) return { drafts: [creation(input, met)], isStale: false }
  if (isVersion(state, file)) return { drafts: [], isStale: hasOldCounters(state, file) }
  if (known !== undefined) return { drafts: difference(met, known.projected, known.bodyHash), isStale: false }
  const versions = input.history(location.project, id)
  if (versions.some((version) => isVersion(version, file))) return { drafts: [], isStale: true }
  const base = versions.findLast((version) => version.fields.updated === file.data.updated) ?? state
  const projected = likeFile(toFrontmatter(base), file)
  return { drafts: difference(met, projected, bodyHash(String(base.fields.body ?? ''))), isStale: base !== state }
}

/** Whether the file says what this state of the record says, counters and the time of change aside. */
function isVersion(state: RecordState, file: RecordFile): boolean {
  const said = content(likeFile(toFrontmatter(state), file))
  return isDeepStrictEqual(said, content(file.data)) && String(state.fields.body ?? '') === file.body
}

/** Fields that a record gets by itself; a file made by hand need not have them. */
const givenFields = ['kind', 'title', 'status', 'created', 'updated']

/** The data less the given fields that the file does not state, and with the file's own time of change. */
function likeFile(data: Frontmatter, file: RecordFile): Frontmatter {
  const kept = Object.entries(data).filter(([key]) => !givenFields.includes(key) || key in file.data)
  return { ...Object.fromEntries(kept), ...('updated' in file.data && { updated: file.data.updated }) }
}

function content(data: Frontmatter): Frontmatter {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !isDerived(key)))
}

function hasOldCounters(state: RecordState, file: RecordFile): boolean {
  return !isDeepStrictEqual(counterPart(toFrontmatter(state)), counterPart(file.data))
}

function counterPart(data: Frontmatter): Frontmatter {
  return Object.fromEntries(Object.entries(data).filter(([key]) => isCounter(key)))
}

function isDerived(key: string): boolean {
  return isCounter(key) || identityKeys.some((name) => name === key)
}

function isCounter(key: string): boolean {
  return counterKeys.some((name) => name === key)
}

function creation({ db, now }: AdoptInput, { location, id, file, data }: Met): EventDraft {
  const created = data.created ?? new Date(now).toISOString()
  const defaults = {
    title: firstTitle(file.body) ?? location.stem,
    status: data.kind === 'task' ? 'todo' : 'active',
    created,
    updated: created,
  }
  const set = { ...defaults, ...content(data), body: file.body } as ContentFields
  const baseline = uncounted(file.counters, findRecord(db, location.project, id)?.state)
  return {
    actor: 'adopt',
    type: 'record.upserted',
    data: { project: location.project, id, set, ...(Object.keys(baseline).length > 0 && { baseline }) },
  }
}

/** The file's counters less what the log counts by itself: its creation may be lost while its hits are not. */
function uncounted(counters: Baseline, state: RecordState | undefined): Baseline {
  if (state === undefined) return counters
  const counted = countersOf({ ...state, baseline: {} })
  const baseline: Baseline = { ...counters }
  for (const name of ['hits', 'helpful', 'stale'] as const) {
    const count = counters[name]
    if (count !== undefined) baseline[name] = Math.max(0, count - counted[name])
  }
  if (counters.occurrences !== undefined) baseline.occurrences = Math.max(1, counters.occurrences - state.recurrences)
  return baseline
}

function difference({ location, id, file }: Met, projected: Frontmatter, projectedBody: string): EventDraft[] {
  const now = content(file.data)
  const before = content(projected)
  const set: { [name: string]: FieldValue } = {}
  for (const [name, value] of Object.entries(now)) {
    if (!isDeepStrictEqual(value, before[name])) set[name] = value
  }
  if (bodyHash(file.body) !== projectedBody) set.body = file.body
  const unset = Object.keys(before).filter((name) => !(name in now) && name !== 'kind')
  if (Object.keys(set).length === 0 && unset.length === 0) return []
  const data = { project: location.project, id, set: set as ContentFields, ...(unset.length > 0 && { unset }) }
  return [{ actor: 'adopt', type: 'record.upserted', data }]
}

function adoptDeletion({ db, root }: AdoptInput, path: string): Adoption | undefined {
  const known = findFileState(db, path)
  if (known === undefined || findSignature(join(root, path)) !== undefined) return undefined
  deleteFileState(db, path)
  const state = findRecord(db, known.project, known.id)?.state
  if (known.problem !== undefined || !isPresent(state)) return undefined
  if (closedStatuses.some((status) => status === statusOf(state))) return undefined
  const data = { project: known.project, id: known.id, reason: deletedByHand }
  return {
    path,
    project: known.project,
    id: known.id,
    drafts: [{ actor: 'adopt', type: 'record.archived', data }],
    rewrite: false,
  }
}
