/** Questions about what the records say of each other and of themselves, for the doctor. Needs the folded tables. */
import type { RecordState } from '../../events/fold.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase, Row } from './database.ts'
import { filesOfSql } from './file-place.ts'
import { toState } from './record-rows.ts'

/** Every record of the index, forgotten ones too, one at a time. */
export function* readStates(db: IndexDatabase): Generator<RecordState> {
  // Whoever goes through them may write in between, which an open iterator does not let: so pages.
  const page = db.prepare('SELECT * FROM records WHERE key > ? ORDER BY key LIMIT 500')
  for (let after = 0; ; ) {
    const rows = page.all(after)
    yield* rows.map((row) => toState(db, row))
    const last = rows.at(-1)
    if (last === undefined) return
    after = Number(last.key)
  }
}

export interface Reference extends RecordKey {
  type: string
  target: RecordKey
}

/** Links, mentions and successors that name a record which is not there, or not any more. */
export function listDangling(db: IndexDatabase): Reference[] {
  const links = db.prepare(
    `SELECT source_project, source_id, link_type, target_project, target_id FROM record_links l
     WHERE NOT EXISTS (SELECT 1 FROM records r WHERE r.project = target_project AND r.id = target_id AND r.gone = 0)
     ORDER BY source_project, source_id, link_type, target_project, target_id`,
  )
  const successors = db.prepare(
    `SELECT project AS source_project, id AS source_id, 'supersededBy' AS link_type,
       project AS target_project, json_extract(fields, '$.supersededBy') AS target_id FROM records s
     WHERE gone = 0 AND target_id IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM records r WHERE r.gone = 0
       AND r.project = iif(instr(target_id, '/') = 0, s.project, substr(target_id, 1, instr(target_id, '/') - 1))
       AND r.id = substr(target_id, instr(target_id, '/') + 1))
     ORDER BY project, id`,
  )
  return [...links.all(), ...successors.all()].map(toReference)
}

/** Pairs of active records of which one says that it contradicts the other. */
export function listContradictions(db: IndexDatabase): Reference[] {
  const sql = `SELECT source_project, source_id, link_type, target_project, target_id FROM record_links
     JOIN records s ON s.project = source_project AND s.id = source_id
     JOIN records t ON t.project = target_project AND t.id = target_id
     WHERE link_type = 'contradicts' AND s.gone = 0 AND t.gone = 0 AND s.status = 'active' AND t.status = 'active'
     ORDER BY source_project, source_id, target_project, target_id`
  return db.prepare(sql).all().map(toReference)
}

export interface Doubted extends RecordKey {
  stale: number
  helpful: number
}

/** Active records that at least `stale` readers found stale or wrong, and more than found them helpful. */
export function listDoubted(db: IndexDatabase, stale: number): Doubted[] {
  const sql = `SELECT project, id, stale, helpful FROM records
     WHERE gone = 0 AND status = 'active' AND stale >= ? AND stale > helpful ORDER BY project, id`
  return db
    .prepare(sql)
    .all(stale)
    .map((row) => ({ ...toKey(row), stale: Number(row.stale), helpful: Number(row.helpful) }))
}

/** Present records for which no file is known and none is due; `exempt` is the reason of those that must have none. */
export function listFileless(db: IndexDatabase, exempt: string): RecordKey[] {
  const sql = `SELECT project, id FROM records r
     WHERE gone = 0 AND json_extract(fields, '$.archivedReason') IS NOT ?
     AND NOT EXISTS (${filesOfSql('1', { project: 'r.project', id: 'r.id' })})
     AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.target = 'file' AND o.project = r.project AND o.id = r.id)
     ORDER BY project, id`
  return db.prepare(sql).all(exempt).map(toKey)
}

export interface SeenRow extends RecordKey {
  session: string
  /** Milliseconds since the epoch. */
  seen: number
}

export function listSeen(db: IndexDatabase): SeenRow[] {
  const rows = db.prepare('SELECT session, project, id, seen_ms FROM sessions ORDER BY session, project, id').all()
  return rows.map((row) => ({ ...toKey(row), session: String(row.session), seen: Number(row.seen_ms) }))
}

function toKey(row: Row): RecordKey {
  return { project: String(row.project), id: String(row.id) }
}

function toReference(row: Row): Reference {
  return {
    project: String(row.source_project),
    id: String(row.source_id),
    type: String(row.link_type),
    target: { project: String(row.target_project), id: String(row.target_id) },
  }
}
