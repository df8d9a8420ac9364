/** The session that a row of claude-mem belongs to: by its own id or by that of the agent, under old and new names. */
import { type ForeignRow, type ForeignTable, foreignFinder } from '../../../projections/index/foreign-rows.ts'
import type { SqliteDatabase } from '../../../projections/index/sqlite.ts'

export interface Session {
  /** That of the agent, else claude-mem's own: one among those of all machines. */
  id: string
  project: string | undefined
  title: string | undefined
  /** The agent: `claude`, `codex` … */
  platform: string | undefined
}

/** Columns of other tables by which a session is found, and what they are called in the table of sessions; a later version renamed two. */
const keys: readonly (readonly [column: string, own: readonly string[]])[] = [
  ['session_db_id', ['id']],
  ['memory_session_id', ['memory_session_id', 'sdk_session_id']],
  ['sdk_session_id', ['sdk_session_id', 'memory_session_id']],
  ['content_session_id', ['content_session_id', 'claude_session_id']],
  ['claude_session_id', ['claude_session_id', 'content_session_id']],
]

type Find = (row: ForeignRow) => Session

export function sessionFinder(db: SqliteDatabase, tables: Map<string, ForeignTable>): Find {
  const table = tables.get('sdk_sessions')
  const finders = keys.flatMap(([column, own]) => {
    const there = table && own.find((name) => table.columns.has(name))
    return table && there ? [{ column, find: foreignFinder(db, table, there) }] : []
  })
  let last: { key: string; session: Session } | undefined
  return (row) => {
    const key = JSON.stringify(keys.map(([column]) => row[column]))
    // Rows of one session mostly follow each other.
    if (last?.key !== key) last = { key, session: toSession(findRow(finders, row), row) }
    return last.session
  }
}

function findRow(
  finders: readonly { column: string; find: (value: string) => ForeignRow | undefined }[],
  row: ForeignRow,
): ForeignRow | undefined {
  for (const { column, find } of finders) {
    const value = row[column]
    const found = value === undefined ? undefined : find(value)
    if (found !== undefined) return found
  }
  return undefined
}

function toSession(found: ForeignRow = {}, row: ForeignRow): Session {
  const idOf = (from: ForeignRow) =>
    from.content_session_id ?? from.claude_session_id ?? from.memory_session_id ?? from.sdk_session_id
  return {
    id: idOf(found) ?? idOf(row) ?? '',
    project: found.project,
    title: found.custom_title,
    platform: found.platform_source,
  }
}

/** What a prompt is called among the things of an import. */
export function promptName({ id }: Session, number: string | undefined): string {
  return `claude-mem#${id}/${number ?? ''}`
}
