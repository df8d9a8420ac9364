/** The repository as a commit finds it: what a killed one left is taken away, and what is in the way is told. */
import { basename, join } from 'node:path'
import { clearIndexLock } from '../../audit/index-file.ts'
import { clearBranchLocks } from '../../audit/move-branch.ts'
import { findLock, findUnfinished, type RepositoryState, readRepository } from '../../audit/repository-state.ts'
import type { Vault } from '../vault.ts'
import { Obstacle } from './trouble.ts'

export type OnBranch = RepositoryState & { branch: string }

/** Throws Obstacle while a commit would go beside the branch or get in the way of another git. */
export async function openRepository(vault: Vault): Promise<OnBranch> {
  const repository = await takeOver(vault)
  const { gitDir, branch } = repository
  const unfinished = findUnfinished(gitDir)
  if (unfinished !== undefined) throw new Obstacle(`a ${unfinished.what} is not finished`, unfinished.path)
  if (branch === undefined) throw new Obstacle('HEAD is on no branch', join(gitDir, 'HEAD'))
  const lock = findLock(gitDir)
  if (lock !== undefined)
    throw new Obstacle(`another git is at work, or has left ${basename(lock.path)} behind`, lock.path)
  return { ...repository, branch }
}

/** Without the locks that a killed process of this vault left. The caller holds the commit lock. */
export async function takeOver({ paths }: Vault): Promise<RepositoryState> {
  const repository = await readRepository(paths.root)
  clearIndexLock(repository)
  await clearBranchLocks(repository, paths.commitNote)
  return repository
}
