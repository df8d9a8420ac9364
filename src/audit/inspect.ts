/** What state the vault's git repository is in, for the doctor. Reads only; git trouble is a value, never thrown. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SimpleGit } from 'simple-git'
import { describeGitTrouble, openGit } from './git.ts'
import { trackedPaths } from './repository.ts'

export interface RepositoryReport {
  state: 'present' | 'missing' | 'unavailable'
  /** Why git does not answer. */
  reason?: string
  /** HEAD is on no branch, so commits would belong to none. */
  isDetached: boolean
  /** What git waits for a person to finish. */
  unfinished: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | undefined
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
    unfinished: findUnfinished(folder),
    lock: findLock(folder),
    ignored,
    ignoreRule: await findRule(git, ignored[0]),
    hasIdentity: await succeeds(git, ['var', 'GIT_COMMITTER_IDENT']),
  }
}

const marks = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
} as const

function findUnfinished(folder: string): RepositoryReport['unfinished'] {
  const mark = (Object.keys(marks) as (keyof typeof marks)[]).find((name) => existsSync(join(folder, name)))
  return mark && marks[mark]
}

function findLock(folder: string): RepositoryReport['lock'] {
  const path = join(folder, 'index.lock')
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && { path, since: stat.mtimeMs }
}

/** Files that are there, belong to the vault and are kept out; files that git knows already are never ignored. */
async function listIgnored(git: SimpleGit): Promise<string[]> {
  const paths = trackedPaths.map((path) => `:(literal)${path}`)
  const found = await git.raw(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', ...paths])
  return found.split('\0').filter((path) => path !== '' && !path.endsWith('.tmp'))
}

async function findRule(git: SimpleGit, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  return (await git.raw(['check-ignore', '-v', '--', path])).split('\t')[0]
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
