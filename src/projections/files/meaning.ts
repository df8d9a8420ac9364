/**
 * What a file says that its record does not, as events. They hold the difference to what was last written there, so they
 * merge with newer events of other fields.
 */
import { isDeepStrictEqual } from 'node:util'
import { countersOf } from '../../events/counters.ts'
import { type FieldValue, isPresent, type RecordState } from '../../events/fold.ts'
import type { EventDraft, StoredEvent } from '../../events/schema.ts'
import type { RecordLocation } from '../../record/locations.ts'
import { firstTitle } from '../../record/outline.ts'
import type { Baseline, ContentFields } from '../../record/schema.ts'
import { toIso } from '../../record/times.ts'
import type { IndexDatabase } from '../index/database.ts'
import type { FileState } from '../index/file-rows.ts'
import { findRecord } from '../index/record-rows.ts'
import type { RecordFile } from './read-record-file.ts'
import { bodyHash, contentOf, type Frontmatter, isCounter, toFrontmatter } from './render.ts'
import { findUnsaid, type UnsaidFields } from './unsaid.ts'

export interface MeaningInput {
  db: IndexDatabase
  /** Milliseconds since the epoch, for a record that does not say when it was created. */
  now: number
  /**
   * Earlier states of a record by its events, oldest first. Asked only when a file is met whose last written state is
   * not known (a new index): such a file may be an old version that a crash left behind, and must not undo what came
   * after it.
   */
  history: (project: string, id: string) => RecordState[]
  /**
   * Those that a record had by words that are to be taken out of the log and are in it all the same, as after `git reset` and
   * a repair. The file that says one went back with the log, and would bring the words in again.
   */
  redacted: (project: string, id: string) => RecordState[]
  /** The events of a record. Asked only when both its file and its log have news, as git leaves them after a merge. */
  events: (project: string, id: string) => StoredEvent[]
}

/** A file that was met, and the record that it is about. */
interface Met {
  location: RecordLocation
  id: string
  file: RecordFile
  /** How the file was last seen; undefined where that is not known. */
  known: FileState | undefined
  /** Events of the record came that were not written to its file yet. */
  isBehind: boolean
  /** The file is to be written or removed, whether it was seen before or not. */
  isDue: boolean
}

interface Meaning {
  drafts: EventDraft[]
  /** The file is an older version of its record. */
  isStale: boolean
}

export function draftsFor(input: MeaningInput, met: Met): Meaning {
  const { location, id, file, known } = met
  const state = findRecord(input.db, location.project, id)?.state
  if (!isPresent(state)) {
    if (isLeftOver(input, met) || isRedacted(input, met)) return { drafts: [], isStale: true }
    return { drafts: [creation(input, met)], isStale: false }
  }
  if (isVersion(state, file)) return { drafts: [], isStale: hasOldCounters(state, file) }
  if (isRedacted(input, met)) return { drafts: [], isStale: true }
  if (known !== undefined && met.isBehind) return { drafts: unsaid(input, met, known, state), isStale: true }
  if (known !== undefined) return { drafts: difference(met, known.projected, known.bodyHash), isStale: false }
  const versions = input.history(location.project, id)
  if (versions.some((version) => isVersion(version, file))) return { drafts: [], isStale: true }
  const base = versions.findLast((version) => version.fields.updated === file.data.updated) ?? state
  const projected = likeFile(toFrontmatter(base), file)
  return { drafts: difference(met, projected, bodyHash(String(base.fields.body ?? ''))), isStale: base !== state }
}

/** A crash, and the loss of the index, came between the end of its record and its own: a removal that is still due, not a return. */
function isLeftOver({ history }: MeaningInput, { location, id, file, known, isDue }: Met): boolean {
  if (!isDue || known !== undefined) return false
  return history(location.project, id).some((version) => isPresent(version) && isVersion(version, file))
}

function isRedacted({ redacted }: MeaningInput, { location, id, file }: Met): boolean {
  return redacted(location.project, id).some((version) => isPresent(version) && isVersion(version, file))
}

/** Whether the file says what this state of the record says, counters and the time of change aside. */
export function isVersion(state: RecordState, file: RecordFile): boolean {
  const said = contentOf(likeFile(toFrontmatter(state), file))
  return isDeepStrictEqual(said, contentOf(file.data)) && String(state.fields.body ?? '') === file.body
}

/** Fields that a record gets by itself; a file made by hand need not have them. */
const givenFields = ['kind', 'title', 'status', 'created', 'updated']

/** The data less the given fields that the file does not state, and with the file's own time of change. */
function likeFile(data: Frontmatter, file: RecordFile): Frontmatter {
  const kept = Object.entries(data).filter(([key]) => !givenFields.includes(key) || key in file.data)
  return { ...Object.fromEntries(kept), ...('updated' in file.data && { updated: file.data.updated }) }
}

function hasOldCounters(state: RecordState, file: RecordFile): boolean {
  return !isDeepStrictEqual(counterPart(toFrontmatter(state)), counterPart(file.data))
}

function counterPart(data: Frontmatter): Frontmatter {
  return Object.fromEntries(Object.entries(data).filter(([key]) => isCounter(key)))
}

/** The event that makes a record out of a file that no record has. */
export function creation(
  { db, now }: Pick<MeaningInput, 'db' | 'now'>,
  { location, id, file }: Pick<Met, 'location' | 'id' | 'file'>,
): EventDraft {
  const data: Frontmatter = { ...file.data, kind: file.data.kind ?? location.kind }
  const created = data.created ?? toIso(now)
  const defaults = {
    title: firstTitle(file.body) ?? location.stem,
    status: data.kind === 'task' ? 'todo' : 'active',
    created,
    updated: created,
  }
  const set = { ...defaults, ...contentOf(data), body: file.body } as ContentFields
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

/**
 * Who merged with git has changed the file and the log at once: what the file says and some event of the record too is no
 * edit, whichever side of the merge it comes from.
 */
function unsaid(input: MeaningInput, met: Met, known: FileState, current: RecordState): EventDraft[] {
  const { location, id, file } = met
  const before = { data: known.projected, bodyHash: known.bodyHash }
  const came = input.events(location.project, id)
  return toDrafts(met, findUnsaid({ before, after: file, came, here: [], current, isForeign: false }))
}

function difference({ location, id, file }: Met, projected: Frontmatter, projectedBody: string): EventDraft[] {
  const now = contentOf(file.data)
  const before = contentOf(projected)
  const set: { [name: string]: FieldValue } = {}
  for (const [name, value] of Object.entries(now)) {
    if (!isDeepStrictEqual(value, before[name])) set[name] = value
  }
  if (bodyHash(file.body) !== projectedBody) set.body = file.body
  const unset = Object.keys(before).filter((name) => !Object.hasOwn(now, name) && name !== 'kind')
  return toDrafts({ location, id }, { set, unset })
}

function toDrafts({ location, id }: Pick<Met, 'location' | 'id'>, { set, unset }: UnsaidFields): EventDraft[] {
  if (Object.keys(set).length === 0 && unset.length === 0) return []
  const data = { project: location.project, id, set: set as ContentFields, ...(unset.length > 0 && { unset }) }
  return [{ actor: 'adopt', type: 'record.upserted', data }]
}
