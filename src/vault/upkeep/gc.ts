/**
 * Ending the records whose time is over: what lasts is archived, what was written in passing is forgotten. By new events
 * only, which belong to one command, so that an undo takes all of them back.
 */
import { decideExpiry, type ExpiryAction, toExpiryAction } from '../../events/expire.ts'
import { MemoError } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { type ExpiringRow, listExpiring } from '../../projections/index/expired-rows.ts'
import { toIso } from '../../record/times.ts'
import { appendTogether } from '../append.ts'
import { reading } from '../history/as-of.ts'
import { type CommandUnit, newUnit } from '../note-command.ts'
import { findProjectScope, type ProjectScope } from '../reading/scope.ts'
import { write } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'

export interface GcInput extends ProjectScope {
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  /** Forget expired records of every kind, those too that were put away. */
  purge: boolean
  /** How many records may be forgotten; undefined for any number. */
  mostForgotten?: number | undefined
  /** Ends it between two chunks. */
  signal?: AbortSignal | undefined
  /** Told after each chunk how many records are done. */
  onProgress?: ((records: number) => void) | undefined
}

export interface CollectedRecord {
  id: string
  projectId: string
  kind: string
  title: string
  /** `kept` where its file holds an edit that cannot be followed: it may say otherwise. */
  action: ExpiryAction | 'kept'
  /** When it expired. */
  expired: string
  /** What says so: the record itself, or the lifetime of its kind. */
  by: 'record' | 'kind'
}

export interface GcResult {
  dryRun: boolean
  archived: number
  forgotten: number
  kept: number
  records: CollectedRecord[]
}

/** Records that end under one lock and with one sync, as many as a batch writes; others get the lock in between. */
const chunk = 500

/**
 * Looks at every file first: an edit may have given a record more time. Throws NOT_FOUND for a project that nobody knows,
 * REFUSED where it would forget more records than it may, before anything is done.
 */
export async function collectExpired(vault: Vault, input: GcInput): Promise<GcResult> {
  const { dryRun } = input
  if (dryRun) {
    return reading(vault, { scan: 'full' }, async ({ now }) => toResult(findExpired(vault, input, now), dryRun))
  }
  await loadReaders(vault)
  const call = { now: vault.ports.now(), unit: newUnit() }
  const kept = await write(vault, { label: 'gc', fullScan: true }, () => {
    const planned = findExpired(vault, input, call.now)
    assertMeant(planned, input)
    return planned.filter(({ action }) => action === 'kept')
  })
  return toResult([...(await collectAll(vault, input, call)), ...kept], dryRun)
}

interface GcCall {
  /** The instant (ms) at which a record counts as expired. */
  now: number
  unit: CommandUnit
}

/** Every one, unless a page of them is asked for. */
function findExpired(
  vault: Vault,
  input: GcInput,
  now: number,
  page = { limit: -1, isFollowed: false },
): CollectedRecord[] {
  const projects = findProjectScope(vault, input)
  const filter = { projects, ttl: vault.config.ttl, until: now, isOpenOnly: !input.purge }
  const rows = listExpiring(vault.projections.db, filter, page)
  return rows.map((row) => toCollected(row, input.purge))
}

function toCollected({ project, expires, isOwn, isUnfollowed, ...row }: ExpiringRow, purge: boolean): CollectedRecord {
  return {
    id: row.id,
    projectId: project,
    kind: row.kind,
    title: row.title,
    action: isUnfollowed ? 'kept' : toExpiryAction(row.kind, purge),
    expired: toIso(expires),
    by: isOwn ? 'record' : 'kind',
  }
}

function assertMeant(planned: readonly CollectedRecord[], { mostForgotten }: GcInput): void {
  const forgotten = planned.filter(({ action }) => action === 'forgotten').length
  if (mostForgotten === undefined || forgotten <= mostForgotten) return
  throw new MemoError('REFUSED', `${plural(forgotten, 'expired record')} would be forgotten`, {
    hint: 'look at them with "memo gc --dry-run", then say --yes',
  })
}

async function collectAll(vault: Vault, input: GcInput, call: GcCall): Promise<CollectedRecord[]> {
  const done: CollectedRecord[] = []
  for (;;) {
    const ended = await write(vault, { label: 'gc', skipViews: true }, () => collectSome(vault, input, call))
    done.push(...ended)
    if (ended.length < chunk) break
    input.onProgress?.(done.length)
    await stopPoint(input.signal)
  }
  // The views were left for the end: each shows the whole project.
  if (done.length > 0) await write(vault, { label: 'gc' }, () => undefined)
  return done
}

/** What ended is not found again, so the next chunk begins where this one stopped. */
function collectSome(vault: Vault, input: GcInput, { now, unit }: GcCall): CollectedRecord[] {
  const found = findExpired(vault, input, now, { limit: chunk, isFollowed: true })
  if (found.length === 0) return []
  const drafts = found.flatMap(({ projectId: project, id, action }) =>
    action === 'kept' ? [] : [decideExpiry({ project, id, action, actor: vault.actor })],
  )
  appendTogether(vault, (append) => append(drafts), { unit })
  return found
}

function toResult(records: CollectedRecord[], dryRun: boolean): GcResult {
  const count = (action: CollectedRecord['action']): number => records.filter((one) => one.action === action).length
  return { dryRun, archived: count('archived'), forgotten: count('forgotten'), kept: count('kept'), records }
}
