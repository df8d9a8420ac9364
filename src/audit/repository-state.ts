/**
 * Where a repository stands: its branch, its head, and what keeps others from committing to it now. Reads only. What a
 * branch follows is told by `readBranch` and `findUpstream`; `inspectRepository` looks further, for the doctor.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CommitSettings, readCommitSettings } from './commit-settings.ts'
import { askGit, runGit } from './git-process.ts'

export type Unfinished = 'merge' | 'rebase' | 'cherry-pick' | 'revert'

export interface RepositoryState extends CommitSettings {
  root: string
  /** Of this working tree: `.git`, or where the file of that name points to. Absolute. */
  gitDir: string
  /** What all working trees of the repository share. Absolute. */
  commonDir: string
  /** How objects are named. */
  objectFormat: 'sha1' | 'sha256'
  /** Full name of the branch; undefined when HEAD is on none. */
  branch: string | undefined
  /** Id of the newest commit and of its tree; undefined before the first. */
  head: string | undefined
  tree: string | undefined
}

/** Git knows these without having them. */
export const emptyTrees = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const

/** The id that stands for no object. */
export function noObject({ objectFormat }: Pick<RepositoryState, 'objectFormat'>): string {
  return '0'.repeat(objectFormat === 'sha1' ? 40 : 64)
}

const askPlaces = ['rev-parse', '--show-object-format', '--absolute-git-dir', '--git-common-dir']

/** Of these, only what there is: nothing before the first commit, and where HEAD is on no branch its own name for that of one. */
const askHead = ['--revs-only', 'HEAD^{commit}', 'HEAD^{tree}', '--symbolic-full-name', 'HEAD']

/** Throws what git says where there is no repository, or none that git will work in. */
export async function readRepository(root: string): Promise<RepositoryState> {
  const [places, settings] = await Promise.all([runGit(root, [...askPlaces, ...askHead]), readCommitSettings(root)])
  const [format, gitDir = '', commonDir = '', head, tree, ref] = places.toString().trimEnd().split('\n')
  const branch = head === undefined ? await askGit(root, ['symbolic-ref', '--quiet', 'HEAD']) : ref
  return {
    root,
    gitDir,
    commonDir: commonDir.startsWith('/') ? commonDir : join(root, commonDir),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    branch: branch === 'HEAD' ? undefined : branch,
    head,
    tree,
    ...settings,
  }
}

const marks: readonly [file: string, unfinished: Unfinished][] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
]

/** What git waits for a person to finish, and the file that says so. */
export function findUnfinished(gitDir: string): { what: Unfinished; path: string } | undefined {
  const found = marks.find(([file]) => existsSync(join(gitDir, file)))
  return found && { what: found[1], path: join(gitDir, found[0]) }
}

/** The lock that a git process holds, or has left behind; when it was made, in milliseconds since the epoch. */
export function findLock(gitDir: string): { path: string; since: number } | undefined {
  const path = join(gitDir, 'index.lock')
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && { path, since: stat.mtimeMs }
}
