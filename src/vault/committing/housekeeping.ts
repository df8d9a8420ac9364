/** Now and then after a commit: the repository is packed. Decision 0018 has the figures. */
import { packObjects } from '../../audit/pack.ts'
import { readSetting, saveSetting } from '../../projections/index/setting-rows.ts'
import { logError } from '../error-log.ts'
import type { Vault } from '../vault.ts'

const countSetting = 'git.unpacked-commits'

/** Fifty commits of a full segment are some 5 MB, and packing them takes about as long as ten commits. */
const commitsPerPack = 50

export async function keepHouse(vault: Vault): Promise<void> {
  const { db } = vault.projections
  const count = Number(readSetting(db, countSetting) ?? 0) + 1
  saveSetting(db, countSetting, String(count % commitsPerPack))
  if (count < commitsPerPack) return
  try {
    await packObjects(vault.paths.root)
  } catch (error) {
    // The repository is larger than it need be, and as sound as before.
    logError(vault.paths, vault.ports, 'git', error)
  }
}
