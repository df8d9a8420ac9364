/** The words of the query over all text columns, scored by bm25, by how many of them a record holds, and by its neighbours. */
import { idf, type Postings, type Statistics, saturate } from '../bm25.ts'
import { shareScores } from '../conversation.ts'
import { toKeywordMatch, toScoredForms } from '../match.ts'
import type { MeasuredRow, RankedRow } from '../port.ts'
import { type LexicalSettings, lexical } from '../profiles.ts'
import type { Arm, ArmInput } from './arm.ts'

export const keywordArm: Arm = {
  name: 'keyword',
  route: (query) => {
    const runs = toKeywordMatch(query) !== undefined
    return { runs, why: runs ? 'the query has terms' : 'the query has no terms' }
  },
  rank: (input) => {
    const scored = scoreCandidates(input)
    const shared = shareAmongTurns(input, scored)
    return shared.sort(byRaw).slice(0, input.depth)
  },
}

interface Term {
  postings: Postings
  weight: number
}

interface Rough {
  key: number
  score: number
}

/** Candidates measured and scored per step; the rough order is close to the final one, so one step mostly does. */
const step = 400

/** Scores every record in scope that holds a term, until `depth` are found that no unmeasured one can be far above. */
function scoreCandidates(input: ArmInput): RankedRow[] {
  const { query, scope, reader, depth } = input
  const statistics = reader.statistics()
  const terms = toScoredForms(query).map((form) => {
    const postings = reader.postings(form)
    return { postings, weight: idf(postings.length, statistics) }
  })
  const allowed = query.strict ? restrict(input, roughOrder(terms)) : roughOrder(terms)
  const byKey = toFrequencies(terms)
  const rows: RankedRow[] = []
  for (let start = 0; start < allowed.length && rows.length < depth * 2; start += step) {
    const keys = allowed.slice(start, start + step).map(({ key }) => key)
    for (const row of reader.measure(keys, scope)) rows.push(score(row, byKey.get(row.key) ?? [], terms, statistics))
  }
  return rows
}

/** Records by an upper estimate that needs no look at the record. */
function roughOrder(terms: readonly Term[]): Rough[] {
  const scores = new Map<number, number>()
  for (const { postings, weight } of terms) {
    for (const [key, frequency] of postings) {
      scores.set(key, (scores.get(key) ?? 0) + (weight * frequency) / (frequency + lexical.note.k1))
    }
  }
  return [...scores].map(([key, value]) => ({ key, score: value })).sort((a, b) => b.score - a.score || a.key - b.key)
}

/** Operators and demanded phrases say which records may answer at all. */
function restrict({ query, reader }: ArmInput, rough: readonly Rough[]): Rough[] {
  const demanded = toKeywordMatch(query)?.anyTerm
  if (demanded === undefined) return []
  const kept = reader.keepMatching(
    demanded,
    rough.map(({ key }) => key),
  )
  return rough.filter(({ key }) => kept.has(key))
}

/** Frequency of each term by record, in the order of the terms. */
function toFrequencies(terms: readonly Term[]): Map<number, [term: number, frequency: number][]> {
  const byKey = new Map<number, [number, number][]>()
  terms.forEach(({ postings }, index) => {
    for (const [key, frequency] of postings) {
      const found = byKey.get(key)
      if (found === undefined) byKey.set(key, [[index, frequency]])
      else found.push([index, frequency])
    }
  })
  return byKey
}

function score(
  row: MeasuredRow,
  found: readonly (readonly [number, number])[],
  terms: readonly Term[],
  statistics: Statistics,
): RankedRow {
  const settings = settingsOf(row)
  let raw = 0
  for (const [index, frequency] of found)
    raw += (terms[index]?.weight ?? 0) * saturate(frequency, row.length, statistics, settings)
  const coverage = terms.length > 1 ? (found.length - 1) / (terms.length - 1) : 0
  return { ...row, raw: raw * (1 + settings.coverage * coverage) }
}

function settingsOf({ kind }: MeasuredRow): LexicalSettings {
  return kind === 'conversation' ? lexical.conversation : lexical.note
}

/** Turns share with their neighbours; a neighbour that matched nothing itself may come in. */
function shareAmongTurns({ reader, scope }: ArmInput, rows: RankedRow[]): RankedRow[] {
  const { neighbours } = lexical.conversation
  const turns = reader.turnsAround(
    rows.filter(({ kind }) => kind === 'conversation').map(({ key }) => key),
    scope,
  )
  if (turns.length === 0) return rows
  const own = new Map(rows.map(({ key, raw }) => [key, raw]))
  const shared = shareScores(turns, own, neighbours)
  const known = new Map([
    ...turns.map((turn) => [turn.key, turn] as const),
    ...rows.map((row) => [row.key, row] as const),
  ])
  return [...known.values()].flatMap((row) => {
    const raw = shared.get(row.key) ?? own.get(row.key) ?? 0
    return raw > 0 ? [{ ...row, raw }] : []
  })
}

function byRaw(a: RankedRow, b: RankedRow): number {
  if (a.raw !== b.raw) return b.raw - a.raw
  if (a.project !== b.project) return a.project < b.project ? -1 : 1
  return a.id < b.id ? -1 : 1
}
