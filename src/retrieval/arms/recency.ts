/** What was found, newest first by when it happened: by rank only, for the fusion by rank. */
import type { Arm } from './arm.ts'
import { byRaw } from './by-raw.ts'

export const recencyArm: Arm = {
  name: 'recency',
  isPrior: true,
  route: () => ({ runs: true, why: 'ranks what was found by its time' }),
  rank: ({ found, depth }) => ({
    rows: found
      .map((row) => ({ ...row, raw: row.eventMs }))
      .sort(byRaw)
      .slice(0, depth),
  }),
}
