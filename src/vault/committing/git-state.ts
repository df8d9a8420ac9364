/** How the vault stands in git: what waits for a commit, what keeps it, and how the branch stands to its upstream. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/schema.ts'
import { toIso } from '../../record/times.ts'
import type { Vault } from '../vault.ts'
import { countWaiting, findWaitingSince } from './progress.ts'
import { findTrouble } from './trouble.ts'

export interface GitState {
  policy: Config['git']['commit']
  /** `unavailable`: git does not answer, and `reason` says why. */
  repository: 'present' | 'missing' | 'unavailable'
  reason: string | null
  /** Short name of the branch; null when HEAD is on none. */
  branch: string | null
  /** Id of the newest commit. */
  head: string | null
  /** Own events that no commit holds. */
  waiting: number
  /** When the first of them was met, as far as that is known. */
  waitingSince: string | null
  /** Why the last try to commit failed; null after one that did not. */
  trouble: { reason: string; at: string; tries: number } | null
  /** What git waits for a person to finish. */
  unfinished: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | null
  /** The branch that this one follows, as it was last fetched. */
  upstream: { name: string; ahead: number; behind: number } | null
}

/** Never throws for git's sake; starts a handful of git processes, and none that reads files or asks the network. */
export async function gitState(vault: Vault): Promise<GitState> {
  const trouble = findTrouble(vault)
  const since = findWaitingSince(vault)
  return {
    policy: vault.config.git.commit,
    ...(await lookInside(vault.paths.root)),
    waiting: countWaiting(vault),
    waitingSince: since === undefined ? null : toIso(since),
    trouble: trouble === undefined ? null : { reason: trouble.reason, at: toIso(trouble.at), tries: trouble.tries },
  }
}

type Inside = Pick<GitState, 'repository' | 'reason' | 'branch' | 'head' | 'unfinished' | 'upstream'>

const unknown = { reason: null, branch: null, head: null, unfinished: null, upstream: null }

async function lookInside(root: string): Promise<Inside> {
  if (!existsSync(join(root, '.git'))) return { ...unknown, repository: 'missing' }
  try {
    const { findUnfinished, readRepository } = await import('../../audit/repository-state.ts')
    const { findUpstream } = await import('../../audit/upstream.ts')
    const { branch, head, gitDir } = await readRepository(root)
    return {
      repository: 'present',
      reason: null,
      branch: branch?.replace(/^refs\/heads\//, '') ?? null,
      head: head ?? null,
      unfinished: findUnfinished(gitDir)?.what ?? null,
      upstream: (await findUpstream(root)) ?? null,
    }
  } catch (error) {
    const { describeGitTrouble } = await import('../../audit/git.ts')
    return { ...unknown, repository: 'unavailable', reason: describeGitTrouble(error) }
  }
}
