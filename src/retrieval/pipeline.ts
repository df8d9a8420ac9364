/**
 * Runs the arms and the stages and records what went in and out of each. That record is the trace: explaining never
 * computes anything a second time.
 */
import { type Awaitable, andThen } from '../lib/awaitable.ts'
import { startLap } from '../lib/lap.ts'
import type { LexicalSignals } from './arms/arm.ts'
import type { ArmRank, Candidate, UnplacedRank } from './candidate.ts'
import type { Term } from './lexical.ts'
import type { SearchReader } from './port.ts'
import { remembered } from './remembered.ts'
import { type ArmsInput, type ArmTrace, type Matched, type Ran, runPossibleArms } from './run-arms.ts'
import type { StageContext, StageDetail } from './stages/stage.ts'
import { stages } from './stages/table.ts'
import { noteStep, type Watched, watch } from './watch.ts'

export interface StageTrace {
  stage: string
  in: number
  out: number
  ms: number
  detail?: StageDetail
}

export interface Trace {
  arms: ArmTrace[]
  stages: StageTrace[]
  /** What ended the list, and the position of the first that is left out; none when everything is shown. */
  cutoff?: { kind: 'gap' | 'budget' | 'limit'; position: number; gap?: number }
  /** Tokens: what was allowed, what the hits take, and how many hits there was no room for. */
  budget?: { maxTokens: number; used: number; truncated: number }
}

export interface PipelineInput extends ArmsInput {
  /** Undefined: no filter by shared words. */
  minSimilarity?: number | undefined
  limit: number
  offset: number
  /** Candidates of the page say what of the query they matched. */
  explain?: boolean
  /** Key of a record to be followed through the stages. */
  watch?: number | undefined
}

export interface Ranking {
  /** The page, best first. */
  candidates: readonly Candidate[]
  /** The first of all, whatever page is shown. */
  best: Candidate | undefined
  /** Everything that any arm found, and no narrowing stage left out. */
  found: number
  /** Those of them that a longer page could show: all but what was cut off behind a gap. */
  kept: number
  /** What the words know of the best record that they found, and what that one scored. */
  lexical: (LexicalSignals & { best: number }) | undefined
  /** The terms of the query, by their FTS5 expressions. */
  terms: ReadonlyMap<string, Term>
  /** An arm found what may answer by itself, whatever words it shares with the query. */
  vouched: boolean
  /** What was left out so. */
  unlike: number
  /** Set when an arm could not answer as it should, or the mode asked for one that the profile does not have. */
  degraded: { reason: string } | null
  trace: Trace
  /** Where the record stood that was to be followed. */
  watched?: Watched
}

/** A ranking at once, or a promise of it when an arm gives one. */
export function rankQuery(input: PipelineInput): Awaitable<Ranking> {
  const trace: Trace = { arms: [], stages: [] }
  const { vectors, openings } = input.reader
  const reader = { ...input.reader, vectors: remembered(vectors), openings: remembered(openings) }
  const asked = { ...input, reader }
  return andThen(runPossibleArms(asked, trace.arms), (ran) => runStages(asked, ran, trace))
}

function runStages(input: PipelineInput, ran: Ran, trace: Trace): Ranking {
  const { found, lexical, terms, matched, vouched, degraded } = ran
  const { profile, query, limit, offset, minSimilarity } = input
  const { vectors, texts, openings, taggedTexts } = input.reader
  const told = { vectors, texts, openings, taggedTexts, minSimilarity }
  const context: StageContext = { profile, query, limit, offset, lexical, now: input.scope.now, ...told }
  const watched = input.watch === undefined ? undefined : watch(input.watch, found)
  let candidates: readonly Candidate[] = found
  let counted = found.length
  let kept = found.length
  let best: Candidate | undefined
  for (const { name, narrows, apply } of stages) {
    const lap = startLap(input.ports)
    const { candidates: after, detail } = apply(candidates, context)
    const counts = { in: candidates.length, out: after.length, ms: lap() }
    trace.stages.push({ stage: name, ...counts, ...(detail !== undefined && { detail }) })
    if (watched !== undefined) noteStep(watched, input.watch ?? 0, name, after)
    if (narrows) counted = after.length
    candidates = after
    if (name === 'limit') continue
    kept = candidates.length
    best = candidates[0]
  }
  candidates = withLines(candidates, input.reader)
  if (input.explain) candidates = candidates.map((candidate) => withTerms(candidate, matched))
  const numbers = { found: counted, unlike: found.length - counted, kept }
  if (watched?.candidate !== undefined) {
    const [candidate = watched.candidate] = withLines([watched.candidate], input.reader)
    watched.candidate = withTerms(candidate, matched)
  }
  const signals = { lexical: withBest(lexical, found), terms, vouched, degraded, trace }
  return { candidates, best, ...numbers, ...signals, ...(watched !== undefined && { watched }) }
}

/** Where the passages stand is told of the page alone: an arm ranks hundreds. */
function withLines(candidates: readonly Candidate[], reader: SearchReader): readonly Candidate[] {
  const passages = candidates.flatMap(({ arms }) => arms.flatMap(({ passage }) => passage ?? []))
  if (passages.length === 0) return candidates
  const places = reader.passageLines([...new Set(passages)])
  const toTold = ({ passage, ...rank }: UnplacedRank): ArmRank => {
    const lines = passage === undefined ? undefined : places.get(passage)
    return lines === undefined ? rank : { ...rank, lines }
  }
  return candidates.map((candidate) => ({ ...candidate, arms: candidate.arms.map(toTold) }))
}

function withTerms(candidate: Candidate, matched: Matched): Candidate {
  const told = candidate.arms.map((rank) => {
    const terms = matched.get(rank.arm)?.(candidate.key)
    return terms === undefined ? rank : { ...rank, terms }
  })
  return { ...candidate, arms: told }
}

function withBest(lexical: LexicalSignals | undefined, found: readonly Candidate[]): Ranking['lexical'] {
  if (lexical === undefined) return undefined
  const raws = found.flatMap((candidate) => candidate.arms.filter(({ arm }) => arm === 'keyword'))
  return { ...lexical, best: raws.find(({ rank }) => rank === 1)?.raw ?? 0 }
}
