/**
 * What of that which was found has proved itself in use: read lately, read often, and said to be right. Being listed is no use,
 * else what stands first today would stand higher tomorrow for having stood there.
 */
import { kinds } from '../../record/vocabulary.ts'
import type { RankedRow } from '../port.ts'
import type { Arm } from './arm.ts'
import { byRaw } from './by-raw.ts'

export const salienceArm: Arm = {
  name: 'salience',
  isPrior: true,
  route: () => ({ runs: true, why: 'ranks what was found by its use' }),
  rank: ({ found, scope, depth }) => ({
    rows: found
      .filter(({ kind, hits, lastHitMs }) => kinds[kind].salience && (hits > 0 || lastHitMs !== undefined))
      .map((row) => ({ ...row, raw: salienceOf(row, scope.now) }))
      .sort(byRaw)
      .slice(0, depth),
  }),
}

const hourMs = 3_600_000

/**
 * exp(−0.01 · hours since the last use) + ln(1 + uses) + the average of the verdicts (seed "Four-arm retrieval", section
 * salience). A bad average counts as none: the feedback stage punishes it, and once is enough.
 */
export function salienceOf(
  { hits, lastHitMs, outcome }: Pick<RankedRow, 'hits' | 'lastHitMs' | 'outcome'>,
  now: number,
): number {
  const freshness = lastHitMs === undefined ? 0 : Math.exp((-0.01 * Math.max(0, now - lastHitMs)) / hourMs)
  return freshness + Math.log(1 + hits) + Math.max(0, outcome)
}
