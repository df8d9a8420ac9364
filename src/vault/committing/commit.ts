/**
 * When the vault is committed to git: by the policy in the settings at the end of a command, or because somebody asks.
 * Git trouble never fails a write: it is told, logged, and tried again later.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasDue } from '../../projections/index/due-rows.ts'
import { indexCursor } from '../append.ts'
import { refresh, withIndexRecovery } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { waitForLock } from '../wait-for-lock.ts'
import { isDue } from './due.ts'
import { findIndexBehind, readProgress, signSettings } from './progress.ts'
import { isPausing, noteTrouble } from './trouble.ts'

export interface CommitOutcome {
  /** `clean`: nothing waits. `off`: the settings ask for no commits. `postponed`: git trouble; a later command tries again. */
  state: 'committed' | 'clean' | 'off' | 'postponed'
  /** Id of the commit. */
  commit: string | null
  /** How many own events it holds. */
  events: number
  /** Why nothing could be committed. */
  reason: string | null
}

export interface CommitOptions {
  /** Look at every file of the vault, not only at what memo has changed or adopted. */
  whole?: boolean
  /** Commit although the policy is `off`. */
  evenIfOff?: boolean
  /** Told how many files git has taken, where they are many. */
  onSent?: ((files: number, total: number) => void) | undefined
  /** Ends it while files are sent; then there is no commit. */
  signal?: AbortSignal | undefined
}

/** How long one process waits for another that is committing, where each write asks for a commit. */
const patienceMs = 10_000

/** After a command that appended: commits after each one, after a batch of events, or when the first has waited long enough. */
export async function commitIfDue(vault: Vault, { signal }: Pick<CommitOptions, 'signal'> = {}): Promise<void> {
  const policy = vault.config.git.commit
  if (vault.appended === 0 || policy === 'off' || !hasRepository(vault)) return
  await failOpen(
    vault,
    async () => {
      if (!isDue(vault) || isPausing(vault)) return nothing('clean')
      return commitNow(vault, { whole: false, patienceMs: policy === 'each' ? patienceMs : 0, signal })
    },
    signal,
  )
}

/**
 * Commits all that waits now: at the end of a session or a server, before a sync, or because a person asks. Never
 * throws for git's sake; the outcome says what is in the way.
 */
export async function commitPending(
  vault: Vault,
  { whole = false, evenIfOff = false, onSent, signal }: CommitOptions = {},
): Promise<CommitOutcome> {
  if (vault.config.git.commit === 'off' && !evenIfOff) return nothing('off')
  if (!hasRepository(vault)) return nothing('postponed', 'the vault is no git repository; "memo init" makes it one')
  return failOpen(
    vault,
    async () => {
      // A process that was killed may have left events that the index does not know.
      await refresh(vault, 'none')
      return commitNow(vault, { whole, patienceMs, onSent, signal })
    },
    signal,
  )
}

/** Whether anything waits that is known of without looking at the files of the records. */
function hasPending(vault: Vault): boolean {
  const progress = readProgress(vault)
  if (progress === undefined || findIndexBehind(vault) !== undefined || hasDue(vault.projections.db)) return true
  const isBehind = [...indexCursor(vault)].some(([writer, { seq }]) => progress.cursor.get(writer)?.seq !== seq)
  return isBehind || progress.settings !== signSettings(vault.paths.root)
}

interface Commission extends Pick<CommitOptions, 'onSent' | 'signal'> {
  whole: boolean
  patienceMs: number
}

/** Trouble is an outcome, unless somebody has ended the work: what was written is stored. */
async function failOpen(
  vault: Vault,
  work: () => Promise<CommitOutcome>,
  signal?: AbortSignal,
): Promise<CommitOutcome> {
  try {
    return await withIndexRecovery(vault, work)
  } catch (error) {
    if (signal?.aborted) throw error
    const { describeGitTrouble } = await import('../../audit/git.ts')
    const reason = describeGitTrouble(error)
    noteTrouble(vault, error, reason)
    return nothing('postponed', reason)
  }
}

/** One commit at a time: who finds another at it waits, and finds its own events in that commit or makes the next. */
async function commitNow(vault: Vault, { whole, patienceMs, onSent, signal }: Commission): Promise<CommitOutcome> {
  const release = await waitForLock(vault.paths.commitLock, patienceMs)
  if (release === undefined) return nothing('postponed', 'another process is committing')
  const { written } = vault
  try {
    const outcome = !whole && !hasPending(vault) ? nothing('clean') : await makeCommit(vault, { whole, onSent, signal })
    vault.written -= written
    return outcome
  } finally {
    release()
  }
}

async function makeCommit(vault: Vault, input: Omit<Commission, 'patienceMs'>): Promise<CommitOutcome> {
  const { commitHeld } = await import('./commit-held.ts')
  return commitHeld(vault, input)
}

function nothing(state: CommitOutcome['state'], reason: string | null = null): CommitOutcome {
  return { state, commit: null, events: 0, reason }
}

/** Of the vault itself: one in a folder above is somebody else's. A linked working tree has a file of that name. */
function hasRepository({ paths }: Vault): boolean {
  return existsSync(join(paths.root, '.git'))
}
