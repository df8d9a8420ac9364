/** The records around one in event time: when what they tell happened, not when it was written down. */
import type { IndexDatabase, Row } from './database.ts'
import { type ScopeFilter, scopeSql, type TtlSettings } from './scope-sql.ts'

export interface AroundInput {
  anchor: { project: string; id: string }
  scope: ScopeFilter
  ttl: TtlSettings
  /** How many earlier records at most. */
  before: number
  /** How many later records at most. */
  after: number
}

export interface TimelineRow {
  key: number
  /** Milliseconds since the epoch. */
  eventMs: number
}

/**
 * The anchor, in scope or not, between those in scope that are nearest to it, oldest first; records of one moment stand
 * by project and id. Nothing when the anchor is not there. The scope's functions must be defined (`searchReader`).
 */
export function findAround(db: IndexDatabase, { anchor, scope, ttl, before, after }: AroundInput): TimelineRow[] {
  const { project, id } = anchor
  const row = db.prepare('SELECT key, event_ms FROM records WHERE project = ? AND id = ? AND gone = 0').get(project, id)
  if (row === undefined) return []
  const { sql, values } = scopeSql(scope, ttl)
  const place = [Number(row.event_ms), project, id]
  const find = (comparison: '<' | '>', order: 'ASC' | 'DESC', limit: number): TimelineRow[] =>
    db
      .prepare(
        `SELECT r.key, r.event_ms FROM records r WHERE ${sql} AND (r.event_ms, r.project, r.id) ${comparison} (?, ?, ?)
         ORDER BY r.event_ms ${order}, r.project ${order}, r.id ${order} LIMIT ?`,
      )
      .all(...values, ...place, limit)
      .map(toTimelineRow)
  return [...find('<', 'DESC', before).reverse(), toTimelineRow(row), ...find('>', 'ASC', after)]
}

function toTimelineRow({ key, event_ms }: Row): TimelineRow {
  return { key: Number(key), eventMs: Number(event_ms) }
}
