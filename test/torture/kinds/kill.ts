/** SIGKILL in front of, or in the middle of, a step on the vault's files, in a process of its own. */
import { pick } from '../../support/seeded-random.ts'
import { goOn } from '../go-on.ts'
import { assertLaws } from '../laws.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { groups, isOf, pickTarget } from '../targets.ts'
import { runWorker } from '../worker-job.ts'

export const kill: Kind = {
  name: 'kill',
  what: 'SIGKILL at a step on a file, a statement of SQLite, or in the middle of a write',
  weight: 10,
  run: async (round) => {
    const { random, program, play, folder, notes } = round
    const group = pick(random, groups)
    const target = pickTarget(random, play.steps, (step) => isOf(group, step))
    if (target === undefined) return 'no step'
    const { operation, at, step } = target
    notes.push(`killed (${group}) in operation ${operation}: ${step.name} ${step.path} ${step.sql ?? ''}`)
    await round.prepare()
    const job = { folder, seed: program.seed, from: 0, kill: { group, operation, at } }
    const { done, wasKilled, failure, said } = await runWorker(job, { killsAll: random() < 0.5 })
    if (failure !== undefined || (!wasKilled && done < program.operations.length))
      throw new Error(`the worker failed: ${failure?.message ?? said}`)
    const expected = { states: play.states, from: done, to: Math.min(done + 1, program.operations.length) }
    const found = await assertLaws({ folder, ports: roundPorts('next', done), ...expected })
    await goOn(round, found.at)
    return wasKilled ? group : 'not met'
  },
}
