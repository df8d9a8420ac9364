/** Reading records by name, and counting that they were read. */
import { isAbsolute, relative, resolve } from 'node:path'
import { isPresent, type RecordState } from '../events/fold.ts'
import { MemoError } from '../lib/errors.ts'
import { stopPoint } from '../lib/stop-point.ts'
import { estimateTokens } from '../lib/token-estimate.ts'
import { type Frontmatter, toFrontmatter } from '../projections/files/render.ts'
import type { IndexDatabase } from '../projections/index/database.ts'
import { findFileOf, findFileState } from '../projections/index/file-rows.ts'
import { findById, findByPrefix, findByTitle } from '../projections/index/find-records.ts'
import { findMoved } from '../projections/index/moved-rows.ts'
import { findRecord, kindOf, lifetimeOf, textOf } from '../projections/index/record-rows.ts'
import { isId } from '../record/ids.ts'
import { recordPath } from '../record/locations.ts'
import { toRecordKey } from '../record/record-key.ts'
import { expiryOf, parseInstant } from '../record/times.ts'
import { type Kind, kinds } from '../record/vocabulary.ts'
import { reading, toldAsOf } from './as-of.ts'
import { recordHits } from './hits.ts'
import { resolveProject } from './project.ts'
import { type Scan, withIndexRecovery } from './refresh.ts'
import { addNotice, type Vault, type View } from './vault.ts'

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
  /** The body's lines that are shown, when they were asked for. */
  lines?: [number, number]
  expired?: true
  [field: string]: unknown
}

export interface Missing {
  name: string
  reason: 'not_found' | 'ambiguous'
  /** `project/id` of what the name may have meant. */
  candidates: string[]
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
  return reading(vault, { asOf, scan }, async ({ view, now }) => {
    const { found, missing } = await withIndexRecovery(vault, async () => {
      const project = resolveProject(vault, { named: input.project, cwd: input.cwd }).id
      return resolveNames(view, input, project)
    })
    await stopPoint(vault.cancelled)
    const isUse = asOf === undefined && uncounted === undefined
    const states = isUse ? await countUses(vault, found, input.session) : found
    const records = states.map((state) => toGot(view, state, { now, lines }))
    return { records, missing, tokens: records.reduce((sum, record) => sum + costOf(record), 0), ...toldAsOf(asOf) }
  })
}

/** Tokens, about, of what is read of a record. */
export function costOf({ title, body }: { title?: unknown; body: string }): number {
  return estimateTokens(`${typeof title === 'string' ? title : ''}\n${body}`)
}

function resolveNames(view: View, input: GetInput, project: string): { found: RecordState[]; missing: Missing[] } {
  const found = new Map<string, RecordState>()
  const missing: Missing[] = []
  for (const name of input.names) {
    const candidates = findNamed(view, name, { ...input, project, isNamed: input.project !== undefined })
    const [only] = candidates
    if (only !== undefined && candidates.length === 1) found.set(`${only.project}/${only.id}`, only)
    else {
      const ids = candidates.map((state) => `${state.project}/${state.id}`)
      missing.push({ name, reason: candidates.length > 1 ? 'ambiguous' : 'not_found', candidates: ids })
    }
  }
  return { found: [...found.values()], missing }
}

/** The records with the uses that were just counted. */
async function countUses(vault: Vault, found: RecordState[], session: string | undefined): Promise<RecordState[]> {
  const uses = found.map((state) => ({ project: state.project, id: state.id, kind: kindOf(state) }))
  await recordHits(vault, { records: uses, via: 'get', session, query: undefined })
  const { db } = vault.projections
  return found.map((state) => findRecord(db, state.project, state.id)?.state ?? state)
}

/** The one record that a name means. Throws NOT_FOUND or AMBIGUOUS, listing what it may have meant. */
export function findOne(vault: Vault, name: string, place: { project: string | undefined; cwd: string }): RecordState {
  return findOneIn(vault, vault, name, place)
}

/** The same in a view; the project is what the name stands for now. */
export function findOneIn(
  vault: Vault,
  view: View,
  name: string,
  place: { project: string | undefined; cwd: string },
): RecordState {
  const project = resolveProject(vault, { named: place.project, cwd: place.cwd }).id
  const states = findNamed(view, name, {
    kind: undefined,
    project,
    isNamed: place.project !== undefined,
    cwd: place.cwd,
  })
  const [state] = states
  if (state === undefined) {
    throw new MemoError('NOT_FOUND', `there is no record ${name} in project ${project}`, {
      hint: `try "memo search ${name}"`,
    })
  }
  if (states.length > 1) {
    const ids = states.map((other) => `${other.project}/${other.id}`).join(', ')
    throw new MemoError('AMBIGUOUS', `${name} may mean ${ids}`, { hint: 'write the whole id' })
  }
  return state
}

