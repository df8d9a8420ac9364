/** The other side of a sync: which remote and branch, fetching from it and pushing to it, and what its refusals mean. */
import { MemoError } from '../lib/errors.ts'
import { toShellWord } from '../lib/shell-word.ts'
import { withoutCredentials } from '../lib/without-credentials.ts'
import { describeGitTrouble, saysDiskFull } from './git.ts'
import { askGit, runGit } from './git-process.ts'
import { askNetwork, type NetworkAnswer, type NetworkWork } from './network-git.ts'

export interface RemoteBranch {
  remote: string
  branch: string
}

export function trackingRef({ remote, branch }: RemoteBranch): string {
  return `refs/remotes/${remote}/${branch}`
}

export async function listRemotes(root: string): Promise<string[]> {
  return (await runGit(root, ['remote'])).toString().split('\n').slice(0, -1)
}

/** The addresses that are set; a remote may have several. */
export async function listAddresses(root: string): Promise<{ name: string; url: string }[]> {
  const said = await askGit(root, ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'])
  return (said ?? '').split('\0').flatMap((entry) => {
    const [, name, url] = /^remote\.(.*)\.url\n(.+)$/s.exec(entry) ?? []
    return name === undefined || url === undefined ? [] : [{ name, url }]
  })
}

/** The first remote with this address. */
export async function findRemoteAt(root: string, address: string): Promise<string | undefined> {
  return (await listAddresses(root)).find(({ url }) => url === address)?.name
}

export async function addRemote(root: string, name: string, address: string): Promise<void> {
  await runGit(root, ['remote', 'add', '--', name, address])
}

/** Notes that the local branch follows that of the remote. */
export async function followBranch(root: string, local: string, { remote, branch }: RemoteBranch): Promise<void> {
  await runGit(root, ['config', `branch.${local}.remote`, remote])
  await runGit(root, ['config', `branch.${local}.merge`, `refs/heads/${branch}`])
}

/**
 * The branch of the remote to exchange with: the one of the same name, else the one that the remote stands on, else its
 * only one. Throws UNAVAILABLE when the remote does not answer.
 *
 * @param address of a remote that is not set up yet
 */
export async function chooseRemoteBranch(
  root: string,
  { remote, address }: { remote: string; address: string | undefined },
  local: string,
): Promise<string> {
  const asked = address ?? remote
  const answer = await askNetwork(root, ['ls-remote', '--symref', '--', asked, 'HEAD', 'refs/heads/*'])
  if (answer.status !== 0) throw toRemoteTrouble(asked, answer, address === undefined ? root : undefined)
  const lines = answer.stdout.split('\n')
  const branches = lines.flatMap((line) => /^\w+\trefs\/heads\/(.+)$/.exec(line)?.[1] ?? [])
  const standing = lines.flatMap((line) => /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line)?.[1] ?? [])
  const known = [local, ...standing].find((branch) => branches.includes(branch))
  return known ?? (branches.length === 1 ? branches[0] : undefined) ?? local
}

/** Brings the tracking ref up. False when the remote has no such branch yet. Throws UNAVAILABLE. */
export async function fetchBranch(root: string, place: RemoteBranch, work: NetworkWork = {}): Promise<boolean> {
  const spec = `+refs/heads/${place.branch}:${trackingRef(place)}`
  const options = ['--progress', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head']
  const answer = await askNetwork(root, ['fetch', ...options, '--', place.remote, spec], work)
  if (answer.status === 0) return true
  if (/couldn't find remote ref/i.test(answer.stderr)) return false
  throw toRemoteTrouble(place.remote, answer, root)
}

/**
 * Pushes the commit. `raced` when the branch has moved meanwhile: fetch and try again. Throws REFUSED when the remote
 * does not take it (a hook, a protected branch, no right to write), IO when a disk is full, UNAVAILABLE when it does not answer.
 */
export async function pushCommit(
  root: string,
  commit: string,
  place: RemoteBranch,
  work: NetworkWork = {},
): Promise<'pushed' | 'raced'> {
  const options = ['--porcelain', '--progress', '--no-verify', '--no-follow-tags', '--no-signed']
  const spec = `${commit}:refs/heads/${place.branch}`
  const command = ['push', ...options, '--recurse-submodules=no', '--', place.remote, spec]
  const answer = await askNetwork(root, command, work)
  if (answer.status === 0) return 'pushed'
  const said = answer.stdout.split('\n').find((line) => line.startsWith('!\t'))
  if (said === undefined) throw toRemoteTrouble(place.remote, answer, root)
  const reason = said.split('\t')[2] ?? said
  if (
    /fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|reference already exists|failed to lock|incorrect old value/i.test(
      reason,
    )
  )
    return 'raced'
  const told = [reason, ...toRemoteWords(answer)].join('; ')
  if (saysDiskFull(told)) throw toDiskFull(place.remote, told)
  throw new MemoError('REFUSED', `${place.remote} does not take the push: ${told}`, {
    hint: 'everything is committed here; "memo sync" pushes it once the remote allows it',
  })
}

/** What the other side has to say about it, as hooks do. */
function toRemoteWords({ stderr }: NetworkAnswer): string[] {
  const words = stderr.split(/[\r\n]+/).flatMap((line) => /^remote: (.*\S)\s*$/.exec(line)?.[1] ?? [])
  return words.filter((line) => !/^(Counting|Compressing|Enumerating|Resolving|Total)\b/.test(line)).slice(0, 3)
}

/**
 * Troubles with the line or with the right to use it; nothing of ours has changed.
 *
 * @param root where `remote` is one; without it, it is an address
 */
export function toRemoteTrouble(
  remote: string,
  { stderr }: Pick<NetworkAnswer, 'stderr'>,
  root?: string | undefined,
): MemoError {
  const said = withoutCredentials(describeGitTrouble(new Error(stderr)))
  if (saysDiskFull(stderr)) return toDiskFull(remote, said)
  return new MemoError('UNAVAILABLE', `${withoutCredentials(remote)} cannot be reached: ${said}`, {
    hint: toHint(stderr, remote, root),
  })
}

function toDiskFull(remote: string, said: string): MemoError {
  return new MemoError('IO', `the disk is full, here or at ${withoutCredentials(remote)}: ${said}`, {
    hint: 'everything is kept here; free some space and run "memo sync" again',
  })
}

function toHint(stderr: string, remote: string, root: string | undefined): string {
  if (
    /Authentication failed|could not read (Username|Password)|Permission denied|terminal prompts disabled|40[13]/i.test(
      stderr,
    )
  )
    return 'git must be able to log in without asking: set up an SSH key or a credential helper'
  if (/does not appear to be a git repository|not found|does not exist/i.test(stderr))
    return toAddressHint(remote, root)
  if (root === undefined) return 'nothing was set up; try again when it answers'
  return 'everything is kept here; "memo sync" goes on when the remote answers again'
}

/** The working directory is seldom the vault, and has remotes of its own. */
function toAddressHint(remote: string, root: string | undefined): string {
  if (root === undefined) return 'check the address'
  const git = `git -C ${toShellWord(root)} remote`
  return `check the address with "${git} -v"; "${git} set-url ${toShellWord(remote)} ADDRESS" gives it another`
}
