/** What the vault's git repository looks like, in a few words. */
import type { Vault } from '../vault.ts'

export interface GitGlance {
  /** When the vault is committed, by the settings. */
  policy: 'batched' | 'each' | 'off'
  /** `unavailable`: git does not answer, and `reason` says why. */
  repository: 'present' | 'missing' | 'unavailable'
  reason: string | null
  /** What git waits for a person to finish. */
  unfinished: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | null
}

export async function glanceAtGit({ paths, config }: Vault): Promise<GitGlance> {
  const { inspectRepository } = await import('../../audit/inspect.ts')
  const { state, reason, unfinished } = await inspectRepository(paths.root)
  return { policy: config.git.commit, repository: state, reason: reason ?? null, unfinished: unfinished ?? null }
}
