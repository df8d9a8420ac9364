/** Identifiers of the query, whole: `net/http`, `ERR_CONN_RESET`, `v1.2.3`, `C++`. */
import { toExactMatch, toNameWordForms, toWholeNameMatch } from '../match.ts'
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
    const [found, share] = [rankExact(input), shareOfNames(input)]
    const best = found[0]?.raw || 1
    const rows = found.map((row) => ({ ...row, raw: (row.raw / best) * share }))
    return { rows, vouches: rows.length > 0 && namesOneThing(input.query) }
  },
}

/** A key, a version, a path, a URL; `ClickHouse` is a subject, of which a record may say anything. */
function namesOneThing(query: Query): boolean {
  return includedTerms(query).some(({ names }) => names.some((name) => /[^\p{L}\p{N}]/u.test(name)))
}

/**
 * How much of what the query says its names are, 0 to 1: all of it where the index of words does not keep one of them whole. Else the
 * keyword arm has counted them as words already, and in a long question they are some among many. With the whole weight for each
 * name the public sets lose (SciFact 0.012 of nDCG@10, QMSum 0.002).
 */
function shareOfNames({ query, terms }: ArmInput): number {
  const names = new Set(toNameWordForms(query))
  const all = sum([...terms.values()])
  const own = sum([...terms].flatMap(([form, term]) => (names.has(form) ? [term] : [])))
  return names.size === 0 || all === 0 ? 1 : own / all
}

function sum(terms: readonly { weight: number }[]): number {
  return terms.reduce((total, { weight }) => total + weight, 0)
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
