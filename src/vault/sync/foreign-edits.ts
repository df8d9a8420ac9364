/**
 * Edits of record files by people without memo, as events: on a forge's web page, or with an editor and git. Each is what
 * a file says beyond its events, so one that was adopted already (here, or by another clone) is not met again.
 */
import { isPresent, type RecordState } from '../../events/fold.ts'
import type { EventDraft, StoredEvent } from '../../events/schema.ts'
import { creation } from '../../projections/files/meaning.ts'
import type { RecordFile } from '../../projections/files/read-record-file.ts'
import { bodyHash } from '../../projections/files/render.ts'
import { findUnsaid } from '../../projections/files/unsaid.ts'
import { deletedByHand } from '../../projections/files/write-record-file.ts'
import { countFiles, findFileOf } from '../../projections/index/file-rows.ts'
import { findRecord, statusOf } from '../../projections/index/record-rows.ts'
import type { ContentFields } from '../../record/schema.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import { isMassDeletion } from '../adopt-changes.ts'
import { secretRefusal } from '../refuse-secret-file.ts'
import type { Vault } from '../vault.ts'
import { isInside } from '../vault-path.ts'
import type { Deltas } from './deltas.ts'
import type { News, Skipped } from './news.ts'
import { readOwn } from './own-file.ts'
import { keyOf, type RecordChange } from './record-changes.ts'

export interface ForeignEdits {
  drafts: EventDraft[]
  skipped: Skipped[]
}

export interface ForeignInput {
  news: News
  changes: readonly RecordChange[]
  deltas: Deltas
  /** A part of their log was damaged: then only files that somebody without memo has touched are looked at. */
  isLogPartial: boolean
}

export function findForeignEdits(vault: Vault, { news, changes, deltas, isLogPartial }: ForeignInput): ForeignEdits {
  const foreign = new Set(news.foreign.flatMap(({ paths }) => paths))
  const asked = isLogPartial ? changes.filter(({ path }) => foreign.has(path)) : changes
  const there = new Set(changes.filter(({ after }) => after !== undefined).map(keyOf))
  const leaving = new Set(changes.filter(({ after }) => after === undefined).map(({ path }) => path))
  const present = asked.filter(({ after }) => after !== undefined)
  const judge = secretRefusal(vault)
  const edits = present.map((change) => {
    const taken = findOwner(vault, change, leaving)
    if (taken !== undefined) return refuse(change.path, `its id ${change.id} is that of ${taken}`)
    const edit = toEdit(vault, change, deltas, foreign.has(change.path))
    const secret = edit.drafts.length > 0 ? judge(edit.drafts, textOf(news, change)) : undefined
    return secret === undefined ? edit : refuse(change.path, secret)
  })
  const gone = asked.filter((change) => change.after === undefined && !there.has(keyOf(change)))
  const deletions = gone.flatMap((change) => toDeletion(vault, change, deltas))
  const isMass = isMassDeletion(deletions.length, countFiles(vault.projections.db))
  return {
    drafts: [...edits.flatMap(({ drafts }) => drafts), ...(isMass ? [] : deletions.map(({ draft }) => draft))],
    skipped: [
      ...edits.flatMap(({ skipped }) => skipped),
      ...(isMass ? deletions.map(({ path }) => ({ path, reason: massReason })) : []),
    ],
  }
}

const massReason = 'it was deleted there with many others, which is not taken as meant; the file is written again'

/** The file that holds the record already and does not go; one of a name that no clone takes goes for theirs. */
function findOwner({ projections, paths }: Vault, { path, location, id }: RecordChange, leaving: ReadonlySet<string>) {
  const owner = findFileOf(projections.db, location.project, id)
  if (owner === undefined || owner.path === path || leaving.has(owner.path) || !isInside(owner.path)) return undefined
  return readOwn(paths.root, owner.path) === undefined ? undefined : owner.path
}

function textOf(news: News, { change }: RecordChange): string {
  return change.after === undefined ? '' : news.read(change.after.oid).toString()
}

function refuse(path: string, reason: string): ForeignEdits {
  return { drafts: [], skipped: [{ path, reason }] }
}

function toEdit(vault: Vault, change: RecordChange, { came, here }: Deltas, isForeign: boolean): ForeignEdits {
  const { path, location, id, before, after } = change
  const key = keyOf(change)
  const current = findRecord(vault.projections.db, location.project, id)?.state
  if (after === undefined) return nothing
  const [cameEvents, hereEvents] = [came.get(key) ?? [], here.get(key) ?? []]
  if (current === undefined) return adoptNew(vault, change, after)
  if (!isPresent(current))
    return isForeign && hereEvents.length > 0 ? refuse(path, 'its record was forgotten here') : nothing
  const known = before && { data: before.data, bodyHash: bodyHash(before.body) }
  const { set, unset } = findUnsaid({ before: known, after, came: cameEvents, here: hereEvents, current, isForeign })
  if (Object.keys(set).length === 0 && unset.length === 0) return nothing
  const data = { project: location.project, id, set: set as ContentFields, ...(unset.length > 0 && { unset }) }
  return { drafts: [{ actor: 'sync', type: 'record.upserted', data }], skipped: [] }
}

const nothing: ForeignEdits = { drafts: [], skipped: [] }

function adoptNew({ projections, ports }: Vault, { location, id }: RecordChange, file: RecordFile): ForeignEdits {
  const draft = creation({ db: projections.db, now: ports.now() }, { location, id, file })
  return { drafts: [{ ...draft, actor: 'sync' }], skipped: [] }
}

/** A file that went although no event says so: its record is put away, as when it is deleted here. */
function toDeletion(vault: Vault, change: RecordChange, { came, here }: Deltas): { path: string; draft: EventDraft }[] {
  const { path, location, id } = change
  const state = findRecord(vault.projections.db, location.project, id)?.state
  if (!isPresent(state) || isClosed(state) || (here.get(keyOf(change)) ?? []).some(isOwnDeletion)) return []
  // What closed it there was undone by a later event from elsewhere.
  if ((came.get(keyOf(change)) ?? []).some(removesFile)) return []
  const data = { project: location.project, id, reason: deletedByHand }
  return [{ path, draft: { actor: 'sync', type: 'record.archived', data } }]
}

function isClosed(state: RecordState): boolean {
  return closedStatuses.some((status) => status === statusOf(state))
}

function isOwnDeletion(event: StoredEvent): boolean {
  return event.type === 'record.archived' && event.data.reason === deletedByHand
}

function removesFile(event: StoredEvent): boolean {
  if (event.type === 'record.forgotten') return true
  if (event.type === 'record.upserted') return event.data.set.kind !== undefined
  return isOwnDeletion(event)
}
