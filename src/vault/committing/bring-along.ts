/**
 * The index of the repository after a commit. Where another git holds it, or a process is killed before it has come that
 * far, a later commit brings it along.
 */
import { bringIndexAlong, type IndexEntry, listEntriesSince } from '../../audit/index-file.ts'
import type { RepositoryState } from '../../audit/repository-state.ts'
import { deleteSetting, readSetting, saveSetting } from '../../projections/index/setting-rows.ts'
import { logError } from '../error-log.ts'
import type { Vault } from '../vault.ts'
import { findIndexBehind, indexBehindSetting } from './progress.ts'

/** Notes where the index stands, before the branch moves away from there. */
export function noteBehind(vault: Vault, { head }: RepositoryState): void {
  if (findIndexBehind(vault) === undefined) saveSetting(vault.projections.db, indexBehindSetting, head ?? '')
}

/**
 * From where it was left to the commit.
 * @param made what the commit changes of the head before it, where that is known: mostly the index was left there
 */
export async function bringAlong(
  vault: Vault,
  repository: RepositoryState,
  commit: string,
  made?: readonly IndexEntry[],
): Promise<void> {
  const { db } = vault.projections
  const from = readSetting(db, indexBehindSetting)
  if (from === undefined) return
  try {
    const isKnown = made !== undefined && from === (repository.head ?? '')
    const entries = isKnown
      ? made
      : await listEntriesSince(repository, { from: from === '' ? undefined : from, to: commit })
    if (await bringIndexAlong(repository, entries)) deleteSetting(db, indexBehindSetting)
  } catch (error) {
    // The commit is made; only "git status" shows it as if it had been staged the other way round.
    logError(vault.paths, vault.ports, 'git', error)
  }
}
