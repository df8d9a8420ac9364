/** A record with everything that happened to it, present or forgotten. */
import type { LogEvent } from '../../events/newest-first.ts'
import { findRecordEvents } from '../../events/record-events.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { MemoError } from '../../lib/errors.ts'
import { resolveAlias } from '../../projections/index/project-rows.ts'
import { findRecord, textOf } from '../../projections/index/record-rows.ts'
import { isId } from '../../record/ids.ts'
import { isSameRecord, type RecordKey, toRecordKey } from '../../record/record-key.ts'
import { needReaders } from '../append.ts'
import { resolveProject } from '../project.ts'
import { findOne } from '../reading/find-named.ts'
import { loadReaders, type Vault } from '../vault.ts'

export interface Place {
  project: string | undefined
  cwd: string
}

export interface NamedRecord extends RecordKey {
  isForgotten: boolean
}

export interface PastRecord extends NamedRecord {
  /** In event order, those without data too. */
  events: LogEvent[]
  /** What it was before it was moved. */
  earlier?: PastRecord
}

/** The record that a name means, as for `get`; one that was forgotten by its whole id. Throws NOT_FOUND or AMBIGUOUS. */
export async function findPastRecord(vault: Vault, name: string, place: Place): Promise<PastRecord> {
  await loadReaders(vault)
  return readPastRecord(vault, findNamedOrGone(vault, name, place))
}

/** The readers must be loaded. */
export function readPastRecord(vault: Vault, named: NamedRecord): PastRecord {
  const { toEvent } = needReaders(vault)
  return withEarlier(vault, named, (record) => findRecordEvents({ segments: vault.log.segments, toEvent, record }))
}

/** A record that was moved back has had its own name before; that is told once. */
function withEarlier(
  vault: Vault,
  found: NamedRecord,
  read: (record: RecordKey) => LogEvent[],
  told: readonly RecordKey[] = [],
): PastRecord {
  const { project, id, isForgotten } = found
  const movedFrom = textOf(findRecord(vault.projections.db, project, id)?.state.fields.movedFrom)
  const before = movedFrom === undefined ? undefined : toRecordKey(movedFrom, project)
  const record = { ...found, events: read(found) }
  if (before === undefined || [...told, found].some((key) => isSameRecord(key, before))) return record
  return { ...record, earlier: withEarlier(vault, { ...before, isForgotten }, read, [...told, found]) }
}

/** Those of the events that the fold knows. */
export function foldableOf({ events }: Pick<PastRecord, 'events'>): StoredEvent[] {
  return events.filter(isFoldable)
}

/** What a name means, as for `get`; of a forgotten record, its whole id. Throws NOT_FOUND or AMBIGUOUS. */
export function findNamedOrGone(vault: Vault, name: string, place: Place): NamedRecord {
  try {
    const { project, id } = findOne(vault, name, place)
    return { project, id, isForgotten: false }
  } catch (error) {
    const forgotten =
      error instanceof MemoError && error.code === 'NOT_FOUND' ? findGone(vault, name, place) : undefined
    if (forgotten === undefined) throw error
    return forgotten
  }
}

function findGone(vault: Vault, name: string, place: Place): NamedRecord | undefined {
  const { db } = vault.projections
  const [id = '', named] = name.split('/').reverse()
  if (!isId(id)) return undefined
  const project =
    named === undefined
      ? resolveProject(vault, { named: place.project, cwd: place.cwd }).id
      : resolveAlias(db, named, vault.config.projectAliases)
  return findRecord(db, project, id)?.state.gone === true ? { project, id, isForgotten: true } : undefined
}
