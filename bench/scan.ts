/** Looking for hand edits in a vault where there are none, against a bare loop over the same folders and files. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemPorts } from '../src/lib/ports.ts'
import { scanVault } from '../src/projections/files/scan.ts'
import { boundedScan } from '../src/vault/refresh.ts'
import { inVault } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

export async function compareScan(root: string, records: number): Promise<Comparison[]> {
  return inVault(root, async (vault) => {
    const input = { db: vault.projections.db, root, ports: systemPorts }
    const full = [
      { name: 'full scan', run: () => scanVault({ ...input, budget: undefined }) },
      { name: 'readdir + stat', run: () => statAll(join(root, 'projects')) },
    ]
    const bounded = [
      {
        name: 'bounded scan',
        run: () => scanVault({ ...input, budget: { ...boundedScan, turnFile: vault.paths.scanTurn } }),
      },
      {
        name: `sleep of ${boundedScan.turnMs} ms`,
        run: () => new Promise((resolve) => setTimeout(resolve, boundedScan.turnMs)),
      },
    ]
    return [
      compare(`scan of ${records} unchanged files against readdir + stat`, '3', await takeTurns(full, 5, 1)),
      compare(
        `bounded scan of ${records} unchanged files against its ${boundedScan.turnMs} ms`,
        '2',
        await takeTurns(bounded, 20),
      ),
    ]
  })
}

function statAll(folder: string): number {
  let size = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    size += entry.isDirectory() ? statAll(path) : statSync(path).size
  }
  return size
}
