/**
 * Runs the arms and the stages and records what went in and out of each. That record is the trace: explaining never
 * computes anything a second time.
 */
import type { Ports } from '../lib/ports.ts'
import type { Mode } from '../record/vocabulary.ts'
import type { Arm, ArmDetail, ArmInput, LexicalSignals } from './arms/arm.ts'
import { arms } from './arms/table.ts'
import { type ArmRank, type Candidate, toCandidate } from './candidate.ts'
import type { Term } from './lexical.ts'
import { isOfMode, toPossibleMode } from './modes.ts'
import type { Meaning, RankedRow, Scope, SearchReader } from './port.ts'
import type { Profile } from './profiles.ts'
import type { Query } from './query.ts'
import { findNamedEntities, type NamedEntity } from './query-entities.ts'
import { rememberedVectors } from './remembered-vectors.ts'
import type { StageContext, StageDetail } from './stages/stage.ts'
import { stages } from './stages/table.ts'

export interface ArmTrace {
  arm: string
  ran: boolean
  why: string
  candidates: number
  ms: number
  detail?: ArmDetail
}

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

export interface PipelineInput {
  query: Query
  scope: Scope
  reader: SearchReader
  profile: Profile
  /** Undefined: auto. */
  mode?: Mode | undefined
  /** What the query means to the model of the settings; undefined when none could be asked. */
  meaning?: Meaning | undefined
  /** Undefined: no filter by shared words. */
  minSimilarity?: number | undefined
  limit: number
  offset: number
  /** Candidates of the page say what of the query they matched. */
  explain?: boolean
  ports: Ports
}

export interface Ranking {
  /** The page, best first. */
  candidates: readonly Candidate[]
  /** Everything that any arm found, and no narrowing stage left out. */
  found: number
  /** Those of them that a longer page could show: all but what was cut off behind a gap. */
  kept: number
  /** What the words know of the best record that they found, and what that one scored. */
  lexical: (LexicalSignals & { best: number }) | undefined
  /** An arm found what may answer by itself, whatever words it shares with the query. */
  vouched: boolean
  /** What was left out so. */
  unlike: number
  /** Set when an arm could not answer as it should, or the mode asked for one that the profile does not have. */
  degraded: { reason: string } | null
  trace: Trace
}

export function rankQuery(input: PipelineInput): Ranking {
  const trace: Trace = { arms: [], stages: [] }
  const reader = { ...input.reader, vectors: rememberedVectors(input.reader.vectors) }
  const { found, lexical, matched, vouched, degraded } = runPossibleArms({ ...input, reader }, trace)
  const { profile, query, limit, offset, minSimilarity } = input
  const { vectors, texts, taggedTexts } = reader
  const told = { vectors, texts, taggedTexts, minSimilarity }
  const context: StageContext = { profile, query, limit, offset, lexical, now: input.scope.now, ...told }
  let candidates: readonly Candidate[] = found
  let counted = found.length
  let kept = found.length
  for (const { name, narrows, apply } of stages) {
    const start = input.ports.now()
    const { candidates: after, detail } = apply(candidates, context)
    const counts = { in: candidates.length, out: after.length, ms: input.ports.now() - start }
    trace.stages.push({ stage: name, ...counts, ...(detail !== undefined && { detail }) })
    if (narrows) counted = after.length
    candidates = after
    if (name !== 'limit') kept = candidates.length
  }
  if (input.explain) candidates = candidates.map((candidate) => withTerms(candidate, matched))
  const numbers = { found: counted, unlike: found.length - counted, kept }
  return { candidates, ...numbers, lexical: withBest(lexical, found), vouched, degraded, trace }
}

type Matched = ReadonlyMap<string, (key: number) => string[]>

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

/** What the mode asks for, or where that cannot answer, what there is. */
function runPossibleArms(input: PipelineInput, trace: Trace) {
  const { mode, degraded } = toPossibleMode(input.mode ?? 'auto', input, arms)
  const ran = runArms({ ...input, mode }, trace)
  if (mode !== 'semantic' || ran.degraded === null) return { ...ran, degraded: ran.degraded ?? degraded }
  trace.arms = []
  return { ...runArms({ ...input, mode: 'auto' }, trace), degraded: ran.degraded }
}

function runArms(input: PipelineInput, trace: Trace) {
  const found = new Map<number, { row: RankedRow; arms: ArmRank[] }>()
  const matched = new Map<string, (key: number) => string[]>()
  let lexical: LexicalSignals | undefined
  let terms: ReadonlyMap<string, Term> = new Map()
  const named = nameEntities(input)
  let vouched = false
  let degraded: Ranking['degraded'] = null
  for (const arm of arms) {
    const start = input.ports.now()
    const { result, why } = runArm(arm, input, { found: [...found.values()].map(({ row }) => row), terms, named })
    const { rows, detail } = result ?? { rows: [] }
    lexical ??= result?.lexical
    terms = result?.terms ?? terms
    if (result?.matched !== undefined) matched.set(arm.name, result.matched)
    vouched ||= result?.vouches ?? false
    if (result?.degraded !== undefined) degraded ??= { reason: result.degraded }
    const ms = input.ports.now() - start
    const ran = { arm: arm.name, ran: result !== undefined, why, candidates: rows.length, ms }
    trace.arms.push({ ...ran, ...(detail !== undefined && { detail }) })
    rows.forEach((row, index) => {
      const candidate = found.get(row.key) ?? { row, arms: [] }
      const { raw, lines } = row
      candidate.arms.push({
        arm: arm.name,
        rank: index + 1,
        raw,
        contribution: 0,
        ...(lines !== undefined && { lines }),
      })
      if (!arm.isPrior) found.set(row.key, candidate)
    })
  }
  const candidates = [...found.values()].map(({ row, arms: ranks }) => ({ ...toCandidate(row), arms: ranks }))
  return { found: candidates, lexical, matched, vouched, degraded }
}

/** Names are looked up once, and only for a profile with arms that go by them. */
function nameEntities({ query, reader, profile }: PipelineInput): NamedEntity[] {
  const isAsked = profile.arms.entity !== undefined || profile.arms.graph !== undefined
  return isAsked ? findNamedEntities(query, reader) : []
}

function runArm(
  arm: Arm,
  { query, scope, reader, profile, meaning, mode = 'auto' }: PipelineInput,
  before: Pick<ArmInput, 'found' | 'terms' | 'named'>,
) {
  const setting = profile.arms[arm.name]
  if (setting === undefined) return { result: undefined, why: 'not in this profile' }
  if (!isOfMode(arm, mode)) return { result: undefined, why: `not in mode ${mode}` }
  const routed = arm.route(query, reader, before.named, meaning)
  const isForced = mode === 'hybrid' && !arm.isPrior && !routed.runs && !routed.isUnable
  const { runs, why } = isForced ? { runs: true, why: `mode hybrid; ${routed.why}` } : routed
  return {
    result: runs ? arm.rank({ query, scope, reader, depth: setting.depth, meaning, ...before }) : undefined,
    why,
  }
}
