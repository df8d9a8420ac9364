/** Records by what they were imported from, and what tells whether one has changed since. */
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from './database.ts'

export interface StoredOrigin extends RecordKey {
  origin: string
}

/** Present records that say what they were imported from. */
export function* listOrigins(db: IndexDatabase): Generator<StoredOrigin> {
  const sql = `SELECT project, id, json_extract(fields, '$.origin') AS origin FROM records
    WHERE gone = 0 AND json_type(fields, '$.origin') = 'text' ORDER BY project, id`
  for (const { project, id, origin } of db.prepare(sql).iterate()) {
    yield { project: String(project), id: String(id), origin: String(origin) }
  }
}

export interface Version {
  /** What its record was imported from, if it was. */
  origin: string | undefined
  /** Another one after each change of the content. */
  version: string
}

/** Of a record that is there. */
export function findVersion(db: IndexDatabase, project: string, id: string): Version | undefined {
  const sql = `SELECT json_extract(fields, '$.origin') AS origin, json_extract(fields, '$.updated') AS version
    FROM records WHERE project = ? AND id = ? AND gone = 0`
  const row = db.prepare(sql).get(project, id)
  if (row === undefined) return undefined
  return { origin: typeof row.origin === 'string' ? row.origin : undefined, version: String(row.version) }
}
