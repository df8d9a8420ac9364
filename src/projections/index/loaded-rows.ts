/** What a search shows of the records that it found. */
import type { RecordState } from '../../events/fold.ts'
import { recordPath } from '../../record/locations.ts'
import { isKind, type Kind, type Status } from '../../record/vocabulary.ts'
import type { IndexDatabase, Row } from './database.ts'
import { filesOfSql, ownPlaceSql } from './file-place.ts'
import { toFields } from './record-fields.ts'
import { listOf, textOf } from './record-rows.ts'
import { expirySql, type TtlSettings } from './scope-sql.ts'

/** The records with these keys, in that order; `now` (ms) says what has expired. */
export function loadRows(db: IndexDatabase, keys: readonly number[], now: number, ttl: TtlSettings) {
  const own = `SELECT path FROM file_states WHERE ${ownPlaceSql({ project: 'r.project', kind: 'r.kind', id: 'r.id' })}`
  const any = filesOfSql('path', { project: 'r.project', id: 'r.id', where: 'problem IS NULL' })
  const path = `coalesce((${own} AND problem IS NULL), (${any} LIMIT 1))`
  return findRows(db, `${loadedColumns(ttl)}, ${path} AS path`, { keys, now }).map((row) => {
    const record = toRecordRow(row)
    const { project, kind, id } = record
    return { ...record, filepath: textIn(row, 'path') ?? recordPath(project, isKind(kind) ? kind : 'note', id) }
  })
}

/** The same without a look for where their files are. */
export function loadUnplacedRows(db: IndexDatabase, keys: readonly number[], now: number, ttl: TtlSettings) {
  return findRows(db, loadedColumns(ttl), { keys, now }).map(toRecordRow)
}

function findRows(db: IndexDatabase, columns: string, { keys, now }: { keys: readonly number[]; now: number }): Row[] {
  const statement = db.prepare(`SELECT ${columns} FROM records r WHERE r.key = ?`)
  return keys.map((key) => statement.get(now, now, key)).filter((row) => row !== undefined)
}

/** All but what only the fold reads, which is a quarter of the row. */
function loadedColumns(ttl: TtlSettings): string {
  const expired = `(coalesce(${expirySql(ttl)} <= ?, 0) OR coalesce(r.valid_to_ms <= ?, 0)) AS expired`
  return `r.key, r.project, r.id, r.kind, r.status, r.title, r.severity, r.layer, r.hits, r.last_hit,
    r.occurrences, r.last_seen, r.helpful, r.stale, r.created_ms, r.updated_ms, r.fields, r.body, ${expired}`
}

function toRecordRow(row: Row) {
  const fields = toFields(row)
  return {
    key: Number(row.key),
    project: String(row.project),
    id: String(row.id),
    kind: String(row.kind) as Kind,
    status: String(row.status) as Status,
    title: String(row.title),
    tags: listOf(fields.tags),
    pathPatterns: listOf(fields.pathPatterns),
    severity: textIn(row, 'severity'),
    layer: textIn(row, 'layer'),
    created: textOf(fields.created) ?? '',
    updated: textOf(fields.updated) ?? '',
    hits: Number(row.hits),
    lastHit: textIn(row, 'last_hit'),
    occurrences: Number(row.occurrences),
    lastSeen: textIn(row, 'last_seen'),
    helpful: Number(row.helpful),
    stale: Number(row.stale),
    supersededBy: textOf(fields.supersededBy),
    expired: row.expired === 1,
    body: String(row.body),
    provenance: pickTexts(fields, ['source', 'trust', 'origin']),
    times: pickTexts(fields, ['eventAt', 'validFrom', 'validTo']),
  }
}

function textIn(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : String(row[column])
}

function pickTexts<Name extends string>(
  fields: RecordState['fields'],
  names: readonly Name[],
): { [name in Name]?: string } {
  const texts: { [name in Name]?: string } = {}
  for (const name of names) {
    const text = textOf(fields[name])
    if (text !== undefined) texts[name] = text
  }
  return texts
}
