/** Runs the arms one after another and gathers what they found, with a line of trace for each. */
import { type Awaitable, andThen } from '../lib/awaitable.ts'
import { startLap } from '../lib/lap.ts'
import type { Ports } from '../lib/ports.ts'
import type { Mode } from '../record/vocabulary.ts'
import type { Arm, ArmDetail, ArmInput, ArmResult, LexicalSignals } from './arms/arm.ts'
import { arms as localArms } from './arms/table.ts'
import { type Candidate, toCandidate, type UnplacedRank } from './candidate.ts'
import type { Term } from './lexical.ts'
import { isOfMode, toPossibleMode } from './modes.ts'
import type { Meaning, RankedRow, Scope, SearchReader } from './port.ts'
import type { Profile } from './profiles.ts'
import type { Query } from './query.ts'
import { findNamedEntities, type NamedEntity } from './query-entities.ts'

export interface ArmTrace {
  arm: string
  ran: boolean
  why: string
  candidates: number
  ms: number
  detail?: ArmDetail
}

export interface ArmsInput {
  query: Query
  scope: Scope
  reader: SearchReader
  /** Those of the table, if nobody says; another engine brings its own. */
  arms?: readonly Arm[]
  profile: Profile
  /** Undefined: auto. */
  mode?: Mode | undefined
  /** What the query means to the model of the settings; undefined when none could be asked. */
  meaning?: Meaning | undefined
  ports: Ports
}

/** What the arms found together. */
export interface Ran {
  found: readonly Candidate[]
  /** What the words know of their answer. */
  lexical: LexicalSignals | undefined
  /** The terms of the query, by their FTS5 expressions. */
  terms: ReadonlyMap<string, Term>
  matched: Matched
  /** An arm found what may answer by itself, whatever words it shares with the query. */
  vouched: boolean
  /** Set when an arm could not answer as it should, or the mode asked for one that the profile does not have. */
  degraded: { reason: string } | null
}

/** By arm, what of the query a record matched. */
export type Matched = ReadonlyMap<string, (key: number) => string[]>

/** What the mode asks for, or where that cannot answer, what there is. */
export function runPossibleArms(input: ArmsInput, trace: ArmTrace[]): Awaitable<Ran> {
  const { mode, degraded } = toPossibleMode(input.mode ?? 'auto', input, input.arms ?? localArms)
  return andThen(runArms({ ...input, mode }, trace), (ran) => {
    if (mode !== 'semantic' || ran.degraded === null) return { ...ran, degraded: ran.degraded ?? degraded }
    trace.length = 0
    return andThen(runArms({ ...input, mode: 'auto' }, trace), (rest) => ({ ...rest, degraded: ran.degraded }))
  })
}

/** One after another, because an arm may go by what those before it found. */
function runArms(input: ArmsInput, trace: ArmTrace[]): Awaitable<Ran> {
  const named = nameEntities(input)
  const start: Awaitable<Gathered> = {
    found: new Map(),
    matched: new Map(),
    ...{ lexical: undefined, terms: new Map(), vouched: false, degraded: null },
  }
  const ran = (input.arms ?? localArms).reduce<Awaitable<Gathered>>(
    (before, arm) => andThen(before, (gathered) => runArm(arm, input, { gathered, named, trace })),
    start,
  )
  return andThen(ran, ({ found, ...rest }) => ({
    ...rest,
    found: [...found.values()].map(({ row, arms }) => ({ ...toCandidate(row), arms })),
  }))
}

/** What the arms so far have found. */
interface Gathered extends Omit<Ran, 'found' | 'matched'> {
  found: Map<number, { row: RankedRow; arms: UnplacedRank[] }>
  matched: Map<string, (key: number) => string[]>
}

interface Run {
  gathered: Gathered
  named: readonly NamedEntity[]
  trace: ArmTrace[]
}

function runArm(arm: Arm, input: ArmsInput, { gathered, named, trace }: Run): Awaitable<Gathered> {
  const lap = startLap(input.ports)
  const found = [...gathered.found.values()].map(({ row }) => row)
  const { result, why } = askArm(arm, input, { found, terms: gathered.terms, named })
  return andThen(result, (answered) => {
    const candidates = answered?.rows.length ?? 0
    const detail = answered?.detail
    const ran = { arm: arm.name, ran: answered !== undefined, why, candidates, ms: lap() }
    trace.push({ ...ran, ...(detail !== undefined && { detail }) })
    return answered === undefined ? gathered : withResult(gathered, arm, answered)
  })
}

/** Priors rank what is there and bring in nothing. */
function withResult(gathered: Gathered, arm: Arm, { rows, ...told }: ArmResult): Gathered {
  const { found, matched } = gathered
  if (told.matched !== undefined) matched.set(arm.name, told.matched)
  for (const [index, row] of rows.entries()) {
    const { raw, passage } = row
    const rank = { arm: arm.name, rank: index + 1, raw, contribution: 0, ...(passage !== undefined && { passage }) }
    const known = found.get(row.key)
    if (known !== undefined) known.arms.push(rank)
    else if (!arm.isPrior) found.set(row.key, { row, arms: [rank] })
  }
  return {
    found,
    matched,
    lexical: gathered.lexical ?? told.lexical,
    terms: told.terms ?? gathered.terms,
    vouched: gathered.vouched || (told.vouches ?? false),
    degraded: gathered.degraded ?? (told.degraded === undefined ? null : { reason: told.degraded }),
  }
}

/** Names are looked up once, and only for a profile with arms that go by them. */
function nameEntities({ query, reader, profile }: ArmsInput): NamedEntity[] {
  const isAsked = profile.arms.entity !== undefined || profile.arms.graph !== undefined
  return isAsked ? findNamedEntities(query, reader) : []
}

function askArm(
  arm: Arm,
  { query, scope, reader, profile, meaning, mode = 'auto' }: ArmsInput,
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
