/** Cursors and projection versions, kept in the index file so that they change in one transaction with it. */
import type { Position } from '../../events/log.ts'
import type { CursorStore } from '../projection.ts'
import type { IndexDatabase } from './database.ts'

export function cursorStore(db: IndexDatabase): CursorStore {
  return {
    load: (projection) => {
      const row = db.prepare('SELECT version FROM projection_versions WHERE name = ?').get(projection)
      return { version: row === undefined ? undefined : Number(row.version), cursor: loadCursor(db, projection) }
    },
    save: (projection, version, cursor) => {
      db.prepare('INSERT OR REPLACE INTO projection_versions (name, version) VALUES (?, ?)').run(projection, version)
      if (cursor.size === 0) db.prepare('DELETE FROM cursors WHERE projection = ?').run(projection)
      const insert = db.prepare(
        `INSERT OR REPLACE INTO cursors (projection, writer, segment, offset, seq, hash, id) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      for (const [writer, { segment, offset, seq, hash, id }] of cursor) {
        insert.run(projection, writer, segment, offset, seq, hash, id)
      }
    },
    transaction: (work) => db.transaction(work),
  }
}

function loadCursor(db: IndexDatabase, projection: string): Map<string, Position> {
  const rows = db
    .prepare('SELECT writer, segment, offset, seq, hash, id FROM cursors WHERE projection = ?')
    .all(projection)
  return new Map(
    rows.map(({ writer, segment, offset, seq, hash, id }) => [
      String(writer),
      { segment: Number(segment), offset: Number(offset), seq: Number(seq), hash: String(hash), id: String(id) },
    ]),
  )
}
