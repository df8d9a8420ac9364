/**
 * What still has to be written to disk: filled in the transaction that folds the events, emptied file by file. A write
 * that fails leaves its entry with the reason, so it is caught up by the next command and listed by doctor.
 */
import { isRecordEvent } from '../../events/fold.ts'
import type { StoredEvent } from '../../events/schema.ts'
import type { RecordKey } from '../../record/record-key.ts'
import { kindNames } from '../../record/vocabulary.ts'
import type { Projection } from '../projection.ts'
import type { IndexDatabase } from './database.ts'
import { findFileOf } from './file-rows.ts'

/**
 * The last two are for a record that was redacted: `log` for lines that are to lose their data, `index` for an index that
 * may have folded them before.
 */
export type OutboxTarget = 'file' | 'views' | 'project' | 'log' | 'index'

export interface OutboxEntry {
  target: OutboxTarget
  project: string
  /** Record id; for views the kind that they show; empty for what belongs to a whole project. */
  id: string
  problem: string | undefined
}

export function enqueue(db: IndexDatabase, target: OutboxTarget, project: string, id = ''): void {
  db.prepare('INSERT OR IGNORE INTO outbox (target, project, id) VALUES (?, ?, ?)').run(target, project, id)
}

export function listOutbox(db: IndexDatabase): OutboxEntry[] {
  const rows = db.prepare('SELECT target, project, id, problem FROM outbox ORDER BY target, project, id').all()
  return rows.map((row) => ({
    target: String(row.target) as OutboxTarget,
    project: String(row.project),
    id: String(row.id),
    problem: row.problem === null ? undefined : String(row.problem),
  }))
}

/** Whether the entry stands for words to be taken out, and for no file to be written. */
export function isRedaction({ target }: Pick<OutboxEntry, 'target'>): boolean {
  return target === 'log' || target === 'index'
}

/** As people count it: what is to be taken out of the log and of the index is one thing to do. */
export function listDueWork(db: IndexDatabase): OutboxEntry[] {
  return listOutbox(db).filter(({ target, project, id }) => target !== 'index' || !isPending(db, 'log', project, id))
}

/** Whether words are to be taken out. Asked by every command that brings the index up. */
export function hasRedactions(db: IndexDatabase): boolean {
  return hasOutbox(db) && listOutbox(db).some(isRedaction)
}

/** Whether anything is due that was not tried yet; what failed is tried again by the next write, not by every read. */
export function hasFreshOutbox(db: IndexDatabase): boolean {
  return db.prepare('SELECT 1 AS found FROM outbox WHERE problem IS NULL LIMIT 1').get() !== undefined
}

export function hasOutbox(db: IndexDatabase): boolean {
  return db.prepare('SELECT 1 AS found FROM outbox LIMIT 1').get() !== undefined
}

export function isPending(db: IndexDatabase, target: OutboxTarget, project: string, id = ''): boolean {
  const sql = 'SELECT 1 AS found FROM outbox WHERE target = ? AND project = ? AND id = ?'
  return db.prepare(sql).get(target, project, id) !== undefined
}

export function settle(db: IndexDatabase, { target, project, id }: Omit<OutboxEntry, 'problem'>): void {
  db.prepare('DELETE FROM outbox WHERE target = ? AND project = ? AND id = ?').run(target, project, id)
}

export function settleAll(db: IndexDatabase, entries: readonly Omit<OutboxEntry, 'problem'>[]): void {
  if (entries.length === 0) return
  db.prepare(
    `DELETE FROM outbox WHERE (target, project, id) IN
     (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?))`,
  ).run(JSON.stringify(entries.map(({ target, project, id }) => [target, project, id])))
}

/** The records' files are as they should be. */
export function settleFiles(db: IndexDatabase, records: readonly RecordKey[]): void {
  settleAll(
    db,
    records.map(({ project, id }) => ({ target: 'file', project, id })),
  )
}

