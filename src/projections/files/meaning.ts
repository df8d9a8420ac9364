/**
 * What a file says that its record does not, as events. They hold the difference to what was last written there, so they
 * merge with newer events of other fields.
 */
import { isDeepStrictEqual } from 'node:util'
import { countersOf } from '../../events/counters.ts'
import { type FieldValue, isPresent, type RecordState } from '../../events/fold.ts'
import type { EventDraft } from '../../events/schema.ts'
import type { RecordLocation } from '../../record/locations.ts'
import { firstTitle } from '../../record/outline.ts'
import type { Baseline, ContentFields } from '../../record/schema.ts'
import { toIso } from '../../record/times.ts'
import type { IndexDatabase } from '../index/database.ts'
import type { FileState } from '../index/file-rows.ts'
import { findRecord } from '../index/record-rows.ts'
import type { RecordFile } from './read-record-file.ts'
import { bodyHash, counterKeys, type Frontmatter, identityKeys, toFrontmatter } from './render.ts'

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
}

/** A file that was met, and the record that it is about. */
interface Met {
  location: RecordLocation
  id: string
  file: RecordFile
  /** How the file was last seen; undefined where that is not known. */
  known: FileState | undefined
}

interface Meaning {
  drafts: EventDraft[]
  /** The file is an older version of its record. */
  isStale: boolean
}

export function draftsFor(input: MeaningInput, met: Met): Meaning {
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
export function isVersion(state: RecordState, file: RecordFile): boolean {
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

function creation({ db, now }: MeaningInput, { location, id, file }: Met): EventDraft {
  const data: Frontmatter = { ...file.data, kind: file.data.kind ?? location.kind }
  const created = data.created ?? toIso(now)
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
