/** Which branch of which remote a sync is with, and whether the repository is in a state to take something in. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Branch, readBranch } from '../../audit/branch.ts'
import { describeGitTrouble } from '../../audit/git.ts'
import {
  addRemote,
  chooseRemoteBranch,
  findRemoteAt,
  followBranch,
  listRemotes,
  type RemoteBranch,
} from '../../audit/remote.ts'
import { MemoError } from '../../lib/errors.ts'
import { toShellWord } from '../../lib/shell-word.ts'

/** A branch that a sync can be of: HEAD is on it. */
export interface SyncBranch extends Branch {
  name: string
}

/** Throws REFUSED for a vault without git, a HEAD that is on no branch, and a rebase or the like that is not finished. */
export async function readSyncBranch(root: string): Promise<SyncBranch> {
  if (!existsSync(join(root, '.git'))) {
    throw new MemoError('REFUSED', 'the vault is no git repository', { hint: 'run "memo init" to make it one' })
  }
  const branch = await readBranch(root).catch((cause: unknown) => {
    const told = `git does not answer: ${describeGitTrouble(cause)}`
    throw new MemoError('REFUSED', told, { hint: 'run "memo doctor"', cause })
  })
  const { name, unfinished } = branch
  if (unfinished !== undefined && unfinished !== 'merge') {
    throw new MemoError('REFUSED', `a ${unfinished} is not finished in the vault`, {
      hint: `finish it, or run "git -C ${toShellWord(root)} ${unfinished} --abort"`,
    })
  }
  if (name === undefined) {
    throw new MemoError('REFUSED', 'HEAD of the vault is on no branch, so a commit would belong to none', {
      hint: `run "git -C ${toShellWord(root)} switch BRANCH"`,
    })
  }
  return { ...branch, name }
}

export interface PlaceChoice {
  /** From `--remote`. */
  named: string | undefined
  /** Set nothing up. */
  dryRun: boolean
}

/**
 * The place to exchange with: the remote that is named, else the one that the branch follows, else `origin` or the only
 * one. An address becomes `origin`. Throws REFUSED when there is none, USAGE for a name
 * that is none, UNAVAILABLE when the remote has to be asked and does not answer.
 */
export async function findPlace(
  root: string,
  branch: SyncBranch,
  { named, dryRun }: PlaceChoice,
): Promise<RemoteBranch> {
  const { remote: followed, remoteBranch } = branch
  if (remoteBranch !== undefined && followed !== undefined && (named === undefined || named === followed)) {
    return { remote: followed, branch: remoteBranch }
  }
  const found = await findRemote(root, { named, dryRun })
  const { remote, address } = found
  const place = { remote, branch: await chooseRemoteBranch(root, found, branch.name) }
  // Not before it has answered: an address that was mistyped is no remote.
  if (address !== undefined) await addRemote(root, remote, address)
  if (followed === undefined && !dryRun) await followBranch(root, branch.name, place)
  return place
}

interface FoundRemote {
  remote: string
  /** Of one that is still to be set up. */
  address: string | undefined
}

async function findRemote(root: string, { named, dryRun }: PlaceChoice): Promise<FoundRemote> {
  const known = await listRemotes(root)
  if (named === undefined) {
    const [only] = known
    if (known.includes('origin')) return { remote: 'origin', address: undefined }
    if (only !== undefined && known.length === 1) return { remote: only, address: undefined }
    if (known.length > 1)
      throw new MemoError('USAGE', 'the vault has several remotes', {
        hint: `add --remote, one of ${known.join(', ')}`,
      })
    throw new MemoError('REFUSED', 'the vault has no remote to exchange with', {
      hint: 'run "memo sync --remote ADDRESS" with the address of a git repository, once',
    })
  }
  const address = toAddress(named)
  const meant = known.includes(named) ? named : await findRemoteAt(root, address)
  if (meant !== undefined) return { remote: meant, address: undefined }
  if (named.startsWith('-') || !/[/:\\]/.test(named)) {
    const hint = known.length > 0 ? `there is ${known.join(', ')}` : 'give the address of a git repository'
    throw new MemoError('USAGE', `there is no remote ${named}`, { hint })
  }
  if (known.includes('origin')) {
    throw new MemoError('USAGE', 'the vault has a remote origin with another address already', {
      hint: `run "git -C ${toShellWord(root)} remote set-url origin ADDRESS", or "git remote add" with another name`,
    })
  }
  if (dryRun) {
    throw new MemoError('USAGE', 'a dry run sets up no remote', {
      hint: `run "git -C ${toShellWord(root)} remote add origin ADDRESS" first`,
    })
  }
  return { remote: 'origin', address }
}

/** Git would take a relative path from where it runs. */
export function toAddress(address: string): string {
  return existsSync(address) ? resolve(address) : address
}
