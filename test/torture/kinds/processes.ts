/** Many processes that write at once, and kills among them. */
import { join } from 'node:path'
import { refresh } from '../../../src/vault/refresh.ts'
import { withVault } from '../../../src/vault/vault.ts'
import { allEvents } from '../../support/inspect.ts'
import { hammer } from '../hammer-job.ts'
import { assertLaws, BrokenLaw, expectSame } from '../laws.ts'
import { toState } from '../program.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'

const count = 32
const writes = 4

export const processes: Kind = {
  name: 'processes',
  what: '32 processes that write at once, a third of which are killed at some time',
  weight: 0.1,
  run: async ({ folder, random, prepare }) => {
    await prepare()
    const root = join(folder, 'vault')
    const started = Array.from({ length: count }, (_, n) =>
      hammer(root, `p${n}`, writes, random() < 0.33 ? random() * 400 : undefined),
    )
    const ended = await Promise.all(started)
    const failed = ended.filter(({ status, said }) => status !== undefined && (status !== 0 || said !== ''))
    if (failed.length > 0)
      throw new BrokenLaw(`no process fails because of the others: ${failed.map(({ said }) => said)}`)
    const ports = roundPorts('after', 100)
    const state = await withVault(root, { ports }, async (vault) => {
      await refresh(vault, 'full')
      const ids = allEvents(vault).map(({ id }) => id)
      expectSame('no event is there twice', ids.length, new Set(ids).size)
      const missing = ended.flatMap(({ acknowledged }) => acknowledged).filter((id) => !ids.includes(id))
      expectSame('every acknowledged write is there', missing, [])
      const state = toState(vault)
      const closed = Object.values(state.said).filter(({ supersedes }) => supersedes !== undefined)
      expectSame('no command is cut in two', state.counts['record.superseded'] ?? 0, closed.length)
      return state
    })
    await assertLaws({ folder, ports, states: [state], from: 0, to: 0 })
    return `${ended.filter(({ status }) => status === undefined).length > 0 ? 'with' : 'without'} kills`
  },
}
