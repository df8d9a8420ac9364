/** What state the vault's git repository is in, for the doctor. Reads only; git trouble is a value, never thrown. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listIgnoredPaths, listTimeoutMs, ownRulesOnly } from './changed-paths.ts'
import { describeGitTrouble } from './git.ts'
import { runGit } from './git-process.ts'
import { findIdentity } from './identity.ts'
import { trackedPathspecs } from './repository.ts'
import { findLock, findUnfinished, readRepository, type Unfinished } from './repository-state.ts'
import { splitNul } from './tree.ts'

export interface RepositoryReport {
  state: 'present' | 'missing' | 'unavailable'
  /** Why git does not answer. */
  reason?: string
  /** HEAD is on no branch, so commits would belong to none. */
  isDetached: boolean
  /** What git waits for a person to finish. */
  unfinished: Unfinished | undefined
  /** The lock that a git process holds, or has left behind; when it was made, in milliseconds since the epoch. */
  lock: { path: string; since: number } | undefined
  /** Files of the vault that an ignore rule keeps out of the repository. */
  ignored: string[]
  /** The rule that hits the first of them: `file:line:pattern`. */
  ignoreRule: string | undefined
  hasIdentity: boolean
}

const nothing: RepositoryReport = {
  state: 'missing',
  isDetached: false,
  unfinished: undefined,
  lock: undefined,
  ignored: [],
  ignoreRule: undefined,
  hasIdentity: true,
}

export async function inspectRepository(root: string): Promise<RepositoryReport> {
  if (!existsSync(join(root, '.git'))) return nothing
  try {
    return await inspect(root)
  } catch (error) {
    return { ...nothing, state: 'unavailable', reason: describeGitTrouble(error) }
  }
}

async function inspect(root: string): Promise<RepositoryReport> {
  const { gitDir, branch, identity } = await readRepository(root)
  const ignored = await listIgnored(root)
  const [rule] = await listIgnoredPaths(root, ignored.slice(0, 1))
  return {
    state: 'present',
    isDetached: branch === undefined,
    unfinished: findUnfinished(gitDir)?.what,
    lock: findLock(gitDir),
    ignored,
    ignoreRule: rule?.rule,
    hasIdentity: identity !== undefined || !(await findIdentity(root)).isFallback,
  }
}

/** Files that are there, belong to the vault and are kept out; files that git knows already are never ignored. */
async function listIgnored(root: string): Promise<string[]> {
  const shown = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', ...trackedPathspecs]
  const found = splitNul(await runGit(root, shown, { config: [ownRulesOnly], timeoutMs: listTimeoutMs }))
  return found.filter((path) => !path.endsWith('.tmp'))
}
