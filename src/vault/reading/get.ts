/** Reading records by name, and counting that they were read. */
import type { RecordState } from '../../events/fold.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { estimateTokens } from '../../lib/token-estimate.ts'
import { type Frontmatter, toFrontmatter } from '../../projections/files/render.ts'
import { findFileOf } from '../../projections/index/file-rows.ts'
import { findRecord, kindOf, lifetimeOf, textOf } from '../../projections/index/record-rows.ts'
import { recordPath } from '../../record/locations.ts'
import { expiryOf, parseInstant } from '../../record/times.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { resolveProject } from '../project.ts'
import { readIndex, type Scan } from '../refresh.ts'
import type { Vault, View } from '../vault.ts'
import { recordHits } from '../writing/hits.ts'
import { findForgotten } from './find-forgotten.ts'
import { findNamed } from './find-named.ts'
import { withShownEdits } from './shown-edits.ts'

export interface GetInput {
  /** Ids, `project/id`, unique beginnings of an id, titles or paths of files. */
  names: readonly string[]
  /** Only a record of this kind. */
  kind: Kind | undefined
  project: string | undefined
  cwd: string
  session: string | undefined
  /** Lines of the body, 1-based, both included. */
  lines: { from: number; to: number } | undefined
  /** Milliseconds since the epoch: the records as they were then; no use is counted. */
  asOf?: number | undefined
  /** Looks without using: no use is counted. */
  uncounted?: true
  /** How much of the files to look at for hand edits first; what a read may spend, if nobody says. */
  scan?: Scan
}

export interface GotRecord {
  id: string
  projectId: string
  kind: Kind
  body: string
  filepath: string
  hits: number
  /** The body's lines that are shown, when they were asked for; the first is behind the last where it has none so far down. */
  lines?: [number, number]
  expired?: true
  [field: string]: unknown
}

export interface Missing {
  name: string
  reason: 'not_found' | 'ambiguous' | 'forgotten'
  /** `project/id` of what the name may have meant. */
  candidates: string[]
  /** When it was forgotten. */
  forgottenAt?: string
  /** The command that brings it back, where that can be. */
  restore?: string
}

export interface GetResult {
  records: GotRecord[]
  missing: Missing[]
  /** Estimate of what titles and texts of the records cost. */
  tokens: number
  /** The time that was asked for. */
  asOf?: string
}

/** Reads the records; what is not found or not clear is listed in `missing`, never thrown. */
export async function getRecords(vault: Vault, input: GetInput): Promise<GetResult> {
  const { asOf, lines, uncounted, scan = 'bounded' } = input
  return reading(vault, { asOf, scan }, async (met) => {
    const { view, now } = met
    const { told } = await withShownEdits(vault, met, {
      answer: () =>
        readIndex(vault, view, () => {
          const project = resolveProject(vault, { named: input.project, cwd: input.cwd }).id
          return resolveNames(vault, view, { ...input, project, isNamed: input.project !== undefined })
        }),
      pathsOf: ({ found }) => found.map((state) => pathOf(view, state)),
    })
    const { found, missing } = told
    await stopPoint(vault.cancelled)
    const isUse = asOf === undefined && uncounted === undefined
    const states = isUse ? await countUses(vault, found, input.session) : found
    const records = await readIndex(vault, view, () => states.map((state) => toGot(view, state, { now, lines })))
    return { records, missing, tokens: records.reduce((sum, record) => sum + costOf(record), 0), ...toldAsOf(asOf) }
  })
}

/** Tokens, about, of what is read of a record. */
export function costOf({ title, body }: { title?: unknown; body: string }): number {
  return estimateTokens(`${typeof title === 'string' ? title : ''}\n${body}`)
}

type NamedInput = GetInput & { project: string; isNamed: boolean }

function resolveNames(vault: Vault, view: View, input: NamedInput): { found: RecordState[]; missing: Missing[] } {
  const found = new Map<string, RecordState>()
  const missing: Missing[] = []
  for (const name of input.names) {
    const candidates = findNamed(view, name, input)
    const [only] = candidates
    if (only !== undefined && candidates.length === 1) found.set(`${only.project}/${only.id}`, only)
    else if (candidates.length > 1) {
      const ids = candidates.map((state) => `${state.project}/${state.id}`)
      missing.push({ name, reason: 'ambiguous', candidates: ids })
    } else missing.push(toMissing(vault, name, input.project))
  }
  return { found: [...found.values()], missing }
}

/** What is forgotten by now is out of every answer, of earlier times too. */
function toMissing(vault: Vault, name: string, project: string): Missing {
  const gone = findForgotten(vault, name, project)
  if (gone === undefined) return { name, reason: 'not_found', candidates: [] }
  const { at, restore } = gone
  const candidates = [`${gone.project}/${gone.id}`]
  return { name, reason: 'forgotten', candidates, forgottenAt: at, ...(restore !== undefined && { restore }) }
}

/** The records with the uses that were just counted. */
async function countUses(vault: Vault, found: RecordState[], session: string | undefined): Promise<RecordState[]> {
  const uses = found.map((state) => ({ project: state.project, id: state.id, kind: kindOf(state) }))
  await recordHits(vault, { records: uses, via: 'get', session, query: undefined })
  return readIndex(vault, vault, () => {
    const { db } = vault.projections
    return found.map((state) => findRecord(db, state.project, state.id)?.state ?? state)
  })
}

/** What an answer says itself: a key that a person added by such a name would pass for it. */
const ownNames = ['projectId', 'filepath', 'lines', 'expired']

/** The record as an answer shows it. */
export function toGot(
  view: View,
  state: RecordState,
  { now, lines }: { now: number; lines: GetInput['lines'] },
): GotRecord {
  const { id, project: projectId, kind: _, ...rest }: Frontmatter = toFrontmatter(state)
  const kind = kindOf(state)
  const said = Object.entries(rest).filter(([name]) => !ownNames.includes(name))
  return {
    id: String(id),
    projectId: String(projectId),
    kind,
    ...Object.fromEntries(said),
    hits: Number(rest.hits ?? 0),
    ...bodyPart(textOf(state.fields.body) ?? '', lines),
    filepath: pathOf(view, state),
    ...(isExpired(view, state, now) && { expired: true as const }),
  }
}

/** Path of its file, relative to the vault. */
export function pathOf({ projections }: View, state: RecordState): string {
  const known = findFileOf(projections.db, state.project, state.id)
  return known?.path ?? recordPath(state.project, kindOf(state), state.id)
}

function bodyPart(body: string, lines: GetInput['lines']): { body: string; lines?: [number, number] } {
  if (lines === undefined) return { body }
  const all = body.split('\n')
  const [from, to] = [Math.min(lines.from, all.length + 1), Math.min(lines.to, all.length)]
  return { body: all.slice(from - 1, to).join('\n'), lines: [from, to] }
}

/** Its lifetime is over, or it says itself that it does not hold any more. */
export function isExpired({ config }: View, state: RecordState, now: number): boolean {
  const { scratchDays, reviewDays } = config.ttl
  const lifetime = { kind: kindOf(state), ...lifetimeOf(state.fields) }
  const expiry = expiryOf(lifetime, { scratch: scratchDays, review: reviewDays })
  const ends = [expiry, parseInstant(textOf(state.fields.validTo) ?? '')]
  return ends.some((end) => end !== undefined && now >= end)
}
