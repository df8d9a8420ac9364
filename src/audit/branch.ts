/** Where the vault's repository stands: its branch, what that follows, and what git waits for a person to finish. */
import { parseCommitMessage } from './commit-message.ts'
import { askGit, plainLog, runGit } from './git-process.ts'
import { findUnfinished, type Unfinished } from './repository-state.ts'
import { splitNul } from './tree.ts'

export interface Branch {
  /** Without `refs/heads/`; undefined while HEAD is on none. */
  name: string | undefined
  /** The commit; undefined before the first. */
  head: string | undefined
  /** The remote that the branch follows. */
  remote: string | undefined
  /** The branch of the remote that it follows, without `refs/heads/`. */
  remoteBranch: string | undefined
  unfinished: Unfinished | undefined
}

/**
 * What a sync asks before it does anything; `readRepository` has what a commit is made with. Throws what git says where
 * there is no repository, or none that git will work in.
 */
export async function readBranch(root: string): Promise<Branch> {
  const [gitDir, ref] = await Promise.all([
    runGit(root, ['rev-parse', '--absolute-git-dir']),
    askGit(root, ['symbolic-ref', '--quiet', 'HEAD']),
  ])
  const unfinished = findUnfinished(gitDir.toString().trim())?.what
  if (ref === undefined) {
    return {
      unfinished,
      name: undefined,
      head: await findCommit(root, 'HEAD'),
      remote: undefined,
      remoteBranch: undefined,
    }
  }
  return { unfinished, name: ref.replace('refs/heads/', ''), ...(await readFollowed(root, ref)) }
}

const fields = '%(objectname)%00%(upstream:remotename)%00%(upstream:remoteref)'

async function readFollowed(root: string, ref: string): Promise<Pick<Branch, 'head' | 'remote' | 'remoteBranch'>> {
  const found = (await runGit(root, ['for-each-ref', `--format=${fields}`, ref])).toString()
  const [head, remote, remoteRef] = found.trimEnd().split('\0')
  return {
    head: head || undefined,
    remote: remote || undefined,
    remoteBranch: remoteRef?.replace('refs/heads/', '') || undefined,
  }
}

/** The commit that a name stands for, if there is one. */
export function findCommit(root: string, name: string): Promise<string | undefined> {
  return askGit(root, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
}

/** The commits that refs stand for, in one question; what does not exist is left out. */
export async function readRefs(root: string, refs: readonly string[]): Promise<Map<string, string>> {
  const found = (await runGit(root, ['for-each-ref', '--format=%(refname) %(objectname)', ...refs])).toString()
  return new Map(found.split('\n').flatMap((line) => [/^(.*) (\w+)$/.exec(line)?.slice(1, 3)].filter(isPair)))
}

function isPair(value: string[] | undefined): value is [string, string] {
  return value?.length === 2
}

/** The newest commit that both have; undefined where they have none in common. */
export async function findMergeBase(root: string, a: string, b: string): Promise<string | undefined> {
  return (await askGit(root, ['merge-base', a, b], patient))?.split('\n')[0]
}

/** Histories may be long. */
const patient = { timeoutMs: 120_000 }

/** How many commits the second has that the first has not. */
export async function countCommits(root: string, without: string | undefined, tip: string): Promise<number> {
  const range = without === undefined ? [tip] : [tip, `^${without}`]
  return Number((await runGit(root, ['rev-list', '--count', ...range], patient)).toString())
}

export interface ToldCommit {
  commit: string
  author: string
  /** ISO 8601. */
  at: string
  subject: string
}

/** Commits that memo did not make (they have no `Memo-` trailer) between two, oldest first, with the paths that each touches. */
export async function listForeign(
  root: string,
  before: string | undefined,
  after: string,
): Promise<(ToldCommit & { paths: string[] })[]> {
  const range = before === undefined ? [after] : [after, `^${before}`]
  const format = '--format=%H%x00%an%x00%aI%x00%s%x00%B'
  const command = ['log', '-z', '--topo-order', '--reverse', format, ...range]
  const pieces = splitNul(await runGit(root, command, { ...patient, config: plainLog }))
  const foreign: (ToldCommit & { paths: string[] })[] = []
  for (let at = 0; at + 4 < pieces.length; at += 5) {
    const [commit = '', author = '', time = '', subject = '', message = ''] = pieces.slice(at, at + 5)
    if (parseCommitMessage(message) !== undefined) continue
    foreign.push({ commit, author, at: time, subject, paths: await listTouched(root, commit) })
  }
  return foreign
}

/** Of a merge, only what none of its parents has. */
async function listTouched(root: string, commit: string): Promise<string[]> {
  const options = ['-r', '-z', '-c', '--root', '--no-commit-id', '--name-only', '--no-renames']
  return splitNul(await runGit(root, ['diff-tree', ...options, commit]))
}
