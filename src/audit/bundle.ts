/** The whole history of a vault as one file, and back. Reads of the repository only; it is never changed by a backup. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeGitTrouble } from './git.ts'
import { askGit, runGit } from './git-process.ts'
import { listAddresses } from './remote.ts'
import { closedToOthers } from './repository.ts'

/** A large history is packed, and unpacked, for minutes. */
const patient = { timeoutMs: 600_000 }

export interface Remote {
  name: string
  /** Without a password, and over http without a user's name, which may be a token. */
  url: string
}

export interface History {
  head: string
  /** Undefined while the head is on no branch. */
  branch: string | undefined
  objectFormat: 'sha1' | 'sha256'
  remotes: Remote[]
}

/** `reason` says why there is no history to keep; undefined where the vault simply has none. */
export type BundleOutcome = { history: History } | { history: undefined; reason: string | undefined }

/** Writes all refs into `file`. Git trouble is a value: a backup without the history is better than none. */
export async function bundleHistory(root: string, file: string): Promise<BundleOutcome> {
  if (!existsSync(join(root, '.git'))) return { history: undefined, reason: undefined }
  try {
    const head = await askGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD'])
    if (head === undefined) return { history: undefined, reason: undefined }
    if ((await askGit(root, ['rev-parse', '--is-shallow-repository'])) === 'true') {
      return { history: undefined, reason: 'the clone is shallow; "git fetch --unshallow" completes it' }
    }
    await runGit(root, ['bundle', 'create', '--quiet', file, '--all', 'HEAD'], patient)
    return { history: await describe(root, head) }
  } catch (error) {
    return { history: undefined, reason: describeGitTrouble(error) }
  }
}

async function describe(root: string, head: string): Promise<History> {
  const format = await askGit(root, ['rev-parse', '--show-object-format'])
  const ref = await askGit(root, ['symbolic-ref', '--quiet', 'HEAD'])
  const remotes = await listAddresses(root)
  return {
    head,
    branch: ref?.replace(/^refs\/heads\//, ''),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    remotes: remotes.map(({ name, url }) => ({ name, url: withoutUser(url) })),
  }
}

/** A token in an address is a secret, and a backup goes to places. Over ssh one cannot do without the user's name. */
function withoutUser(url: string): string {
  return url.replace(/^(https?:\/\/)[^/]*@/i, '$1').replace(/^([a-z+]+:\/\/[^/:@]*):[^/]*@/i, '$1@')
}

/**
 * Makes the repository that the bundle holds in a folder that has none, with the files that lie there as its working
 * tree. The head and the refs are checked by git, the objects by its pack. Returns the number of commits; throws what
 * git says.
 */
export async function unbundleHistory(root: string, file: string, history: Omit<History, 'remotes'>): Promise<number> {
  const run = (command: string[]): Promise<Buffer> => runGit(root, command, patient)
  await run(['init', '--quiet', closedToOthers, `--object-format=${history.objectFormat}`])
  await run(['bundle', 'verify', '--quiet', file])
  if (history.branch !== undefined) await run(['symbolic-ref', 'HEAD', `refs/heads/${history.branch}`])
  const fetch = ['fetch', '--quiet', '--update-head-ok', '--no-write-fetch-head', '--no-auto-maintenance']
  await run([...fetch, file, '+refs/*:refs/*', ...(history.branch === undefined ? ['HEAD'] : [])])
  if (history.branch === undefined) await run(['update-ref', '--no-deref', 'HEAD', history.head])
  await run(['reset', '--quiet'])
  return Number(await run(['rev-list', '--count', '--all', 'HEAD']))
}
