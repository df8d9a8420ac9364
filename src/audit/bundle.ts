/** The whole history of a vault as one file, and back. Reads of the repository only; it is never changed by a backup. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SimpleGit } from 'simple-git'
import { describeGitTrouble, openGit } from './git.ts'

/** Milliseconds without a word: a large history is packed silently. */
const packTimeoutMs = 600_000

export interface Remote {
  name: string
  /** Without a user's name and password. */
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
    const git = await openGit(root, { timeoutMs: packTimeoutMs })
    const head = await ask(git, ['rev-parse', '--verify', '--quiet', 'HEAD'])
    if (head === undefined) return { history: undefined, reason: undefined }
    if ((await ask(git, ['rev-parse', '--is-shallow-repository'])) === 'true') {
      return { history: undefined, reason: 'the clone is shallow; "git fetch --unshallow" completes it' }
    }
    await git.raw(['bundle', 'create', '--quiet', file, '--all', 'HEAD'])
    return { history: await describe(git, head) }
  } catch (error) {
    return { history: undefined, reason: describeGitTrouble(error) }
  }
}

async function describe(git: SimpleGit, head: string): Promise<History> {
  const format = await ask(git, ['rev-parse', '--show-object-format'])
  const ref = await ask(git, ['symbolic-ref', '--quiet', 'HEAD'])
  return {
    head,
    branch: ref?.replace(/^refs\/heads\//, ''),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    remotes: await listRemotes(git),
  }
}

async function listRemotes(git: SimpleGit): Promise<Remote[]> {
  const found = await ask(git, ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'])
  return (found ?? '').split('\0').flatMap((entry) => {
    const [key = '', url = ''] = entry.split('\n')
    return url === '' ? [] : [{ name: key.replace(/^remote\./, '').replace(/\.url$/, ''), url: withoutUser(url) }]
  })
}

/** A token in an address is a secret, and a backup goes to places. */
function withoutUser(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]*@/i, '$1')
}

/** Undefined where git says no; it says so by its exit status alone. */
async function ask(git: SimpleGit, command: string[]): Promise<string | undefined> {
  try {
    return (await git.raw(command)).trim() || undefined
  } catch (error) {
    if (describeGitTrouble(error) === 'git is not installed' || /dubious ownership/.test(String(error))) throw error
    return undefined
  }
}

/**
 * Makes the repository that the bundle holds in a folder that has none, with the files that lie there as its working
 * tree. The head and the refs are checked by git, the objects by its pack. Returns the number of commits; throws what
 * git says.
 */
export async function unbundleHistory(root: string, file: string, history: Omit<History, 'remotes'>): Promise<number> {
  const git = await openGit(root, { timeoutMs: packTimeoutMs })
  await git.raw(['init', '--quiet', `--object-format=${history.objectFormat}`])
  await git.raw(['bundle', 'verify', '--quiet', file])
  if (history.branch !== undefined) await git.raw(['symbolic-ref', 'HEAD', `refs/heads/${history.branch}`])
  const fetch = ['fetch', '--quiet', '--update-head-ok', '--no-write-fetch-head', '--no-auto-maintenance']
  await git.raw([...fetch, file, '+refs/*:refs/*', ...(history.branch === undefined ? ['HEAD'] : [])])
  if (history.branch === undefined) await git.raw(['update-ref', '--no-deref', 'HEAD', history.head])
  await git.raw(['reset', '--quiet'])
  return Number(await git.raw(['rev-list', '--count', '--all', 'HEAD']))
}
