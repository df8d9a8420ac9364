/** Signing a commit the way git is set up to, if that needs nobody: no terminal, no window, a bounded time. */
import { describeGitTrouble } from './git.ts'
import { runGit } from './git-process.ts'
import { type Identity, toVariables } from './identity.ts'
import type { RepositoryState } from './repository-state.ts'

/** An agent that holds the key answers in less than a second; one that waits for a person is not waited for. */
const signTimeoutMs = 5_000

/** Where a signer would look for somebody to ask. */
const nobodyToAsk = { GPG_TTY: '', DISPLAY: '', WAYLAND_DISPLAY: '' }

export interface Unsigned {
  tree: string
  message: string
  identity: Identity
  /** If not the head alone. */
  parents?: readonly string[]
}

/** The signed commit's id, or why there is none. */
export async function signCommit(
  { root, head }: RepositoryState,
  { tree, message, identity, parents = head === undefined ? [] : [head] }: Unsigned,
): Promise<{ commit: string } | { reason: string }> {
  const named = parents.flatMap((parent) => ['-p', parent])
  try {
    const signed = await runGit(root, ['commit-tree', '-S', ...named, '-F', '-', tree], {
      input: message,
      env: { ...toVariables(identity), ...nobodyToAsk },
      timeoutMs: signTimeoutMs,
    })
    return { commit: signed.toString().trim() }
  } catch (error) {
    return { reason: describeGitTrouble(error) }
  }
}
