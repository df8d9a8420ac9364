/** Records by what they were imported from, and what tells whether one has changed since. */
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from './database.ts'
import { findFields } from './record-fields.ts'
import { textOf } from './record-rows.ts'

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
  const fields = findFields(db, project, id)
  if (fields === undefined) return undefined
  return { origin: textOf(fields.origin), version: String(fields.updated) }
}
