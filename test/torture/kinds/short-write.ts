/** Writes that take fewer bytes than they were given, as a signal or a network file system makes them: nothing is wrong then. */
import { assertLaws } from '../laws.ts'
import { perform } from '../program.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { listen } from '../steps.ts'

export const shortWrite: Kind = {
  name: 'short-write',
  what: 'writes that take only some of their bytes, and say so',
  weight: 3,
  run: async ({ folder, random, program, play, prepare }) => {
    await prepare()
    let count = 0
    const before = (): void =>
      listen(folder, ({ name, size }) => {
        if (name !== 'writeSync' || size < 2 || random() < 0.3) return undefined
        count++
        return { take: 1 + Math.floor(random() * (size - 1)) }
      })
    await perform(program, { folder, ports: roundPorts('short', 0), from: 0, before, after: () => {} })
    const last = program.operations.length
    await assertLaws({ folder, ports: roundPorts('next', last), states: play.states, from: last, to: last })
    return count > 0 ? 'done' : 'no write'
  },
}
