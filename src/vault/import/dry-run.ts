/** What writing an item would lead to: everything is decided as in earnest, and nothing is appended. */
import { needReaders } from '../append.ts'
import { resolveProject } from '../project.ts'
import { screenDrafts } from '../secret-gate.ts'
import type { Vault } from '../vault.ts'
import type { DropIgnored } from '../writing/captured-paths.ts'
import { type UpsertPlace, upsertLocked } from '../writing/upsert.ts'
import { type ManyAnswer, type ManyItem, toAnswer, toRejection } from '../writing/upsert-many.ts'

/** Things that are alike in the same import are not met as such: each is compared with what is stored. */
export function tryItem(vault: Vault, item: ManyItem, place: UpsertPlace & { drop: DropIgnored }): ManyAnswer {
  const { project: named, cwd, drop } = place
  try {
    const project = resolveProject(vault, { named: item.project ?? named, cwd })
    const append = (drafts: Parameters<typeof screenDrafts>[1]): [] => {
      screenDrafts(vault, drafts, place, () => needReaders(vault).secrets)
      return []
    }
    return toAnswer(item, upsertLocked(vault, item.toDraft(project, drop), project, append))
  } catch (error) {
    return toRejection(vault, item, error)
  }
}
