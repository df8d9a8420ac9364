/** Identifiers of the query, whole: `net/http`, `ERR_CONN_RESET`, `v1.2.3`, `C++`. */
import { toExactMatch, toWholeNameMatch } from '../match.ts'
import type { RankedRow } from '../port.ts'
import { includedTerms, type Query } from '../query.ts'
import type { Arm, ArmInput } from './arm.ts'
import { keepDemanded } from './demanded.ts'

export const exactArm: Arm = {
  name: 'exact',
  route: (query) => {
    const runs = toExactMatch(query) !== undefined
    return { runs, why: runs ? 'the query holds an identifier' : 'the query holds no identifier' }
  },
  rank: (input) => {
    const rows = rankExact(input)
    return { rows, vouches: rows.length > 0 && namesOneThing(input.query) }
  },
}

/** A key, a version, a path, a URL; `ClickHouse` and `on-call` are subjects, of which a record may say anything. */
function namesOneThing(query: Query): boolean {
  return includedTerms(query).some(({ names }) => names.some((name) => /[^\p{L}\p{N}-]|\d.*-|-.*\d/u.test(name)))
}

function rankExact(input: ArmInput): RankedRow[] {
  const { query, scope, reader, depth } = input
  const match = toExactMatch(query)
  if (match === undefined) return []
  const whole = toWholeNameMatch(query)
  const names = whole === undefined ? [] : reader.rankExact(whole, scope, depth)
  return keepDemanded(input, putBehind(names, reader.rankExact(match, scope, depth)).slice(0, depth))
}

/** What holds of a name only its beginning or a part of it stands behind what holds it as it was typed, and counts little. */
function putBehind(names: readonly RankedRow[], others: readonly RankedRow[]): RankedRow[] {
  const known = new Set(names.map(({ key }) => key))
  const rest = others.filter(({ key }) => !known.has(key))
  const [last, best] = [names.at(-1)?.raw, rest[0]?.raw]
  const share = last === undefined || best === undefined ? 1 : (0.2 * last) / best
  return [...names, ...rest.map((row) => ({ ...row, raw: row.raw * share }))]
}
