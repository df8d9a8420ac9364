/**
 * Long records by their best passage: one section that answers is worth more than the same words scattered over thirty.
 * Terms weigh as in whole records, so that a passage's score can stand beside that of a short record.
 */
import { findInAllForms } from '../irregular-postings.ts'
import { coverageFactor, settleTies, type Term, toPairTerm, toTerm } from '../lexical.ts'
import { maxWithOthers, toPairForms, toScoredForms } from '../match.ts'
import { meet } from '../meet.ts'
import type { RankedRow } from '../port.ts'
import { type Postings, toPostings } from '../postings.ts'
import { lexical } from '../shared-numbers.ts'
import type { Arm, ArmInput } from './arm.ts'
import { byRaw } from './by-raw.ts'
import { keepDemanded } from './demanded.ts'

export const passageArm: Arm = {
  name: 'passage',
  route: (query, reader) => {
    if (toScoredForms(query).length === 0) return { runs: false, why: 'the query has no terms' }
    const runs = reader.hasPassages()
    return { runs, why: runs ? 'some records are long' : 'no record is longer than a passage' }
  },
  rank: (input) => {
    const best = findBest(input)
    const top = keepDemanded(input, inScope(input, best)).slice(0, input.depth)
    const rows = [...top, ...restOf(input, best, top)].sort(byRaw)
    return { rows: rows.map((row) => ({ ...row, passage: best.get(row.key)?.passage ?? 0 })) }
  },
}

interface Best {
  passage: number
  raw: number
}

/** The best passage of each record that has any, by the record's key. */
function findBest(input: ArmInput): Map<number, Best> {
  const records = new Map<number, number>()
  const terms = toTerms(input, records)
  const forms = terms.filter(({ isBonus }) => !isBonus).length
  const best = new Map<number, Best>()
  const { keys, sums, owns } = meet(terms)
  for (const [at, passage] of keys.entries()) {
    const record = records.get(passage)
    if (record === undefined) continue
    const raw = (sums[at] ?? 0) * coverageFactor(owns[at] ?? 0, forms, lexical.note.coverage)
    const known = best.get(record)
    // Of passages that score the same the first in the record stays.
    if (known === undefined || raw > known.raw) best.set(record, { passage, raw })
  }
  return best
}

/** @param records is filled with the record of each passage that is met */
function toTerms({ query, reader, terms }: ArmInput, records: Map<number, number>): Term[] {
  const statistics = reader.passageStatistics()
  const find = (form: string): Postings => {
    const found = reader.passagePostings(form)
    found.records.forEach((record, at) => {
      records.set(found.keys[at] ?? 0, record)
    })
    return toPostings(found, statistics)
  }
  const own = toScoredForms(query).map((form, at) => {
    const term = toTerm(at < maxWithOthers ? findInAllForms(form, find) : find(form), [], statistics)
    return { ...term, weight: terms.get(form)?.weight ?? term.weight }
  })
  return [...own, ...toPairForms(query).map((form) => toPairTerm(find(form), statistics))]
}

/** Records looked up per step; most vaults have all of theirs in the first. */
const step = 250

/** The records in scope, best first: at least `depth` of them if there are so many. */
function inScope({ reader, scope, depth, query }: ArmInput, best: ReadonlyMap<number, Best>): RankedRow[] {
  const places = [...best].map(([key, { raw }]) => ({ key, score: raw })).sort((a, b) => b.score - a.score)
  const enough = query.strict ? places.length : depth
  const rows: RankedRow[] = []
  for (let start = 0; start < places.length && rows.length < enough; start += step) {
    settleTies(places, { start, end: start + step }, (keys) => reader.inOrder(keys, scope, enough))
    const keys = places.slice(start, start + step).map(({ key }) => key)
    for (const { length: _, ...row } of reader.measure(keys, scope)) {
      rows.push({ ...row, raw: best.get(row.key)?.raw ?? 0 })
    }
  }
  return rows.sort(byRaw)
}

/** What earlier arms found has its passage beside it, however far down: fusion weighs the two together. */
function restOf({ found }: ArmInput, best: ReadonlyMap<number, Best>, top: readonly RankedRow[]): RankedRow[] {
  const known = new Set(top.map(({ key }) => key))
  return found.flatMap((row) => {
    const raw = known.has(row.key) ? undefined : best.get(row.key)?.raw
    return raw === undefined ? [] : [{ ...row, raw }]
  })
}
