/** Listings: records by a stored order, without a query and without counting a use. */
import type { Narrowing } from '../../record/narrowing.ts'
import type { Kind, Sort, Status } from '../../record/vocabulary.ts'
import type { RecordRow, Scope } from '../../retrieval/port.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { readerOf } from '../reader.ts'
import { readIndex } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { findProjectScope, type ProjectScope, toScopePath } from './scope.ts'
import { withShownEdits } from './shown-edits.ts'

export interface ListInput extends Narrowing, ProjectScope {
  kinds: readonly Kind[] | undefined
  statuses: readonly Status[] | undefined
  /** Shows passing kinds (scratch, state, review), prompts, sessions and logs too. */
  includeEphemeral: boolean
  includeExpired: boolean
  sort: Exclude<Sort, 'relevance'>
  limit: number
  offset: number
  /** Milliseconds since the epoch: the vault as it was then. */
  asOf?: number | undefined
}

/** What of it says which records are meant. */
export type ListScope = Omit<ListInput, 'sort' | 'limit' | 'offset'>

export type ListedRecord = Omit<RecordRow, Unlisted | Sparse> & { [name in Sparse]?: RecordRow[name] } & {
  projectId: string
}

type Unlisted = 'key' | 'project' | 'body' | 'provenance' | 'times'
/** What many records do not have. */
type Sparse = 'severity' | 'layer' | 'lastHit' | 'lastSeen' | 'supersededBy'

export interface ListResult {
  records: ListedRecord[]
  /** How many there are in scope, shown or not. */
  total: number
  stale: boolean
  /** The time that was asked for. */
  asOf?: string
}

/** Left out of a listing unless asked for: what agents write in passing. */
const unlistedKinds: readonly Kind[] = ['prompt', 'session', 'log', 'scratch']

/** The read-only listing. Throws NOT_FOUND for a named project that nobody knows. */
export async function listRecords(vault: Vault, input: ListInput): Promise<ListResult> {
  const { asOf, limit, offset, sort } = input
  return reading(vault, { asOf, scan: 'bounded' }, async (met) => {
    const { view, now } = met
    const { told, stale } = await withShownEdits(vault, met, {
      answer: () =>
        readIndex(vault, view, () => {
          const reader = readerOf(view)
          const scope = toListScope(vault, input, now)
          const { keys, total } = reader.list({ scope, sort, match: undefined, limit, offset })
          return { records: reader.load(keys, now).map(toListed), total }
        }),
      pathsOf: ({ records }) => records.map(({ filepath }) => filepath),
    })
    return { ...told, stale, ...toldAsOf(asOf) }
  })
}

/** The scope of a listing: what is closed or written in passing stays out unless asked for. */
export function toListScope(vault: Vault, input: ListScope, now: number): Scope {
  const { tags, layer, path, facets, entity, source, trust, since, until } = input
  const { kinds, statuses, includeEphemeral, includeExpired, asOf } = input
  return {
    projects: findProjectScope(vault, input),
    kinds,
    excludedKinds: kinds === undefined && !includeEphemeral ? unlistedKinds : [],
    statuses: statuses ?? 'live',
    ...{ tags, layer, facets, entity, source, trust, since, until },
    path: path === undefined ? undefined : toScopePath(input.cwd, path),
    includeExpired,
    asOf,
    now,
  }
}

function toListed({
  key: _,
  body: __,
  provenance: ___,
  times: ____,
  project: projectId,
  ...row
}: RecordRow): ListedRecord {
  return { ...row, projectId }
}

export interface RankInput extends Narrowing, ProjectScope {
  kinds: readonly Kind[]
  limit: number
  /** Milliseconds since the epoch: the vault as it was then. */
  asOf?: number | undefined
}

/** Active records by how often they came up again: the traps that cost most stand first (reference 3.6). */
export async function rankRecords(vault: Vault, input: RankInput): Promise<ListResult> {
  return listRecords(vault, {
    ...input,
    statuses: ['active'],
    includeEphemeral: false,
    includeExpired: false,
    sort: 'occurrences',
    offset: 0,
  })
}
