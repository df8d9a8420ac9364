/** What state the vault's git repository is in, for the doctor. Reads only; git trouble is a value, never thrown. */
import { existsSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import type { SimpleGit } from 'simple-git'
import { describeGitTrouble, openGit } from './git.ts'
import { trackedPathspecs } from './repository.ts'
import { findLock, findUnfinished, type Unfinished } from './repository-state.ts'

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
    return await inspect(await openGit(root))
  } catch (error) {
    return { ...nothing, state: 'unavailable', reason: describeGitTrouble(error) }
  }
}

async function inspect(git: SimpleGit): Promise<RepositoryReport> {
  const folder = (await git.raw(['rev-parse', '--absolute-git-dir'])).trim()
  const ignored = await listIgnored(git)
  return {
    state: 'present',
    isDetached: !(await succeeds(git, ['symbolic-ref', 'HEAD'])),
    unfinished: findUnfinished(folder)?.what,
    lock: findLock(folder),
    ignored,
    ignoreRule: await findRule(git, ignored[0]),
    hasIdentity: await succeeds(git, ['var', 'GIT_COMMITTER_IDENT']),
  }
}

/** A person's excludes file is about other repositories; commits pass over it, see `listIgnoredPaths`. */
const ownRulesOnly = ['-c', `core.excludesFile=${devNull}`]

/** Files that are there, belong to the vault and are kept out; files that git knows already are never ignored. */
async function listIgnored(git: SimpleGit): Promise<string[]> {
  const shown = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', ...trackedPathspecs]
  const found = await git.raw([...ownRulesOnly, ...shown])
  return found.split('\0').filter((path) => path !== '' && !path.endsWith('.tmp'))
}

async function findRule(git: SimpleGit, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  return (await git.raw([...ownRulesOnly, 'check-ignore', '-v', '--', path])).split('\t')[0]
}

async function succeeds(git: SimpleGit, command: string[]): Promise<boolean> {
  try {
    await git.raw(command)
    return true
  } catch {
    // Git says no on stderr and with its exit status; a question that it answers by the status alone cannot be asked so.
    return false
  }
}
