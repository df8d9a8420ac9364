/**
 * When the vault is committed to git: by the policy in the settings, at the end of a command. Git trouble is logged and
 * tried again by a later command; it never fails a write.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../lib/errors.ts'
import { plural } from '../lib/plural.ts'
import { readSetting, saveSetting } from '../projections/index/file-rows.ts'
import { indexCursor } from './append.ts'
import { logError } from './error-log.ts'
import { tryLock } from './lock.ts'
import { addNotice, type Vault } from './vault.ts'
import { readWriter } from './writer.ts'

const committedSetting = 'git.committed'
const waitingSetting = 'git.waiting-since'

/** Own events that no commit holds yet. */
function uncommittedEvents(vault: Vault): number {
  const committed = Number(readSetting(vault.projections.db, committedSetting) ?? 0)
  return ownSeq(vault) - committed
}

/** After a command that wrote: commits if the policy says so, after each one, after a batch of events, or when
 * the first of a batch has waited long enough. */
export async function commitIfDue(vault: Vault): Promise<void> {
  const { commit: policy, batchEvents, batchSeconds } = vault.config.git
  if (vault.appended === 0 || policy === 'off' || !existsSync(join(vault.paths.root, '.git'))) return
  const waiting = uncommittedEvents(vault)
  if (waiting <= 0) return
  const since = waitingSince(vault)
  const isDue = policy === 'each' || waiting >= batchEvents || vault.ports.now() - since >= batchSeconds * 1000
  if (isDue) await commitNow(vault, waiting)
}

/** One commit at a time: a process that finds another at it leaves its events to that one or to the next. */
async function commitNow(vault: Vault, events: number): Promise<void> {
  try {
    const release = tryLock(vault.paths.commitLock)
    await (release === undefined ? undefined : commitEvents(vault, events).finally(release))
  } catch (error) {
    tellTrouble(vault, error)
  }
}

async function commitEvents(vault: Vault, events: number): Promise<void> {
  const { commitVault } = await import('../audit/repository.ts')
  const seq = ownSeq(vault)
  const outcome = await commitVault(vault.paths.root, { message: `memo: ${plural(events, 'event')}`, events })
  if (outcome.state === 'failed') return tellTrouble(vault, outcome.reason)
  saveSetting(vault.projections.db, committedSetting, String(seq))
  saveSetting(vault.projections.db, waitingSetting, '')
}

function tellTrouble(vault: Vault, trouble: unknown): void {
  logError(vault.paths, vault.ports, 'git', trouble)
  addNotice(vault, `saved, but not committed to git (${messageOf(trouble)}); a later command tries again`)
}

function waitingSince(vault: Vault): number {
  const known = readSetting(vault.projections.db, waitingSetting)
  if (known !== undefined && known !== '') return Number(known)
  saveSetting(vault.projections.db, waitingSetting, String(vault.ports.now()))
  return vault.ports.now()
}

function ownSeq(vault: Vault): number {
  const writer = readWriter(vault.paths)?.writer
  return (writer === undefined ? undefined : indexCursor(vault).get(writer)?.seq) ?? 0
}