export function postpone(db: IndexDatabase, { target, project, id }: OutboxEntry, problem: string): void {
  db.prepare('UPDATE outbox SET problem = ? WHERE target = ? AND project = ? AND id = ?').run(
    problem,
    target,
    project,
    id,
  )
}

/** The Markdown files: each event of a record asks for its file to be written. */
export function filesProjection(db: IndexDatabase): Projection {
  return {
    name: 'files',
    version: 1,
    reset: () => {
      db.prepare("DELETE FROM outbox WHERE target IN ('file', 'project')").run()
      db.prepare('DELETE FROM file_states').run()
      db.prepare('DELETE FROM folder_states').run()
    },
    begin: () => {
      const keys = new Map<string, RecordKey>()
      // Not at the end alone, because an adopted file is taken off again.
      const save = (): void => {
        enqueueFiles(db, keys)
        keys.clear()
      }
      return {
        apply: (events) => {
          for (const event of events)
            if (event.type === 'project.registered') enqueue(db, 'project', event.data.project)
          for (const [name, key] of keysOf(events.filter(isRecordEvent))) keys.set(name, key)
        },
        save,
        finish: save,
      }
    },
  }
}

/**
 * The compiled views: only what they show asks for them; a hit or a rating does not. Runs behind the index, whose rows
 * say of which kind the record is. A record that changes its kind leaves a view that no row tells: then all are due.
 */
export function viewsProjection(db: IndexDatabase): Projection {
  return {
    name: 'views',
    version: 1,
    reset: () => {
      db.prepare("DELETE FROM outbox WHERE target = 'views'").run()
    },
    begin: () => {
      const keys = new Map<string, RecordKey>()
      return {
        apply: (events) => {
          const shown = events
            .filter(isRecordEvent)
            .filter(({ type }) => type !== 'record.hit' && type !== 'record.rated')
          for (const { data } of shown.filter((event) => mayLeaveView(db, event))) {
            for (const kind of kindNames) enqueue(db, 'views', data.project, kind)
          }
          for (const [name, key] of keysOf(shown)) keys.set(name, key)
        },
        finish: () => enqueueViews(db, keys),
      }
    },
  }
}

/** Also where two clones made a record of one id: one that has a file here was shown before the other came. */
function mayLeaveView(db: IndexDatabase, { type, data }: RecordEvents): boolean {
  if (type !== 'record.upserted' || !('kind' in data.set)) return false
  return !('created' in data.set) || findFileOf(db, data.project, data.id) !== undefined
}

type RecordEvents = Extract<StoredEvent, { data: { id: string } }>

/** Each record once. */
function keysOf(events: readonly RecordEvents[]): Map<string, RecordKey> {
  return new Map(events.map(({ data }) => [`${data.project}/${data.id}`, data]))
}

/** A few one by one, which takes less than to read them out of a list. */
const few = 8

function enqueueFiles(db: IndexDatabase, keys: ReadonlyMap<string, RecordKey>): void {
  if (keys.size <= few) {
    for (const { project, id } of keys.values()) enqueue(db, 'file', project, id)
    return
  }
  db.prepare(
    `INSERT OR IGNORE INTO outbox (target, project, id)
     SELECT 'file', json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)`,
  ).run(toJson(keys))
}

/** Those that the records are shown in. */
function enqueueViews(db: IndexDatabase, keys: ReadonlyMap<string, RecordKey>): void {
  if (keys.size === 0) return
  db.prepare(
    `INSERT OR IGNORE INTO outbox (target, project, id) SELECT DISTINCT 'views', r.project, r.kind
     FROM json_each(?) k CROSS JOIN records r
     ON r.project = json_extract(k.value, '$[0]') AND r.id = json_extract(k.value, '$[1]')`,
  ).run(toJson(keys))
}

/** For `json_each`. */
function toJson(keys: ReadonlyMap<string, RecordKey>): string {
  return JSON.stringify([...keys.values()].map(({ project, id }) => [project, id]))
}
