/** What a pack needs of a record besides what a search shows of it. */
import { toEntityKey } from '../../record/entity-key.ts'
import type { IndexDatabase } from './database.ts'
import { fieldColumns, toFields } from './record-fields.ts'
import { listOf } from './record-rows.ts'

/** The text of a present record and the entities that it says it is about. */
export function findTold(
  db: IndexDatabase,
  project: string,
  id: string,
): { body: string; entities: string[] } | undefined {
  const sql = `SELECT ${fieldColumns}, body FROM records WHERE project = ? AND id = ? AND gone = 0`
  const row = db.prepare(sql).get(project, id)
  if (row === undefined) return undefined
  const keys = listOf(toFields(row).entities).map(toEntityKey)
  return { body: String(row.body), entities: [...new Set(keys)].filter((key) => key !== '').sort() }
}
