/** A sync that finds nothing new against git's own fetch: what memo adds must not grow with the log. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { commitPending } from '../src/vault/committing/commit.ts'
import { syncVault } from '../src/vault/sync/sync.ts'
import { inVault } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

const rounds = 15

/** The vault at `root` gets a bare repository in `folder` as its remote and is pushed there. */
export async function compareQuietSync(root: string, folder: string): Promise<Comparison> {
  const remote = join(folder, 'remote.git')
  git(folder, ['init', '--quiet', '--bare', remote])
  const events = await inVault(root, async (vault) => {
    await commitPending(vault, { evenIfOff: true })
    await syncVault(vault, { remote, dryRun: false })
    return [...vault.log.segments.writers()].reduce((sum, writer) => sum + vault.log.end(writer).seq, 0)
  })
  const sync = () => inVault(root, (vault) => syncVault(vault, { remote: undefined, dryRun: false }))
  const cases = [
    { name: 'memo sync', run: sync },
    { name: 'git fetch', run: () => git(root, ['fetch', '--quiet', 'origin']) },
  ]
  const timings = await takeTurns(cases, rounds, 2)
  return compare(`a sync of ${events} events with nothing new against git fetch`, 'git fetch + 200 ms', timings)
}

function git(folder: string, args: string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
}
