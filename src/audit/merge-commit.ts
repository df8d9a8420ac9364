/**
 * A commit out of the working tree with the commit of others as a parent, made of git's parts and not by `git merge`:
 * nothing here can stop half-way with a conflict, or takes along what a person has staged.
 */
import { copyFileSync, existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile } from '../lib/remove-file.ts'
import { runGitNow } from './git-now.ts'
import { runGit } from './git-process.ts'
import { type Identity, toVariables } from './identity.ts'
import { splitPaths, toPathBytes } from './path-bytes.ts'
import { trackedPaths, trackedPathspecs } from './repository.ts'
import { noObject, type RepositoryState } from './repository-state.ts'
import type { TreeFile } from './tree.ts'

export interface StageInput {
  repository: RepositoryState
  /** Where to stage; the repository's own index is left as it is. */
  indexFile: string
  /** Paths taken from elsewhere as they stand there, undefined for those that went there. */
  taken: readonly { path: string; file: TreeFile | undefined }[]
  /** Files of the vault that stay as they were committed. */
  except: readonly string[]
  /** Whether a file of such a name is followed at all; others stay as they were committed, on disk or not. */
  isFollowed: (path: string) => boolean
}

/** Stages the vault's own paths as they are on disk, beside what was taken. To be done under the vault's lock. */
export function stageWorkingTree({ repository, indexFile, taken, except, isFollowed }: StageInput): void {
  const { root } = repository
  const env = { GIT_INDEX_FILE: indexFile }
  startIndex(repository, indexFile)
  const gone = noObject(repository)
  const lines = taken.map(({ path, file }) => `${file?.mode ?? 0} ${file?.oid ?? gone}\t${path}\0`)
  runGitNow(root, ['update-index', '-z', '--index-info'], { env, input: toPathBytes(lines.join('')) })
  const own = trackedPaths.filter((path) => existsSync(join(root, path))).map((path) => `:(literal)${path}`)
  const list = (which: string): string[] =>
    splitPaths(runGitNow(root, ['ls-files', '-z', which, '--', ...trackedPathspecs], { env }))
  const [known, others] = [list('--cached'), list('--others')]
  const odd = [...known, ...others].filter((path) => !isFollowed(path))
  // No clone takes a link, and one that was taken out of the commit for that is not put back.
  const links = others.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink())
  const left = [...except, ...odd, ...links].map((path) => `:(exclude,literal)${path}`)
  const command = ['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul']
  runGitNow(root, command, { env, input: toPathBytes([...own, ...left].join('\0')) })
}

/** A copy of the repository's index spares hashing each file again; without a usable one it is made from HEAD. */
function startIndex({ root, gitDir, head }: RepositoryState, indexFile: string): void {
  const env = { GIT_INDEX_FILE: indexFile }
  removeFile(indexFile)
  // Left by a process that was killed; the vault's lock says that nobody else is at it.
  removeFile(`${indexFile}.lock`)
  try {
    copyFileSync(join(gitDir, 'index'), indexFile)
    runGitNow(root, head === undefined ? ['read-tree', '--empty'] : ['read-tree', '-m', head], { env })
  } catch {
    // No index yet, or one with a conflict in it.
    removeFile(indexFile)
    runGitNow(root, ['read-tree', head ?? '--empty'], { env })
  }
}

/** The tree of what was staged. */
export async function writeTree(root: string, indexFile: string): Promise<string> {
  return (await runGit(root, ['write-tree'], { env: { GIT_INDEX_FILE: indexFile } })).toString().trim()
}

export async function treeOf(root: string, commit: string): Promise<string> {
  return (await runGit(root, ['rev-parse', `${commit}^{tree}`])).toString().trim()
}

export interface CommitContent {
  tree: string
  parents: readonly string[]
  message: string
  identity: Identity
}

/** The id of a commit that no branch points to yet. */
export async function commitTree(root: string, { tree, parents, message, identity }: CommitContent): Promise<string> {
  const command = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
  return (await runGit(root, command, { input: message, env: toVariables(identity) })).toString().trim()
}

/** Makes the repository's index that of the commit, where a conflict is to be forgotten. */
export async function resetIndex(root: string, commit: string): Promise<void> {
  await runGit(root, ['read-tree', '--reset', commit])
}
