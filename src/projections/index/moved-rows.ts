/** Records that were moved: where they are now, and which records name them. */
import { isPresent, type RecordState } from '../../events/fold.ts'
import { isSameRecord, type RecordKey, toRecordKey } from '../../record/record-key.ts'
import type { IndexDatabase, Row } from './database.ts'
import { findRecord, textOf, toState } from './record-rows.ts'

/** The names that a record had after this one, the last one at the end; none for one that was not moved. */
export function listMoves(db: IndexDatabase, { project, id }: RecordKey): RecordKey[] {
  const moves: RecordKey[] = []
  for (let state = findRecord(db, project, id)?.state; state !== undefined && !isPresent(state); ) {
    const next = nextOf(state)
    if (next === undefined || moves.some((key) => isSameRecord(key, next))) break
    moves.push(next)
    state = findRecord(db, next.project, next.id)?.state
  }
  return moves
}

/** The record that had this name before it was moved; undefined where it did not, or is there no more. */
export function findMoved(db: IndexDatabase, key: RecordKey): RecordState | undefined {
  const last = listMoves(db, key).at(-1)
  const state = last === undefined ? undefined : findRecord(db, last.project, last.id)?.state
  return isPresent(state) ? state : undefined
}

function nextOf({ fields, project }: RecordState): RecordKey | undefined {
  const movedTo = textOf(fields.movedTo)
  return movedTo === undefined ? undefined : toRecordKey(movedTo, project)
}

/** Present records that link to this one, mention it in their text, or say that it took their place. */
export function listReferrers(db: IndexDatabase, { project, id }: RecordKey): RecordState[] {
  const sql = `SELECT r.* FROM records r WHERE r.gone = 0 AND (
      EXISTS (SELECT 1 FROM record_links l WHERE l.source_project = r.project AND l.source_id = r.id
        AND l.target_project = ? AND l.target_id = ?)
      OR json_extract(r.fields, '$.supersededBy') = iif(r.project = ?, ?, ? || '/' || ?))
    ORDER BY r.project, r.id`
  return db
    .prepare(sql)
    .all(project, id, project, id, project, id)
    .map((row) => toState(db, row))
}

export interface MovedRecord extends RecordKey {
  /** `project/id` of where it went, or came from. */
  other: string
}

/** Records that are there although they were moved on. */
export function listWrittenAgain(db: IndexDatabase): MovedRecord[] {
  const sql = `SELECT project, id, json_extract(fields, '$.movedTo') AS other FROM records
    WHERE gone = 0 AND other IS NOT NULL ORDER BY project, id`
  return db.prepare(sql).all().map(toMoved)
}

/** Records that come from one and the same. */
export function listMovedTwice(db: IndexDatabase): MovedRecord[] {
  const sql = `SELECT project, id, json_extract(fields, '$.movedFrom') AS other, count(*) OVER (PARTITION BY
      json_extract(fields, '$.movedFrom')) AS times FROM records WHERE gone = 0 AND other IS NOT NULL`
  return db.prepare(`SELECT * FROM (${sql}) WHERE times > 1 ORDER BY project, id`).all().map(toMoved)
}

function toMoved({ project, id, other }: Row): MovedRecord {
  return { project: String(project), id: String(id), other: String(other) }
}
