/**
 * Writing lost events anew from the index: what its rows hold and the log does not add up to any more. They go to a
 * writer of their own, because other clones may still have the lines that were lost here.
 */
import { openEntryWriter } from '../../events/entry-writer.ts'
import { emptyRecord, foldRecords } from '../../events/fold.ts'
import { reemitRecord } from '../../events/reemit.ts'
import { laterUlid, nextUlid, zeroUlid } from '../../events/ulid.ts'
import { isDamage } from '../../projections/index/database.ts'
import { readStates } from '../../projections/index/inspect-records.ts'
import { listProjects } from '../../projections/index/project-rows.ts'
import { toIso } from '../../record/times.ts'
import { indexCursor } from '../append.ts'
import { readLog } from '../read-log.ts'
import type { Vault } from '../vault.ts'
import {
  type Beside,
  type Draft,
  type Fresh,
  lostRegistrations,
  lostSessions,
  notingBeside,
} from './lost-beside-records.ts'

export interface Salvaged {
  records: number
  events: number
  /** False when the index was damaged too, and gave only a part. */
  isWhole: boolean
}

/** Appends what the index alone knows to the log of `writer`. The caller holds the lock; the log's lines are sound. */
export function salvage(vault: Vault, writer: string): Salvaged {
  const output = openEntryWriter(vault.log.segments, writer)
  let records = 0
  let isWhole = true
  try {
    for (const { drafts, isRecord } of findLost(vault)) {
      for (const draft of drafts) output.add({ ...draft, actor: vault.actor })
      if (isRecord && drafts.length > 0) records++
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    isWhole = false
  }
  const events = output.finish()
  vault.appended += events
  vault.written += events
  return { records, events, isWhole }
}

/** What is lost, one record or project at a time: a vault's bodies need not fit into memory twice. */
function* findLost(vault: Vault): Generator<{ drafts: Draft[]; isRecord: boolean }> {
  const { db } = vault.projections
  const fresh = freshHeaders(vault)
  const isEmpty = vault.log.segments.writers().length === 0
  const beside: Beside = { projects: new Map(), seen: new Map() }
  const logged = foldRecords(notingBeside(readLog(vault), beside))
  if (isEmpty) yield { drafts: [{ ...fresh(), type: 'vault.created', data: {} }], isRecord: false }
  for (const { id } of listProjects(db)) yield { drafts: lostRegistrations(db, id, beside, fresh), isRecord: false }
  for (const known of readStates(db)) {
    const { project, id } = known
    const state = logged.get(`${project}/${id}`) ?? emptyRecord(project, id)
    yield { drafts: reemitRecord({ known, logged: state, fresh }), isRecord: true }
  }
  yield { drafts: lostSessions(db, beside, fresh), isRecord: false }
}

/** Ids above every one that the log or the index has seen. */
function freshHeaders(vault: Vault): Fresh {
  const { log, ports } = vault
  const seen = [...indexCursor(vault).values(), ...log.segments.writers().map(log.end)]
  let id = seen.reduce((greatest, position) => laterUlid(greatest, position.id), zeroUlid)
  return () => {
    id = nextUlid(id, ports)
    return { id, at: toIso(ports.now()) }
  }
}
