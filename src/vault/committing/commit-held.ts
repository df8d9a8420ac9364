/**
 * One commit of the vault. The files are read under the vault's lock, in which git has no part; git works when the lock
 * is let go. The caller holds the commit lock, so nobody else commits from this vault meanwhile.
 */
import { buildCommitMessage } from '../../audit/commit-message.ts'
import { type CommitStream, openCommitStream } from '../../audit/commit-stream.ts'
import { findIdentity } from '../../audit/identity.ts'
import { moveBranch } from '../../audit/move-branch.ts'
import type { RepositoryState } from '../../audit/repository-state.ts'
import { listDue } from '../../projections/index/due-rows.ts'
import { ownWriter } from '../append.ts'
import { write } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { bringAlong, noteBehind } from './bring-along.ts'
import type { CommitOutcome } from './commit.ts'
import { findHidden } from './hidden.ts'
import { keepHouse } from './housekeeping.ts'
import { readOwnEvents } from './own-events.ts'
import { saveProgress } from './progress.ts'
import { type OnBranch, openRepository } from './repository.ts'
import { findScope, type Scope } from './scope.ts'
import { type Sending, sendAhead, sendSnapshot } from './send-files.ts'
import { signIfWanted } from './signature.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { clearTrouble, tellOnce } from './trouble.ts'

/** How long a writer may keep the commit waiting. */
const lockWaitMs = 5_000

export interface CommitInput extends Sending {
  /** Look at every file of the vault. */
  whole: boolean
}

/** Throws what is in the way: an Obstacle, what git says, BUSY or INTEGRITY. Then nothing has changed. */
export async function commitHeld(vault: Vault, { whole, ...sending }: CommitInput): Promise<CommitOutcome> {
  const repository = await openRepository(vault)
  const scope = await findScope(vault, repository, whole)
  const due = [...listDue(vault.projections.db).paths, ...scope.further]
  const stream = openCommitStream(repository, due)
  try {
    return await commitThrough(stream, { vault, repository, scope, due, sending })
  } finally {
    stream.abandon()
  }
}

interface Work {
  sending: Sending
  vault: Vault
  repository: OnBranch
  scope: Scope
  /** Paths that are known to be due before the vault is held. */
  due: string[]
}

async function commitThrough(
  stream: CommitStream,
  { vault, repository, scope, due, sending }: Work,
): Promise<CommitOutcome> {
  const ahead = await sendAhead(vault, stream, { paths: due, ...sending })
  const snapshot = await write(vault, { label: 'commit', waitMs: lockWaitMs }, () =>
    takeSnapshot(vault, { ...scope, known: ahead }),
  )
  const events = readOwnEvents(vault, scope.told, snapshot.cursor)
  const message = buildCommitMessage({ writer: ownWriter(vault), events })
  const [hidden, identity] = await Promise.all([
    findHidden(vault, repository, snapshot),
    repository.identity ?? findIdentity(vault.paths.root),
  ])
  const changes = await sendSnapshot(stream, snapshot, { ahead, hidden })
  const { commit: unsigned, tree, entries } = await stream.commit({ message, identity, changes })
  if (tree === repository.tree) return settleClean(vault, snapshot, repository)
  if (identity.isFallback) tellFallback(vault)
  const commit = await signIfWanted(vault, repository, { unsigned, tree, message, identity })
  noteBehind(vault, repository)
  await moveBranch(repository, { commit, subject: message.split('\n')[0] ?? '', note: vault.paths.commitNote })
  const outcome = settle(vault, snapshot, { state: 'committed', commit, events: events.length, reason: null })
  await bringAlong(vault, repository, commit, entries)
  await keepHouse(vault)
  return outcome
}

/** Nothing new: also what the next command finds where one was killed behind its commit. */
async function settleClean(vault: Vault, snapshot: Snapshot, repository: RepositoryState): Promise<CommitOutcome> {
  if (repository.head !== undefined) await bringAlong(vault, repository, repository.head)
  return settle(vault, snapshot, { state: 'clean', commit: null, events: 0, reason: null })
}

function settle(vault: Vault, { index, cursor, settings, mark }: Snapshot, outcome: CommitOutcome): CommitOutcome {
  // Another index counts its marks anew, and without progress in it the next commit looks at everything.
  if (vault.projections.db === index && index.isCurrent()) saveProgress(vault, { cursor, settings }, mark)
  clearTrouble(vault)
  return outcome
}

function tellFallback(vault: Vault): void {
  const notice =
    'git has no name and address for commits, so they are made by memo@localhost; "git config user.name" and user.email set them'
  tellOnce(vault, 'git.identity', notice)
}
