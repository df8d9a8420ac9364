/** The commands after a fault: they go on as if nothing had been, and it all comes out as it would have without. */
import { assertState } from './laws.ts'
import { perform } from './program.ts'
import type { Round } from './round.ts'
import { roundPorts } from './round-ports.ts'

/** Runs what is left of the program from its operation `from`, and checks the end. */
export async function goOn({ folder, program, play }: Round, from: number): Promise<void> {
  const ports = roundPorts('on', from)
  await perform(program, { folder, ports, from, before: () => {}, after: () => {} })
  const last = program.operations.length
  await assertState({ folder, ports, states: play.states, from: last, to: last })
}
