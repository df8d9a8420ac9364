/** Clones that work and sync at random all come to the same, byte for byte, and no count is lost. */
import { expect, test } from 'vitest'
import { type RoundsInput, runRounds } from '../support/sync-rounds.ts'

/** How many seeds to try, and from which; the suite tries one on little work, `npm run torture:sync` many on much. */
const isLong = process.env.MEMO_TORTURE_SEEDS !== undefined
const seeds = Number(process.env.MEMO_TORTURE_SEEDS ?? 1)
const first = Number(process.env.MEMO_TORTURE_FIRST ?? 1)

type Setup = Omit<RoundsInput, 'seed'>

const short: Setup[] = [
  { clones: 2, operations: 20 },
  { clones: 3, operations: 20, foreign: true, skewMs: 5 * 3_600_000 },
]

const long: Setup[] = [
  { clones: 2, operations: 100, foreign: true },
  { clones: 5, operations: 100, skewMs: 5 * 3_600_000 },
  { clones: 5, operations: 100, foreign: true, skewMs: -3_600_000 },
  { clones: 10, operations: 150, foreign: true },
]

test.each(isLong ? long : short)(
  '$clones clones, foreign edits: $foreign, clocks apart: $skewMs',
  { timeout: 600_000 * seeds },
  async (setup) => {
    for (let seed = first; seed < first + seeds; seed++) await runRounds({ seed, ...setup })
    expect(seeds).toBeGreaterThan(0)
  },
)
