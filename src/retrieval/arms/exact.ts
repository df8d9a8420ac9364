/** Identifiers of the query, whole: `net/http`, `ERR_CONN_RESET`, `v1.2.3`, `C++`. */
import { toExactMatch, toKeywordMatch } from '../match.ts'
import type { RankedRow } from '../port.ts'
import type { Arm, ArmInput } from './arm.ts'

export const exactArm: Arm = {
  name: 'exact',
  route: (query) => {
    const runs = toExactMatch(query) !== undefined
    return { runs, why: runs ? 'the query holds an identifier' : 'the query holds no identifier' }
  },
  rank: (input) => ({ rows: rankExact(input) }),
}

function rankExact({ query, scope, reader, depth }: ArmInput): RankedRow[] {
  const match = toExactMatch(query)
  if (match === undefined) return []
  const rows = reader.rankExact(match, scope, depth)
  if (!query.strict) return rows
  const demanded = toKeywordMatch(query)?.anyTerm
  if (demanded === undefined) return rows
  const kept = reader.keepMatching(
    demanded,
    rows.map(({ key }) => key),
  )
  return rows.filter(({ key }) => kept.has(key))
}
