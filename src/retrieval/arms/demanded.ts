/** Operators and demanded phrases say which records may answer at all, whichever arm finds them. */
import { toKeywordMatch } from '../match.ts'
import type { RankedRow } from '../port.ts'
import type { ArmInput } from './arm.ts'

export function keepDemanded({ query, reader }: ArmInput, rows: RankedRow[]): RankedRow[] {
  const demanded = toKeywordMatch(query)?.anyTerm
  if (!query.strict || demanded === undefined) return rows
  const kept = reader.keepMatching(
    demanded,
    rows.map(({ key }) => key),
  )
  return rows.filter(({ key }) => kept.has(key))
}
