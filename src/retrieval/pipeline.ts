/**
 * Runs the arms and the stages and records what went in and out of each. That record is the trace: explaining never
 * computes anything a second time.
 */
import type { Ports } from '../lib/ports.ts'
import { arms } from './arms/table.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import type { Scope, SearchReader } from './port.ts'
import type { Profile } from './profiles.ts'
import type { Query } from './query.ts'
import type { StageContext } from './stages/stage.ts'
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
  const context: StageContext = { profile: input.profile, limit: input.limit, offset: input.offset }
  let candidates = runArms(input, trace)
  const found = candidates.length
  for (const { name, apply } of stages) {
    const start = input.ports.now()
    const before = candidates.length
    candidates = apply(candidates, context)
    trace.stages.push({ stage: name, in: before, out: candidates.length, ms: input.ports.now() - start })
  }
  return { candidates, found, trace }
}

function runArms({ query, scope, reader, profile, ports }: PipelineInput, trace: Trace): readonly Candidate[] {
  const found = new Map<number, Candidate>()
  for (const arm of arms) {
    const setting = profile.arms[arm.name]
    const route = setting === undefined ? { runs: false, why: 'not in this profile' } : arm.route(query)
    const start = ports.now()
    const rows = route.runs && setting !== undefined ? arm.rank({ query, scope, reader, depth: setting.depth }) : []
    trace.arms.push({
      arm: arm.name,
      ran: route.runs,
      why: route.why,
      candidates: rows.length,
      ms: ports.now() - start,
    })
    rows.forEach((row, index) => {
      const candidate = found.get(row.key) ?? toCandidate(row)
      const rank = { arm: arm.name, rank: index + 1, raw: row.raw, contribution: 0 }
      found.set(row.key, { ...candidate, arms: [...candidate.arms, rank] })
    })
  }
  return [...found.values()]
}
