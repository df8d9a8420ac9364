/** A record with everything that happened to it, present or forgotten. */
import type { LogEvent } from '../events/newest-first.ts'
import { findRecordEvents } from '../events/record-events.ts'
import type { StoredEvent } from '../events/schema.ts'
import { isFoldable } from '../events/schema-guard.ts'
import { MemoError } from '../lib/errors.ts'
import { resolveAlias } from '../projections/index/project-rows.ts'
import { findRecord } from '../projections/index/record-rows.ts'
import { isId } from '../record/ids.ts'
import { findOne } from './get.ts'
import { resolveProject } from './project.ts'
import { loadReaders, type Vault } from './vault.ts'

export interface Place {
  project: string | undefined
  cwd: string
}

export interface PastRecord {
  project: string
  id: string
  isForgotten: boolean
  /** In event order, those without data too. */
  events: LogEvent[]
}

/** The record that a name means, as for `get`; one that was forgotten by its whole id. Throws NOT_FOUND or AMBIGUOUS. */
export async function findPastRecord(vault: Vault, name: string, place: Place): Promise<PastRecord> {
  const { toEvent } = await loadReaders(vault)
  const found = findNamedOrGone(vault, name, place)
  return { ...found, events: findRecordEvents({ segments: vault.log.segments, toEvent, record: found }) }
}

/** Those of the events that the fold knows. */
export function foldableOf({ events }: Pick<PastRecord, 'events'>): StoredEvent[] {
  return events.filter(isFoldable)
}

/** What a name means, as for `get`; of a forgotten record, its whole id. Throws NOT_FOUND or AMBIGUOUS. */
export function findNamedOrGone(vault: Vault, name: string, place: Place): Omit<PastRecord, 'events'> {
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

function findGone(vault: Vault, name: string, place: Place): Omit<PastRecord, 'events'> | undefined {
  const { db } = vault.projections
  const [id = '', named] = name.split('/').reverse()
  if (!isId(id)) return undefined
  const project =
    named === undefined
      ? resolveProject(vault, { named: place.project, cwd: place.cwd }).id
      : resolveAlias(db, named, vault.config.projectAliases)
  return findRecord(db, project, id)?.state.gone === true ? { project, id, isForgotten: true } : undefined
}
