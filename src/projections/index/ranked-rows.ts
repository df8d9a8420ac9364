/** What every arm's statement reads of a record: enough to break ties and to weigh it. */
import type { Kind } from '../../record/vocabulary.ts'
import type { Row } from './database.ts'

/** Of `records r`. */
export const rankedColumns =
  'r.key, r.project, r.id, r.kind, r.helpful, r.stale, r.event_ms, r.hits, r.last_hit, r.outcome'

export function toRanked(row: Row) {
  return {
    key: Number(row.key),
    project: String(row.project),
    id: String(row.id),
    kind: String(row.kind) as Kind,
    helpful: Number(row.helpful),
    stale: Number(row.stale),
    eventMs: Number(row.event_ms),
    hits: Number(row.hits),
    lastHitMs: row.last_hit === null ? undefined : Date.parse(String(row.last_hit)),
    outcome: Number(row.outcome ?? 0),
  }
}
