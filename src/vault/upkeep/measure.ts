/** Numbers of a vault for those who plot them. Reads the index as it is and changes nothing. */
import { listProjects } from '../../projections/index/project-rows.ts'
import { countByKind, sumHits } from '../../projections/index/status-rows.ts'
import { indexCursor } from '../append.ts'
import { readIndex } from '../refresh.ts'
import { type Behind, listWriters, measureBehind } from '../status/log-state.ts'
import type { Vault } from '../vault.ts'

export interface Measures {
  /** Records by kind. */
  records: { [kind: string]: number }
  projects: number
  /** Counted uses of all records together. */
  hits: number
  /** Events that the index has folded, by writer. */
  events: { [writer: string]: number }
  /** What the log holds and the index does not. */
  behind: Behind
}

export async function measureVault(vault: Vault): Promise<Measures> {
  return readIndex(vault, vault, () => {
    const { log, projections } = vault
    const cursor = indexCursor(vault)
    return {
      records: countByKind(projections.db).byKind,
      projects: listProjects(projections.db).filter(({ aliasOf }) => !aliasOf).length,
      hits: sumHits(projections.db),
      events: Object.fromEntries(listWriters(log, cursor, undefined).map(({ id, events }) => [id, events])),
      behind: measureBehind(log, cursor),
    }
  })
}
