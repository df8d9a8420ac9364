/** A disk on which each step takes milliseconds, while another process writes: locks hold, and nobody gives up. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { refresh } from '../../../src/vault/refresh.ts'
import { withVault } from '../../../src/vault/vault.ts'
import { hammer } from '../hammer-job.ts'
import { assertLaws, BrokenLaw, expectSame, undated } from '../laws.ts'
import { toState } from '../program.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { runWorker } from '../worker-job.ts'

const delayMs = 5
const writes = 4

export const slowDisk: Kind = {
  name: 'slow-disk',
  what: 'every step takes 5 ms longer, while another process writes',
  weight: 0.3,
  run: async ({ folder, program, play, prepare }) => {
    if (program.hasGit) return 'left out'
    await prepare()
    const root = join(folder, 'vault')
    const [worker, other] = await Promise.all([
      runWorker({ folder, seed: program.seed, from: 0, delayMs }),
      hammer(root, 'beside', writes),
    ])
    const trouble = worker.failure?.message ?? worker.said + other.said
    if (worker.done < program.operations.length || other.status !== 0 || trouble !== '')
      throw new BrokenLaw(`a slow disk is no failure: ${trouble}`)
    const ports = roundPorts('after', 100)
    const state = await withVault(root, { ports }, async (vault) => {
      await refresh(vault, 'full')
      return toState(vault)
    })
    const said = Object.entries(state.said)
    const own = Object.fromEntries(said.filter(([key]) => !key.includes('/beside-')))
    // A reader does not wait for the other process: an edit by hand may be adopted a command later.
    const alone = undated(play.states.at(-1)?.said ?? {})
    expectSame('each process writes what it would have alone', undated(own), alone)
    expectSame('each process writes what it would have alone', said.length - Object.keys(own).length, writes)
    // Whether it holds the other process's records is up to when it was made.
    rmSync(join(folder, 'restored'), { recursive: true, force: true })
    await assertLaws({ folder, ports, states: [state], from: 0, to: 0 })
    return 'done'
  },
}
