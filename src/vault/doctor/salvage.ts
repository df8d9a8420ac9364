/**
 * Writing lost events anew from the index: what its rows hold and the log does not add up to any more. They go to a
 * writer of their own, because other clones may still have the lines that were lost here.
 */
import type { Entry } from '../../events/append.ts'
import { emptyRecord, foldRecords, type RecordState } from '../../events/fold.ts'
import { reemitRecord } from '../../events/reemit.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { nextUlid, zeroUlid } from '../../events/ulid.ts'
import { isDamage } from '../../projections/index/database.ts'
import { listSeen, readStates } from '../../projections/index/inspect-records.ts'
import { evolveProject, findProjectState, listProjects, type ProjectState } from '../../projections/index/project-rows.ts'
import { indexCursor, needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'

export interface Salvaged {
  records: number
  events: number
  /** False when the index was damaged too, and gave only a part. */
  isWhole: boolean
}

/** Appends what the index alone knows to the log of `writer`. The caller holds the lock; the log's lines are sound. */
export function salvage(vault: Vault, writer: string): Salvaged {
  const logged = foldAll(vault)
  const output = openOutput(vault, writer)
  const result: Salvaged = { records: 0, events: 0, isWhole: true }
  const add = (entries: readonly Draft[]): void => {
    for (const entry of entries) output.add(entry)
    result.events += entries.length
  }
  const fresh = freshHeaders(vault)
  try {
    if (vault.log.segments.writers().length === 0) add([{ ...fresh(), type: 'vault.created', data: {} }])
    for (const project of listProjects(vault.projections.db)) add(lostRegistrations(vault, project.id, logged.projects, fresh))
    for (const known of readStates(vault.projections.db)) {
      const { project, id } = known
      const entries = reemitRecord({ known, logged: logged.records.get(`${project}/${id}`) ?? emptyRecord(project, id), fresh })
      add(entries)
      if (entries.length > 0) result.records++
    }
    add(lostSessions(vault, logged.seen, fresh))
  } catch (error) {
    if (!isDamage(error)) throw error
    result.isWhole = false
  }
  output.finish()
  vault.appended += result.events
  return result
}

type Draft = Omit<Entry, 'actor'>
type Fresh = () => { id: string; at: string }

function freshHeaders(vault: Vault): Fresh {
  let id = [...indexCursor(vault).values()].reduce((greatest, position) => (position.id > greatest ? position.id : greatest), zeroUlid)
  for (const writer of vault.log.segments.writers()) {
    const end = vault.log.end(writer)
    if (end.id > id) id = end.id
  }
  return () => {
    id = nextUlid(id, vault.ports)
    return { id, at: new Date(vault.ports.now()).toISOString() }
  }
}

interface Logged {
  records: Map<string, RecordState>
  projects: Map<string, ProjectState>
  /** `session project id` to the newest time it was seen, in milliseconds. */
  seen: Map<string, number>
}

function foldAll(vault: Vault): Logged {
  const projects: Logged['projects'] = new Map()
  const seen: Logged['seen'] = new Map()
  const records = foldRecords(noting(readLog(vault), projects, seen))
  return { records, projects, seen }
}

function* readLog(vault: Vault): Generator<StoredEvent> {
  const { toEvent } = needReaders(vault)
  for (const { event } of vault.log.read(new Map(), toEvent)) if (isFoldable(event)) yield event
}

/** Hands the events on and folds those that are not of a record on the way. */
function* noting(events: Iterable<StoredEvent>, projects: Logged['projects'], seen: Logged['seen']): Generator<StoredEvent> {
  for (const event of events) {
    if (event.type === 'project.registered') {
      const { project: id } = event.data
      projects.set(id, evolveProject(projects.get(id) ?? { id, roots: [], stamps: {} }, event))
    } else if (event.type === 'session.seen') {
      const key = seenKey(event.data)
      seen.set(key, Math.max(seen.get(key) ?? 0, Date.parse(event.at)))
    }
    yield event
  }
}

function seenKey({ session, project, id }: { session: string; project: string; id: string }): string {
  return JSON.stringify([session, project, id])
}

function lostRegistrations({ projections }: Vault, id: string, logged: Logged['projects'], fresh: Fresh): Draft[] {
  const known = findProjectState(projections.db, id)
  if (known === undefined) return []
  const has = logged.get(id)
  const registers = (['name', 'remote', 'aliasOf'] as const).filter((name) => known[name] !== has?.[name] && (known.stamps[name] ?? '') > (has?.stamps[name] ?? ''))
  const roots = known.roots.filter((root) => has?.roots.includes(root) !== true)
  const isUnknown = has === undefined && registers.length === 0 && roots.length === 0
  const type = 'project.registered'
  return [
    ...registers.map((name) => ({ ...fresh(), id: String(known.stamps[name]).split('@')[0] ?? '', type, data: { project: id, [name]: known[name] } })),
    ...roots.map((root) => ({ ...fresh(), type, data: { project: id, root } })),
    ...(isUnknown ? [{ ...fresh(), type, data: { project: id } }] : []),
  ]
}

/** Without these a session would count a second use of what it had counted already. */
function lostSessions({ projections }: Vault, logged: Logged['seen'], fresh: Fresh): Draft[] {
  return listSeen(projections.db)
    .filter((row) => row.seen > (logged.get(seenKey(row)) ?? 0))
    .map(({ session, project, id, seen }) => ({
      ...fresh(),
      at: new Date(seen).toISOString(),
      type: 'session.seen',
      data: { session, project, id },
    }))
}

/** Events per write and sync: few enough that segments are sealed in time. */
const batchSize = 64

function openOutput(vault: Vault, writer: string) {
  const { segments } = vault.log
  let batch: Entry[] = []
  const finish = (): void => {
    if (batch.length > 0) vault.log.restore(writer, batch)
    batch = []
  }
  return {
    add: (entry: Draft): void => {
      batch.push({ ...entry, actor: vault.actor })
      if (batch.length >= batchSize) finish()
    },
    finish,
    segments,
  }
}
