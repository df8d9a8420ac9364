/** Cursors and projection versions, kept in the index file so that they change in one transaction with it. */
import type { Cursor, Position } from '../../events/log.ts'
import type { CursorStore } from '../projection.ts'
import type { IndexDatabase } from './database.ts'
import { deleteSetting, readSetting, saveSetting } from './setting-rows.ts'

export function cursorStore(db: IndexDatabase): CursorStore {
  const cursor = remembered(db, (projection) => loadCursor(db, projection))
  return {
    version: (projection) => {
      const row = db.prepare('SELECT version FROM projection_versions WHERE name = ?').get(projection)
      return row === undefined ? undefined : Number(row.version)
    },
    cursor: cursor.load,
    advance: (projection, moved) => {
      cursor.forget()
      const insert = db.prepare(
        `INSERT OR REPLACE INTO cursors (projection, writer, segment, offset, seq, hash, id) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      for (const [writer, { segment, offset, seq, hash, id }] of moved) {
        insert.run(projection, writer, segment, offset, seq, hash, id)
      }
    },
    restart: (projection, version) => {
      cursor.forget()
      db.prepare('INSERT OR REPLACE INTO projection_versions (name, version) VALUES (?, ?)').run(projection, version)
      db.prepare('DELETE FROM cursors WHERE projection = ?').run(projection)
      saveSetting(db, partMark(projection), 'yes')
    },
    complete: (projection) => deleteSetting(db, partMark(projection)),
    isComplete: (projection) => readSetting(db, partMark(projection)) === undefined,
    transaction: (work) => db.transaction(work),
  }
}

function partMark(projection: string): string {
  return `part of ${projection}`
}

/**
 * A vault may have a thousand writers, and one command asks for its cursors several times. They are read again once
 * another connection has committed; within a transaction nothing is remembered, because it may be undone.
 */
function remembered(db: IndexDatabase, read: (projection: string) => Cursor) {
  const known = new Map<string, Cursor>()
  let of: unknown
  return {
    forget: () => known.clear(),
    load: (projection: string): Cursor => {
      if (db.raw.inTransaction) return read(projection)
      const version = db.prepare('PRAGMA data_version').get()?.data_version
      if (version !== of) known.clear()
      of = version
      const cursor = known.get(projection) ?? read(projection)
      known.set(projection, cursor)
      return cursor
    },
  }
}

function loadCursor(db: IndexDatabase, projection: string): Cursor {
  const rows = db
    .prepare('SELECT writer, segment, offset, seq, hash, id FROM cursors WHERE projection = ?')
    .all(projection)
  return new Map<string, Position>(
    rows.map(({ writer, segment, offset, seq, hash, id }) => [
      String(writer),
      { segment: Number(segment), offset: Number(offset), seq: Number(seq), hash: String(hash), id: String(id) },
    ]),
  )
}
