/** Whether what waits is to be committed now, by the policy of the settings. */
import { dayMs } from '../../record/times.ts'
import type { Vault } from '../vault.ts'
import { countWaiting, findWrittenSince, noteWaiting, noteWritten, readProgress } from './progress.ts'

/**
 * Uses and logged searches alone wait longer, for the next write to take them along: each brief counts more of them than a
 * batch holds, would pay nearly as much for its commit as for all the rest, and the history would tell of little else. By
 * itself one brief in some fifteen pays, and a backup by git is behind by a day at most while the vault is in use.
 */
const traces = { batches: 50, ms: dayMs }

/** Notes since when something waits, if nobody has. */
export function isDue(vault: Vault): boolean {
  const { commit: policy, batchEvents, batchSeconds } = vault.config.git
  const waiting = countWaiting(vault)
  if (waiting === 0) return false
  const since = noteWaiting(vault)
  if (policy === 'each') return true
  const isNoted = findWrittenSince(vault) !== undefined
  const mayBeWritten = isNoted || vault.written > 0 || readProgress(vault) === undefined
  const written = mayBeWritten ? noteWritten(vault) : undefined
  const now = vault.ports.now()
  if (written === undefined) return waiting >= batchEvents * traces.batches || now - since >= traces.ms
  return waiting >= batchEvents || now - written >= batchSeconds * 1000
}
