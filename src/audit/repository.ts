/** The vault's git repository: making it, and what of the folder belongs to it. Git trouble is a value, never thrown. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeGitTrouble } from './git.ts'
import { runGit } from './git-process.ts'

export interface RepositoryOutcome {
  state: 'created' | 'present' | 'unavailable'
  /** Why there is none. */
  reason?: string
}

/** What is committed; never anything else that lies in the folder. */
export const trackedPaths = ['events', 'projects', 'config.json', '.gitignore', '.gitattributes']

/** The tracked paths as pathspecs that match nothing but themselves. */
export const trackedPathspecs = trackedPaths.map((path) => `:(literal)${path}`)

/** Whatever the umask: the vault's folder keeps others out, and a copy of it may stand where nothing does. */
export const closedToOthers = '--shared=0600'

export async function ensureRepository(root: string): Promise<RepositoryOutcome> {
  if (existsSync(join(root, '.git'))) return { state: 'present' }
  try {
    await runGit(root, ['init', '--quiet', closedToOthers])
    return { state: 'created' }
  } catch (error) {
    return { state: 'unavailable', reason: describeGitTrouble(error) }
  }
}
