/** The clock jumps between commands, years to and fro: what was written last still stands, and nothing breaks. */

import type { Vault } from '../../../src/vault/vault.ts'
import { assertLaws, expectSame } from '../laws.ts'
import { perform, type State, toState } from '../program.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'

/** Operations take a minute each, so these are from minutes to twenty years. */
const jumps = [1, 60, 60 * 24, 60 * 24 * 400, 60 * 24 * 365 * 20]

export const clock: Kind = {
  name: 'clock',
  what: 'a clock that jumps by minutes, days or years, backwards too',
  weight: 3,
  run: async ({ folder, random, program, play, prepare, notes }) => {
    await prepare()
    const ports = roundPorts('clock', 0)
    const before = (n: number): void => {
      const jump = (jumps[Math.floor(random() * jumps.length)] ?? 0) * (random() < 0.5 ? -1 : 1)
      notes.push(`operation ${n}: ${jump} minutes`)
      ports.setOperation(n + jump)
    }
    const states: State[] = []
    const after = (_: number, vault: Vault): void => void states.push(toState(vault))
    await perform(program, { folder, ports, from: 0, before, after })
    const last = play.states.at(-1)
    const end = states.length - 1
    expectSame('what was written last stands', states.slice(end).map(toText), last && [toText(last)])
    await assertLaws({ folder, ports, states, from: end, to: end, isClockMoved: true })
    return 'done'
  },
}

/** What no clock has a say in. Whether a use in a session counts again depends on how long ago the last one was. */
function toText({ said }: State): object {
  return Object.fromEntries(
    Object.entries(said).map(([key, { title, body, tags, links, status, movedTo, movedFrom }]) => [
      key,
      { title, body, tags, links, status, movedTo, movedFrom },
    ]),
  )
}
