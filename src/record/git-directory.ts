/**
 * Finds out by a few file reads, without running git, whether a folder belongs to a repository and what its remotes
 * are: ordinary clones, linked worktrees and submodules (where `.git` is a file), bare repositories.
 */
import { readFileSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type GitConfig, parseGitConfig } from './git-config.ts'

export interface Repository {
  /** The work tree that was asked about; of a bare repository its own folder. */
  root: string
  /** The one folder that all worktrees of the repository share: its main work tree, or where it lies bare. */
  home: string
  remotes: GitConfig['remotes']
  /** What is wrong with it, as a sentence; it then has no remotes. */
  fault?: string
}

/** The repository whose top folder, `.git` folder or bare folder is exactly `folder`. */
export function findRepositoryAt(folder: string): Repository | undefined {
  const dotGit = join(folder, '.git')
  const stats = findStats(dotGit)
  if (stats?.isFile()) return fromPointer(folder, dotGit)
  if (stats?.isDirectory() && exists(join(dotGit, 'HEAD'))) return fromGitDirectory(dotGit, folder)
  return isGitDirectory(folder) ? fromGitDirectory(folder) : undefined
}

/** Whether the folder has a `.git`: a clone never brings one along. */
export function isWorkTree(folder: string): boolean {
  return exists(join(folder, '.git'))
}

/** The text of a regular file of at most 1 MiB: no pipe that blocks and no device without end is ever read. */
export function readSmallFile(path: string): string | undefined {
  const stats = findStats(path)
  if (!stats?.isFile() || stats.size > 1024 * 1024) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Unreadable counts as absent: identity then comes from the next source.
    return undefined
  }
}

/** A `.git` file names the git directory; a linked worktree's `commondir` then names the one that holds the config. */
function fromPointer(folder: string, dotGit: string): Repository {
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dotGit) ?? '')?.[1]
  const gitDirectory = resolve(folder, target ?? '')
  if (target === undefined || !exists(join(gitDirectory, 'HEAD'))) {
    return { root: folder, home: folder, remotes: new Map(), fault: `${dotGit} points to no git repository` }
  }
  const common = readSmallFile(join(gitDirectory, 'commondir'))?.trim()
  if (common === undefined) return fromGitDirectory(gitDirectory, folder)
  return { ...fromGitDirectory(resolve(gitDirectory, common)), root: folder }
}

function fromGitDirectory(gitDirectory: string, workTree?: string): Repository {
  const config = parseGitConfig(readSmallFile(join(gitDirectory, 'config')) ?? '')
  const home = workTree ?? findHome(gitDirectory, config.worktree)
  return { root: home, home, remotes: config.remotes }
}

/** `repo/.git` and `repo/.bare` stand for `repo`. */
function findHome(gitDirectory: string, worktree: string | undefined): string {
  if (worktree !== undefined) return resolve(gitDirectory, worktree)
  return basename(gitDirectory).startsWith('.') ? dirname(gitDirectory) : gitDirectory
}

function isGitDirectory(folder: string): boolean {
  return exists(join(folder, 'HEAD')) && exists(join(folder, 'objects')) && exists(join(folder, 'refs'))
}

function exists(path: string): boolean {
  return findStats(path) !== undefined
}

function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder that may not be entered, or a name that no system accepts: nothing that could be used is there.
    return undefined
  }
}
