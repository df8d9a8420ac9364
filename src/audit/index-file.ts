/**
 * Bringing the index of the repository along, so that `git status` is clean after a commit that did not go through it.
 * The index is changed as a copy under git's own lock, which holds a line that says whose it is: one that a killed process
 * of ours left behind can be told from that of a git at work, and only ours is ever taken away.
 */
import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findErrno } from '../lib/errors.ts'
import { removeFile } from '../lib/remove-file.ts'
import { runGit } from './git-process.ts'
import { splitPaths, toPathBytes } from './path-bytes.ts'
import { trackedPathspecs } from './repository.ts'
import { emptyTrees, noObject, type RepositoryState } from './repository-state.ts'
import { lotsOf, pathsPerCall, splitNul } from './tree.ts'

export interface IndexEntry {
  path: string
  /** Undefined for a path that is no more. */
  blob: { mode: string; id: string } | undefined
}

/** Whether it was done; not while another git holds the index. What others have staged at other paths stays. */
export async function bringIndexAlong(state: RepositoryState, entries: readonly IndexEntry[]): Promise<boolean> {
  const { root, gitDir } = state
  const [index, copy] = [join(gitDir, 'index'), join(gitDir, 'memo-index')]
  if (!takeLock(state)) return false
  try {
    clearCopy(gitDir)
    if (existsSync(index)) copyFileSync(index, copy)
    await runGit(root, ['update-index', '-z', '--index-info'], {
      env: { GIT_INDEX_FILE: copy },
      input: toPathBytes(entries.map((entry) => toLine(entry, state)).join('')),
    })
    renameSync(copy, index)
    return true
  } finally {
    clearCopy(gitDir)
    removeFile(lockOf(state))
  }
}

/** Which of the paths a person has staged: the index has another version than the commit. */
export async function listStaged(
  root: string,
  commit: string | undefined,
  paths: readonly string[],
): Promise<Set<string>> {
  const staged = new Set<string>()
  if (commit === undefined) return staged
  for (const lot of lotsOf(paths, pathsPerCall)) {
    const asked = lot.map((path) => `:(literal)${path}`)
    const listed = await runGit(root, ['diff-index', '--cached', '-z', '--name-only', commit, '--', ...asked])
    for (const path of splitNul(listed)) staged.add(path)
  }
  return staged
}

/** The entries of the vault's own paths that differ between two commits; `from` undefined is before the first. */
export async function listEntriesSince(
  { root, objectFormat }: RepositoryState,
  { from, to }: { from: string | undefined; to: string },
): Promise<IndexEntry[]> {
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev']
  const between = [from ?? emptyTrees[objectFormat], to]
  const listed = await runGit(root, ['diff-tree', ...options, ...between, '--', ...trackedPathspecs])
  const parts = splitPaths(listed)
  const entries: IndexEntry[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , id = '', kind] = (parts[at] ?? '').split(' ')
    entries.push({ path: parts[at + 1] ?? '', blob: kind === 'D' ? undefined : { mode, id } })
  }
  return entries
}

/** Takes away the lock that a killed process of this vault left. The caller is the only one who commits from it. */
export function clearIndexLock(state: RepositoryState): void {
  if (readLock(state) !== signOf(state)) return
  clearCopy(state.gitDir)
  removeFile(lockOf(state))
}

function toLine({ path, blob }: IndexEntry, state: RepositoryState): string {
  const { mode, id } = blob ?? { mode: '0', id: noObject(state) }
  return `${mode} ${id}\t${path}\0`
}

/** Made elsewhere and linked, so that the lock is never there without its line. */
function takeLock(state: RepositoryState): boolean {
  const made = join(state.gitDir, 'memo-index-lock')
  try {
    writeFileSync(made, signOf(state), { mode: 0o600 })
    link(made, state)
    return true
  } catch (error) {
    if (findErrno(error) === 'EEXIST') return false
    throw error
  } finally {
    removeFile(made)
  }
}

function link(made: string, state: RepositoryState): void {
  try {
    linkSync(made, lockOf(state))
  } catch (error) {
    // A file system without hard links.
    if (findErrno(error) === 'EEXIST') throw error
    writeFileSync(lockOf(state), signOf(state), { flag: 'wx', mode: 0o600 })
  }
}

function clearCopy(gitDir: string): void {
  for (const name of ['memo-index', 'memo-index.lock']) removeFile(join(gitDir, name))
}

function lockOf({ gitDir }: RepositoryState): string {
  return join(gitDir, 'index.lock')
}

/** An index of git begins with `DIRC`. */
function signOf({ root }: RepositoryState): string {
  return `memo ${root}\n`
}

function readLock(state: RepositoryState): string | undefined {
  try {
    return readFileSync(lockOf(state), 'utf8')
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}
