/** Where a text that was taken out of the vault may be all the same, and what a person has to do there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBranch } from '../../audit/branch.ts'
import { listRemotes } from '../../audit/remote.ts'
import { toShellWord } from '../../lib/shell-word.ts'
import type { Vault } from '../vault.ts'

export interface Cleaning {
  /** `git-history`, `remote`, `clones` or `copies`. */
  place: 'git-history' | 'remote' | 'clones' | 'copies'
  why: string
  /** For a shell, in this order. */
  commands: string[]
}

/**
 * The history of git begins anew with one commit: every version of a log file that it has holds the text, and what the
 * versions say beside that is in the log.
 */
export async function listCleanings({ paths: { root } }: Pick<Vault, 'paths'>): Promise<Cleaning[]> {
  const git = existsSync(join(root, '.git')) ? await findGit(root) : undefined
  return [...(git === undefined ? [] : cleanGit(root, git)), copies]
}

interface Git {
  branch: string
  remotes: string[]
}

/** Undefined where git does not answer, or has nothing. */
async function findGit(root: string): Promise<Git | undefined> {
  try {
    const { name, head } = await readBranch(root)
    return head === undefined ? undefined : { branch: name ?? 'main', remotes: await listRemotes(root) }
  } catch {
    return undefined
  }
}

function cleanGit(root: string, { branch, remotes }: Git): Cleaning[] {
  const git = `git -C ${toShellWord(root)}`
  const isShared = remotes.length > 0
  return [
    ...(isShared ? [clones] : []),
    {
      place: 'git-history',
      why: 'every earlier commit of the vault has the text; the log keeps the history, so git may begin anew',
      commands: [
        isShared ? 'memo sync' : 'memo commit',
        `${git} checkout --orphan without-text`,
        `${git} commit --no-verify -m "the history begins anew"`,
        `${git} branch -M without-text ${toShellWord(branch)}`,
        ...remotes.map((remote) => `${git} update-ref -d ${toShellWord(`refs/remotes/${remote}/${branch}`)}`),
        `${git} reflog expire --expire=now --all`,
        `${git} gc --prune=now`,
      ],
    },
    ...(isShared ? [pushAnew(git, branch, remotes)] : []),
  ]
}

const clones: Cleaning = {
  place: 'clones',
  why: 'another clone takes its copy out at its next sync, but its git history would bring the old commits back: sync each now, and replace it by a new one at the end',
  commands: ['memo sync', 'memo clone ADDRESS FOLDER'],
}

function pushAnew(git: string, branch: string, remotes: readonly string[]): Cleaning {
  return {
    place: 'remote',
    why: 'the remote has the old commits, and a forge may keep them until it is asked to drop them',
    commands: remotes.map((remote) => `${git} push --force ${toShellWord(remote)} ${toShellWord(branch)}`),
  }
}

const copies: Cleaning = {
  place: 'copies',
  why: 'backups, replayed vaults, exports, transcripts of agents, other tags and branches, and whoever has read it still have it; a secret is to be revoked where it was issued',
  commands: [],
}
