/** What a pack needs of a record besides what a search shows of it. */
import type { IndexDatabase } from './database.ts'

/** The text of a present record and the entities that it says it is about. */
export function findTold(
  db: IndexDatabase,
  project: string,
  id: string,
): { body: string; entities: string[] } | undefined {
  const row = db.prepare('SELECT key, body FROM records WHERE project = ? AND id = ? AND gone = 0').get(project, id)
  if (row === undefined) return undefined
  const declared = `SELECT entity FROM record_entities WHERE record = ? AND source = 'declared' ORDER BY entity`
  const entities = db.prepare(declared).all(row.key)
  return { body: String(row.body), entities: entities.map(({ entity }) => String(entity)) }
}
