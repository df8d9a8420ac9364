/** How a branch stands to the one that it follows, as far as is known without asking the network. */
import { askGit, GitFailure } from './git-process.ts'

export interface Upstream {
  /** `origin/main`. */
  name: string
  /** Commits that it lacks. */
  ahead: number
  /** Commits that it has more. */
  behind: number
}

/** Undefined where the branch follows none, or one that was never fetched. */
export async function findUpstream(root: string): Promise<Upstream | undefined> {
  try {
    const name = await askGit(root, ['rev-parse', '--abbrev-ref', '@{upstream}'])
    const counts = await askGit(root, ['rev-list', '--count', '--left-right', 'HEAD...@{upstream}'])
    const [ahead = 0, behind = 0] = (counts ?? '').split('\t').map(Number)
    return name === undefined ? undefined : { name, ahead, behind }
  } catch (error) {
    if (error instanceof GitFailure) return undefined
    throw error
  }
}
