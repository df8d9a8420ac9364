/** Which of the vault's paths differ from the last commit, and which of them an ignore rule keeps out. */
import { devNull } from 'node:os'
import { askGit, runGit } from './git-process.ts'
import { splitPaths } from './path-bytes.ts'
import { trackedPathspecs } from './repository.ts'

/** Git looks at every file; a hundred thousand take seconds on a cold disk. */
export const listTimeoutMs = 60_000

/** The excludes file of a person is about what their tools leave in other repositories, so it is not asked. */
export const ownRulesOnly = `core.excludesFile=${devNull}`

export interface ChangedPaths {
  changed: string[]
  /** Files that a rule of the repository or of the person hides. */
  ignored: string[]
}

/** Looks at everything, which costs time in proportion to the vault. */
export async function listChangedPaths(root: string): Promise<ChangedPaths> {
  const options = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignored=traditional', '--no-renames']
  const command = ['status', ...options, '--', ...trackedPathspecs]
  const listed = await runGit(root, command, { timeoutMs: listTimeoutMs })
  // A path that ends in a slash is a repository of its own.
  const entries = splitPaths(listed).filter((entry) => !entry.endsWith('/'))
  const isIgnored = (entry: string): boolean => entry.startsWith('!!')
  const toPath = (entry: string): string => entry.slice('XY '.length)
  return {
    changed: entries.filter((entry) => !isIgnored(entry)).map(toPath),
    ignored: entries.filter(isIgnored).map(toPath),
  }
}

/** A rule that hides a path, and where it stands: `.gitignore:3:*.md`. */
export interface IgnoredPath {
  path: string
  rule: string
}

/** Those of the paths that a rule of the vault's own repository keeps out. */
export async function listIgnoredPaths(root: string, paths: readonly string[]): Promise<IgnoredPath[]> {
  if (paths.length === 0) return []
  const input = paths.join('\0')
  const command = ['check-ignore', '--verbose', '-z', '--stdin']
  const listed = await askGit(root, command, { config: [ownRulesOnly], input })
  const parts = (listed ?? '').split('\0')
  const found: IgnoredPath[] = []
  for (let at = 0; at + 3 < parts.length; at += 4) {
    const [source, line, pattern = '', path = ''] = parts.slice(at, at + 4)
    if (!pattern.startsWith('!')) found.push({ path, rule: `${source}:${line}:${pattern}` })
  }
  return found
}
