/**
 * Runs the arms and the stages and records what went in and out of each. That record is the trace: explaining never
 * computes anything a second time.
 */
import type { Ports } from '../lib/ports.ts'
import type { Arm, LexicalSignals } from './arms/arm.ts'
import { arms } from './arms/table.ts'
import { type ArmRank, type Candidate, toCandidate } from './candidate.ts'
import type { RankedRow, Scope, SearchReader } from './port.ts'
import type { Profile } from './profiles.ts'
import type { Query } from './query.ts'
import type { StageContext, StageDetail } from './stages/stage.ts'
import { stages } from './stages/table.ts'

export interface ArmTrace {
  arm: string
  ran: boolean
  why: string
  candidates: number
  ms: number
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
}

export interface PipelineInput {
  query: Query
  scope: Scope
  reader: SearchReader
  profile: Profile
  limit: number
  offset: number
  ports: Ports
}

export interface Ranking {
  /** The page, best first. */
  candidates: readonly Candidate[]
  /** Everything that any arm found. */
  found: number
  trace: Trace
}

export function rankQuery(input: PipelineInput): Ranking {
  const trace: Trace = { arms: [], stages: [] }
  const { profile, query, limit, offset, reader, scope } = input
  const { found, lexical } = runArms(input, trace)
  const { now } = scope
  const { vectors, texts } = reader
  const context: StageContext = { profile, query, limit, offset, lexical, now, vectors, texts }
  let candidates: readonly Candidate[] = found
  for (const { name, apply } of stages) {
    const start = input.ports.now()
    const { candidates: after, detail } = apply(candidates, context)
    const counts = { in: candidates.length, out: after.length, ms: input.ports.now() - start }
    trace.stages.push({ stage: name, ...counts, ...(detail !== undefined && { detail }) })
    candidates = after
  }
  return { candidates, found: found.length, trace }
}

function runArms(input: PipelineInput, trace: Trace) {
  const found = new Map<number, { row: RankedRow; arms: ArmRank[] }>()
  let lexical: LexicalSignals | undefined
  for (const arm of arms) {
    const start = input.ports.now()
    const { result, why } = runArm(
      arm,
      input,
      [...found.values()].map(({ row }) => row),
    )
    const rows = result?.rows ?? []
    lexical ??= result?.lexical
    const ms = input.ports.now() - start
    trace.arms.push({ arm: arm.name, ran: result !== undefined, why, candidates: rows.length, ms })
    rows.forEach((row, index) => {
      const candidate = found.get(row.key) ?? { row, arms: [] }
      candidate.arms.push({ arm: arm.name, rank: index + 1, raw: row.raw, contribution: 0 })
      if (!arm.isPrior) found.set(row.key, candidate)
    })
  }
  return { found: [...found.values()].map(({ row, arms: ranks }) => ({ ...toCandidate(row), arms: ranks })), lexical }
}

function runArm(arm: Arm, { query, scope, reader, profile }: PipelineInput, found: readonly RankedRow[]) {
  const setting = profile.arms[arm.name]
  if (setting === undefined) return { result: undefined, why: 'not in this profile' }
  const { runs, why } = arm.route(query)
  return { result: runs ? arm.rank({ query, scope, reader, depth: setting.depth, found }) : undefined, why }
}
