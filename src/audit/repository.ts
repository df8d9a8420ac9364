/** The vault's git repository: making it, and committing the vault's own paths. Git trouble is a value, never thrown. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SimpleGit } from 'simple-git'
import { describeGitTrouble, openGit } from './git.ts'

export interface RepositoryOutcome {
  state: 'created' | 'present' | 'unavailable'
  /** Why there is none. */
  reason?: string
}

/** What is committed; never anything else that lies in the folder. */
export const trackedPaths = ['events', 'projects', 'config.json', '.gitignore', '.gitattributes']

export async function ensureRepository(root: string): Promise<RepositoryOutcome> {
  if (existsSync(join(root, '.git'))) return { state: 'present' }
  try {
    const git = await openGit(root)
    // Whatever the umask: the vault's folder keeps others out, and a copy of it may stand where nothing does.
    await git.init(['--shared=0600'])
    return { state: 'created' }
  } catch (error) {
    return { state: 'unavailable', reason: describeGitTrouble(error) }
  }
}

export interface CommitOutcome {
  state: 'committed' | 'clean' | 'failed'
  commit?: string
  reason?: string
}

/** Commits what changed in the vault's own paths; `events` is about how many files that may be. */
export async function commitVault(
  root: string,
  { message, events }: { message: string; events: number },
): Promise<CommitOutcome> {
  try {
    const git = await openGit(root)
    const paths = trackedPaths.filter((path) => existsSync(join(root, path))).map((path) => `:(literal)${path}`)
    const stagedByOthers = await listStaged(git)
    await git.raw([...packing(events), 'add', '--all', '--', ...paths])
    if ((await listStaged(git)) === '') return { state: 'clean' }
    const identity = (await hasIdentity(git)) ? [] : ['-c', 'user.name=memo', '-c', 'user.email=memo@localhost']
    await git.raw([
      ...identity,
      '-c',
      'commit.gpgsign=false',
      'commit',
      '--quiet',
      '--no-verify',
      '-m',
      message,
      // Git looks at every file once more to leave out what others had staged, so only where there is any.
      ...(stagedByOthers === '' ? [] : ['--', ...paths]),
    ])
    return { state: 'committed', commit: (await git.revparse(['HEAD'])).trim() }
  } catch (error) {
    return { state: 'failed', reason: describeGitTrouble(error) }
  }
}

/** Git makes a file of its own for each object it adds; thousands at once are quicker as one pack. */
const packFrom = 1000

function packing(events: number): string[] {
  return events >= packFrom ? ['-c', 'core.bigFileThreshold=1'] : []
}

function listStaged(git: SimpleGit): Promise<string> {
  return git.raw(['diff', '--cached', '--name-only', '-z'])
}

async function hasIdentity(git: SimpleGit): Promise<boolean> {
  try {
    await git.raw(['var', 'GIT_COMMITTER_IDENT'])
    return true
  } catch {
    return false
  }
}
