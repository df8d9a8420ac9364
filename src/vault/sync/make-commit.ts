/** The commit of a sync: what it says, and whose it is. */
import { buildCommitMessage, type ToldEvent } from '../../audit/commit-message.ts'
import { findCommittedEnd } from '../../audit/committed-segment.ts'
import { findIdentity } from '../../audit/identity.ts'
import { commitTree } from '../../audit/merge-commit.ts'
import type { RepositoryState } from '../../audit/repository-state.ts'
import type { Cursor, Position } from '../../events/log.ts'
import { startPosition } from '../../events/position.ts'
import { MemoError } from '../../lib/errors.ts'
import { ownWriter } from '../append.ts'
import { readOwnEvents } from '../committing/own-events.ts'
import { readProgress } from '../committing/progress.ts'
import { signIfWanted } from '../committing/signature.ts'
import type { Vault } from '../vault.ts'

export interface SyncCommit {
  tree: string
  parents: readonly string[]
  /** Up to where each writer's log is in it. */
  cursor: Cursor
  /** The commit that is taken in. */
  theirs: string
}

/** Gives the id; no branch points to it yet. */
export async function makeCommit(vault: Vault, repository: RepositoryState, commit: SyncCommit): Promise<string> {
  const { tree, parents, cursor, theirs } = commit
  const writer = ownWriter(vault)
  const told = readProgress(vault)?.cursor.get(writer) ?? (await findCommittedEnd(repository, writer))
  const events = readTold(vault, told ?? startPosition, cursor)
  const message = buildCommitMessage({ writer, events, sync: theirs })
  const identity = repository.identity ?? (await findIdentity(repository.root))
  const content = { tree, parents, message, identity }
  return signIfWanted(vault, repository, { ...content, unsigned: await commitTree(repository.root, content) })
}

/** Where the log was put together anew, the place up to which it was told is in none: every event is told once more. */
function readTold(vault: Vault, told: Position, cursor: Cursor): ToldEvent[] {
  try {
    return readOwnEvents(vault, told, cursor)
  } catch (error) {
    if (!(error instanceof MemoError) || error.code !== 'INTEGRITY') throw error
    return readOwnEvents(vault, startPosition, cursor)
  }
}
