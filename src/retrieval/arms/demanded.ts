/** Operators and demanded phrases say which records may answer at all, whichever arm finds them. */
import { toKeywordMatch } from '../match.ts'
import type { RankedRow } from '../port.ts'
import type { ArmInput } from './arm.ts'

export function keepDemanded(input: ArmInput, rows: RankedRow[]): RankedRow[] {
  if (!input.query.strict) return rows
  const keys = rows.map(({ key }) => key)
  const kept = new Set(keepDemandedKeys(input, keys))
  return rows.filter(({ key }) => kept.has(key))
}

/** The same of records that are known by their keys alone. */
export function keepDemandedKeys({ query, reader }: ArmInput, keys: readonly number[]): readonly number[] {
  const demanded = toKeywordMatch(query)?.anyTerm
  if (!query.strict || demanded === undefined) return keys
  const kept = reader.keepMatching(demanded, keys)
  return keys.filter((key) => kept.has(key))
}