interface NameScope {
  kind: Kind | undefined
  project: string
  /** The project was named by the caller: then other projects are not looked at. */
  isNamed: boolean
  cwd: string
}

/** The records that a name can mean: the first way of reading it that fits any record decides. */
function findNamed(view: View, name: string, scope: NameScope): RecordState[] {
  const { db } = view.projections
  const ofKind = (states: RecordState[]): RecordState[] =>
    scope.kind === undefined ? states : states.filter(({ fields }) => fields.kind === scope.kind)
  const ways = [
    () => findByPath(view, name, scope.cwd),
    () => findQualified(db, name),
    () => findById(db, name, scope.project),
    () => findMovedAway(view, name, scope.project),
    () => (isPrefix(name) ? findByPrefix(db, name, scope.project) : []),
    () => findByTitle(db, name, scope.project),
    () => (scope.isNamed || !isId(name) ? [] : findElsewhere(db, name)),
  ]
  for (const way of ways) {
    const states = ofKind(way())
    const isShortened =
      states.length === 1 && states[0]?.id !== name && isPrefix(name) && states[0]?.id.startsWith(name)
    if (isShortened) addNotice(view, `${name} is short for ${states[0]?.id}`)
    if (states.length > 0) return states.map((state) => tellMovedOn(view, state))
  }
  return []
}

/** A clone that had not heard of a move has written there: both are kept. */
function tellMovedOn(view: View, state: RecordState): RecordState {
  const movedTo = textOf(state.fields.movedTo)
  if (movedTo === undefined) return state
  addNotice(view, `${state.project}/${state.id} was moved to ${movedTo}, and was written again under this name since`)
  return state
}

/** Under an id that it had before. */
function findMovedAway(view: View, name: string, project: string): RecordState[] {
  const key = toRecordKey(name, project)
  if (!isId(key.project) || !isId(key.id)) return []
  const moved = findMoved(view.projections.db, key)
  if (moved === undefined) return []
  addNotice(view, `${name} has moved to ${moved.project}/${moved.id}`)
  return [moved]
}

function isPrefix(name: string): boolean {
  return /^[a-z0-9._-]+$/.test(name)
}

function findQualified(db: IndexDatabase, name: string): RecordState[] {
  const slash = name.indexOf('/')
  if (slash <= 0) return []
  const [project, id] = [name.slice(0, slash), name.slice(slash + 1)]
  return isId(project) && isId(id) ? findById(db, id, project) : []
}

/** A path of a file in the vault, absolute, relative to the vault or to the working directory. */
function findByPath(view: View, name: string, cwd: string): RecordState[] {
  if (!name.endsWith('.md')) return []
  const { db } = view.projections
  const paths = [name, relative(view.paths.root, isAbsolute(name) ? name : resolve(cwd, name))]
  for (const path of paths) {
    const file = findFileState(db, path)
    const state =
      file === undefined || file.problem !== undefined ? undefined : findRecord(db, file.project, file.id)?.state
    if (isPresent(state)) return [state]
  }
  return []
}

/** Passing kinds of other projects are nobody else's business (reference 3.7). */
function findElsewhere(db: IndexDatabase, id: string): RecordState[] {
  return findById(db, id).filter((state) => !kinds[kindOf(state)].ephemeral)
}

/** The record as an answer shows it. */
export function toGot(
  view: View,
  state: RecordState,
  { now, lines }: { now: number; lines: GetInput['lines'] },
): GotRecord {
  const { id, project: projectId, kind: _, ...rest }: Frontmatter = toFrontmatter(state)
  const kind = kindOf(state)
  return {
    id: String(id),
    projectId: String(projectId),
    kind,
    ...rest,
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
  const to = Math.min(lines.to, all.length)
  return { body: all.slice(lines.from - 1, to).join('\n'), lines: [Math.min(lines.from, to), to] }
}

/** Its lifetime is over, or it says itself that it does not hold any more. */
export function isExpired({ config }: View, state: RecordState, now: number): boolean {
  const { scratchDays, reviewDays } = config.ttl
  const lifetime = { kind: kindOf(state), ...lifetimeOf(state.fields) }
  const expiry = expiryOf(lifetime, { scratch: scratchDays, review: reviewDays })
  const ends = [expiry, parseInstant(textOf(state.fields.validTo) ?? '')]
  return ends.some((end) => end !== undefined && now >= end)
}
