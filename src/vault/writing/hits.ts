/**
 * Counting acknowledged uses. Fail-open: a use that cannot be counted never fails the read that it belongs to; it is
 * logged as `memory-hits` and shown by doctor.
 */
import { decideHit, type HitCommand } from '../../events/decide.ts'
import { messageOf } from '../../lib/errors.ts'
import { findSeen } from '../../projections/index/find-records.ts'
import { appendAndFold } from '../append.ts'
import { logError } from '../error-log.ts'
import { write } from '../refresh.ts'
import { addNotice, type Vault } from '../vault.ts'

export interface HitRequest {
  /** Each at most once. */
  records: readonly HitCommand['record'][]
  via: HitCommand['via']
  session: string | undefined
  query: string | undefined
}

/** Counts each record once, or not at all where this session has counted it already; gives those that were counted. */
export async function recordHits(
  vault: Vault,
  { records, via, session, query }: HitRequest,
): Promise<HitCommand['record'][]> {
  if (records.length === 0 || vault.readOnly) return []
  try {
    return await write(vault, { label: via }, () => {
      const uses = records.map((record) => {
        const seen = session !== undefined && isSeen(vault, session, record)
        return { record, drafts: decideHit({ record, via, session, query, actor: vault.actor }, seen) }
      })
      appendAndFold(
        vault,
        uses.flatMap(({ drafts }) => drafts),
      )
      return uses.filter(({ drafts }) => drafts.length > 0).map(({ record }) => record)
    })
  } catch (error) {
    logError(vault.paths, vault.ports, 'memory-hits', error)
    addNotice(vault, `the use was not counted (${messageOf(error)})`)
    return []
  }
}

function isSeen(vault: Vault, session: string, { project, id }: HitCommand['record']): boolean {
  const record = `${project}/${id}`
  const now = vault.ports.now()
  if (vault.seen.isSeen(session, record, now)) return true
  const seenAt = findSeen(vault.projections.db, session, project, id)
  if (seenAt === undefined) return false
  vault.seen.note(session, record, seenAt)
  return vault.seen.isSeen(session, record, now)
}
