/** Identifiers of the query, whole: `net/http`, `ERR_CONN_RESET`, `v1.2.3`, `C++`. */
import { toExactMatch } from '../match.ts'
import type { RankedRow } from '../port.ts'
import type { Arm, ArmInput } from './arm.ts'
import { keepDemanded } from './demanded.ts'

export const exactArm: Arm = {
  name: 'exact',
  route: (query) => {
    const runs = toExactMatch(query) !== undefined
    return { runs, why: runs ? 'the query holds an identifier' : 'the query holds no identifier' }
  },
  rank: (input) => ({ rows: rankExact(input) }),
}

function rankExact(input: ArmInput): RankedRow[] {
  const match = toExactMatch(input.query)
  return match === undefined ? [] : keepDemanded(input, input.reader.rankExact(match, input.scope, input.depth))
}
