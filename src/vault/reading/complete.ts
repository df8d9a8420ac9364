/** What a half-typed name of a project or a record may become. Reads no text, counts no use. */
import { findByPrefix } from '../../projections/index/find-records.ts'
import { listProjects } from '../../projections/index/project-rows.ts'
import { readIndex, refresh } from '../refresh.ts'
import type { Vault } from '../vault.ts'

/** Ids of projects that begin so. */
export async function completeProject(vault: Vault, beginning: string): Promise<string[]> {
  await refresh(vault, 'none')
  return readIndex(vault, vault, () => {
    const ids = listProjects(vault.projections.db).map(({ id }) => id)
    return ids.filter((id) => id.startsWith(beginning))
  })
}

/** Ids of records of the project that begin so, at most 20. */
export async function completeId(vault: Vault, project: string, beginning: string): Promise<string[]> {
  await refresh(vault, 'none')
  return readIndex(vault, vault, () => findByPrefix(vault.projections.db, beginning, project).map(({ id }) => id))
}
