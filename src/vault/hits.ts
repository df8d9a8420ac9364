/**
 * Counting acknowledged uses. Fail-open: a use that cannot be counted never fails the read that it belongs to; it is
 * logged as `memory-hits` and shown by doctor.
 */
import { decideHit, type HitCommand } from '../events/decide.ts'
import type { IndexDatabase } from '../projections/index/database.ts'
import { appendAndFold } from './append.ts'
import { logError } from './error-log.ts'
import { write } from './refresh.ts'
import { addNotice, type Vault } from './vault.ts'

export interface HitRequest {
  records: readonly HitCommand['record'][]
  via: HitCommand['via']
  session: string | undefined
  query: string | undefined
}

/** Counts each record once, or not at all where this session has counted it already; gives those that were counted. */
export async function recordHits(vault: Vault, { records, via, session, query }: HitRequest): Promise<HitCommand['record'][]> {
  if (records.length === 0 || vault.readOnly) return []
  try {
    return await write(vault, { label: via }, () => {
      const counted = records.filter((record) => {
        const seen = session !== undefined && isSeen(vault, session, record)
        const drafts = decideHit({ record, via, session, query, actor: vault.actor }, seen)
        appendAndFold(vault, drafts)
        return drafts.length > 0
      })
      return counted
    })
  } catch (error) {
    logError(vault.paths, vault.ports, 'memory-hits', error)
    addNotice(vault, `the use was not counted (${error instanceof Error ? error.message : String(error)})`)
    return []
  }
}

function isSeen(vault: Vault, session: string, { project, id }: HitCommand['record']): boolean {
  const lifetime = vault.config.session.ttlDays * 24 * 60 * 60 * 1000
  const seen = findSeen(vault.projections.db, session, project, id)
  return seen !== undefined && vault.ports.now() - seen < lifetime
}

function findSeen(db: IndexDatabase, session: string, project: string, id: string): number | undefined {
  const row = db.prepare('SELECT seen_ms FROM sessions WHERE session = ? AND project = ? AND id = ?').get(session, project, id)
  return row === undefined ? undefined : Number(row.seen_ms)
}
