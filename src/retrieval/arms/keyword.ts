/** The words of the query over all text columns, scored by bm25, by how many of them a record holds, and by its neighbours. */
import { type Postings, type Statistics, toPostings } from '../bm25.ts'
import { shareScores } from '../conversation.ts'
import { findInAllForms } from '../irregular-postings.ts'
import {
  confidenceOf,
  findMeetings,
  type RoughPlace,
  roughOrder,
  scoreLexically,
  settleTies,
  type Term,
  toPairTerm,
  toTerm,
} from '../lexical.ts'
import { maxWithOthers, toKeywordMatch, toPairForms, toScoredForms } from '../match.ts'
import type { RankedRow } from '../port.ts'
import { lexical } from '../shared-numbers.ts'
import { similarWords } from '../similar-words.ts'
import type { Arm, ArmInput, LexicalSignals } from './arm.ts'
import { byRaw } from './by-raw.ts'
import { matchedTerms } from './matched-terms.ts'

export const keywordArm: Arm = {
  name: 'keyword',
  route: (query) => {
    const runs = toKeywordMatch(query) !== undefined
    return { runs, why: runs ? 'the query has terms' : 'the query has no terms' }
  },
  rank: (input) => {
    const statistics = input.reader.statistics()
    const terms = toTerms(input, statistics)
    const rows = shareAmongTurns(input, scoreCandidates(input, terms, statistics))
      .sort(byRaw)
      .slice(0, input.depth)
    const forms = toScoredForms(input.query)
    const byForm = toTermsByForm(forms, terms)
    return {
      rows,
      lexical: toSignals(rows[0], byForm, statistics),
      terms: byForm,
      matched: (key) => matchedTerms(key, terms, [...forms, ...toPairForms(input.query)]),
    }
  },
}

/** Without the pairs, which come last. */
function toTermsByForm(forms: readonly string[], terms: readonly Term[]): Map<string, Term> {
  return new Map(terms.slice(0, forms.length).map((term, at) => [forms[at] ?? '', term]))
}

function toSignals(
  best: RankedRow | undefined,
  byForm: ReadonlyMap<string, Term>,
  { averageLength }: Statistics,
): LexicalSignals {
  const terms = [...byForm.values()]
  const isUnknown = ([, { postings }]: [string, Term]): boolean => postings.length === 0
  return {
    confidence: confidenceOf(best?.raw, terms),
    averageLength,
    terms: terms.length,
    holdsAll: terms.every(({ postings }) => postings.some(([key]) => key === best?.key)),
    unknown: [...byForm].filter(isUnknown).map(([form]) => form.replace(/["()]/g, '')),
  }
}

function toTerms({ query, reader }: ArmInput, statistics: Statistics): Term[] {
  const find = (form: string): Postings => toPostings(reader.postings(form), statistics)
  const pairs = toPairForms(query).map((form) => toPairTerm(find(form), statistics))
  const terms = toScoredForms(query).map((form, at) => {
    const similar = query.strict || at >= maxWithOthers ? [] : similarWords(form)
    const alike = similar.map(({ form: other, cosine }) => ({ postings: find(other), cosine }))
    return toTerm(at < maxWithOthers ? findInAllForms(form, find) : find(form), alike, statistics)
  })
  return [...terms, ...pairs]
}

/** Candidates measured and scored per step; the rough order is close to the final one, so one step mostly does. */
const step = 250

/** Scores every record in scope that holds a term, until `depth` are found that no unmeasured one can be far above. */
function scoreCandidates(input: ArmInput, terms: readonly Term[], statistics: Statistics): RankedRow[] {
  const { query, scope, reader, depth } = input
  const meetings = findMeetings(terms)
  const wanted = terms.filter(({ isBonus }) => !isBonus).length
  const rough = roughOrder(meetings)
  const places = query.strict ? restrict(input, rough) : rough
  const rows: RankedRow[] = []
  for (let start = 0; start < places.length && rows.length < depth; start += step) {
    settleTies(places, { start, end: start + step }, (keys) => reader.inOrder(keys, scope, depth))
    const keys = places.slice(start, start + step).map(({ key }) => key)
    for (const { length, ...row } of reader.measure(keys, scope)) {
      const found = meetings.get(row.key) ?? []
      rows.push({ ...row, raw: scoreLexically({ kind: row.kind, length }, found, wanted, statistics) })
    }
  }
  return rows
}

/** Operators and demanded phrases say which records may answer at all. */
function restrict({ query, reader }: ArmInput, places: readonly RoughPlace[]): RoughPlace[] {
  const demanded = toKeywordMatch(query)?.anyTerm
  if (demanded === undefined) return []
  const kept = reader.keepMatching(
    demanded,
    places.map(({ key }) => key),
  )
  return places.filter(({ key }) => kept.has(key))
}

/**
 * Turns share with their neighbours; a neighbour that matched nothing itself may come in, but not where operators or
 * phrases say which records may answer.
 */
function shareAmongTurns({ query, reader, scope }: ArmInput, rows: RankedRow[]): RankedRow[] {
  if (query.strict) return rows
  const conversations = rows.filter(({ kind }) => kind === 'conversation').map(({ key }) => key)
  const turns = conversations.length === 0 ? [] : reader.turnsAround(conversations, scope)
  if (turns.length === 0) return rows
  const own = new Map(rows.map(({ key, raw }) => [key, raw]))
  const shared = shareScores(turns, own, lexical.conversation.neighbours)
  const known = new Map([...turns, ...rows].map((row) => [row.key, row]))
  return [...known.values()].flatMap((row) => {
    const raw = shared.get(row.key) ?? own.get(row.key) ?? 0
    return raw > 0 ? [{ ...row, raw }] : []
  })
}
