/** A few rounds of `npm run torture`, of every kind that is cheap and can be run here. */
import { expect, test } from 'vitest'
import { makeTempDir } from '../support/temp-dir.ts'
import { kinds } from './kinds.ts'
import { runRounds } from './rounds.ts'

/** Those that start dozens of processes, or need their time. */
const dear = ['processes', 'slow-disk', 'strace']

test('faults of every kind: the laws hold after each', { timeout: 120_000 }, async () => {
  const cheap = kinds.filter((kind) => !dear.includes(kind.name) && kind.findObstacle?.() === undefined)
  const even = cheap.map((kind) => ({ ...kind, weight: 1 }))
  const failures = await runRounds({ kinds: even, rounds: 2 * even.length, seed: 1, folder: makeTempDir() })
  expect(failures).toEqual([])
})
