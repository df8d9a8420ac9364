/**
 * What facts follow from: a fact that holds half of the query's terms or more votes for its evidence, which may share
 * few words with the question. The fact itself is a record like any other, found by the arms of words.
 */
import { noNarrowing } from '../../record/narrowing.ts'
import { toScoredForms } from '../match.ts'
import type { RankedRow, Scope } from '../port.ts'
import type { Arm, ArmInput } from './arm.ts'
import { byRaw } from './by-raw.ts'
import { keepDemanded } from './demanded.ts'

export const factArm: Arm = {
  name: 'fact',
  route: (query, reader) => {
    if (toScoredForms(query).length === 0) return { runs: false, why: 'the query has no terms' }
    const runs = reader.hasFacts()
    return { runs, why: runs ? 'some records are facts' : 'no record is a fact' }
  },
  rank: (input) => {
    const shares = findShares(input)
    const facts = input.reader.withEvidence([...shares.keys()], factScope(input.scope))
    const votes = new Map<number, RankedRow>()
    for (const { of: fact, ...row } of input.reader.evidence(facts, input.scope)) {
      const raw = Math.max(shares.get(fact) ?? 0, votes.get(row.key)?.raw ?? 0)
      votes.set(row.key, { ...row, raw })
    }
    return { rows: keepDemanded(input, [...votes.values()].sort(byRaw)).slice(0, input.depth) }
  },
}

/**
 * Of the records that hold at least half of the query's terms, the share of its weight that each holds. The threshold
 * keeps facts out that are merely about the same thing (seed "The search pipeline", fact arm).
 */
function findShares({ terms }: ArmInput): Map<number, number> {
  const held = new Map<number, { count: number; weight: number }>()
  let all = 0
  for (const { postings, weight } of terms.values()) {
    all += weight
    for (const key of Array.from(postings.keys)) {
      const found = held.get(key) ?? { count: 0, weight: 0 }
      held.set(key, { count: found.count + 1, weight: found.weight + weight })
    }
  }
  const enough = Math.ceil(terms.size / 2)
  const facts = [...held].filter(([, { count }]) => count >= enough)
  return new Map(facts.map(([key, { weight }]) => [key, all === 0 ? 0 : weight / all]))
}

/** Filters say what may answer, and a fact only leads there; but it must belong here, and be in force. */
function factScope(scope: Scope): Scope {
  return {
    ...scope,
    ...noNarrowing,
    kinds: ['fact'],
    excludedKinds: [],
    statuses: 'live',
    includeExpired: false,
  }
}
