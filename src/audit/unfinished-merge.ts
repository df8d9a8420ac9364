/** A `git merge` that stopped on a conflict: what it was about to take in, which paths it left open, and its end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findErrno } from '../lib/errors.ts'
import { runGit } from './git-process.ts'
import type { RepositoryState } from './repository-state.ts'
import { splitNul } from './tree.ts'

/** The commits that are being merged. */
export function readMergeHeads({ gitDir }: RepositoryState): string[] {
  try {
    return readFileSync(join(gitDir, 'MERGE_HEAD'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return []
    throw error
  }
}

export interface OpenPath {
  path: string
  /** Id of the bytes that our side has; undefined where it has no such file. */
  ours: string | undefined
}

export async function listOpenPaths(root: string): Promise<OpenPath[]> {
  const paths = new Map<string, OpenPath>()
  for (const entry of splitNul(await runGit(root, ['ls-files', '--unmerged', '-z']))) {
    const [, oid = '', stage = '', path = ''] = /^\d+ (\w+) (\d)\t(.*)$/s.exec(entry) ?? []
    const known = paths.get(path)
    paths.set(path, { path, ours: stage === '2' ? oid : known?.ours })
  }
  return [...paths.values()]
}

/** Forgets the merge and leaves the files as they are. */
export async function quitMerge(root: string): Promise<void> {
  await runGit(root, ['merge', '--quit'])
}
