/** Commits of a vault that stays open: beside the calls, because git is another process and takes its time. */
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../../lib/errors.ts'
import type { HeldVault } from '../held-vault.ts'
import type { Vault } from '../vault.ts'
import { type CommitOptions, commitIfDue, commitPending } from './commit.ts'

export interface IdleCommits {
  /** To be called behind each call that wrote: commits what is due, and what waits when nothing is written for a while. */
  afterWrite(): void
  /** Commits what is due, or all that waits, as far as git does it in time; nothing more after that. Never throws. */
  end(what: 'due' | 'all'): Promise<void>
}

export interface IdleCommitOptions {
  held: Pick<HeldVault, 'beside'>
  /** For a person: what stood in the way. */
  tell(text: string): void
  /** So long (ms) after the last write what waits is committed: an agent that is done rarely says so. */
  idleMs?: number | undefined
  /** How long (ms) git may take at the end: whoever started the program wants it gone, and a later command commits too. */
  longestEndMs?: number | undefined
}

/** What a commit that is broken off needs to say so (ms). */
const farewellMs = 1000

export function idleCommits({ held, tell, idleMs = 5000, longestEndMs = 5000 }: IdleCommitOptions): IdleCommits {
  const ending = new AbortController()
  let committing: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  return {
    afterWrite: () => {
      commit(commitIfDue)
      clearTimeout(idle)
      idle = setTimeout(() => commit(commitPending), idleMs)
      idle.unref()
    },
    end: async (what) => {
      clearTimeout(idle)
      commit(what === 'all' ? commitPending : commitIfDue)
      if (await isOver(committing, longestEndMs)) return
      ending.abort(new Error('git takes too long for a program that ends; a later command commits'))
      await isOver(committing, farewellMs)
    },
  }

  /** One at a time. */
  function commit(how: (vault: Vault, options: CommitOptions) => Promise<unknown>): void {
    const { signal } = ending
    committing = committing
      .then(() => held.beside(async (vault) => (vault.readOnly ? undefined : await how(vault, { signal }))))
      .catch((error) => tell(messageOf(error)))
  }
}

async function isOver(work: Promise<void>, withinMs: number): Promise<boolean> {
  const late = pause(withinMs, false, { ref: false })
  return Promise.race([work.then(() => true), late])
}
