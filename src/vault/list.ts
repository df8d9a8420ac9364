/** Listings: records by a stored order, without a query and without counting a use. */
import type { Kind, Sort, Status } from '../record/vocabulary.ts'
import type { RecordRow } from '../retrieval/port.ts'
import { resolveKnownProject } from './project.ts'
import { readerOf } from './reader.ts'
import { refresh, withIndexRecovery } from './refresh.ts'
import type { Vault } from './vault.ts'

export interface ListInput {
  kinds: readonly Kind[] | undefined
  statuses: readonly Status[] | undefined
  tags: readonly string[]
  layer: string | undefined
  path: string | undefined
  project: string | undefined
  allProjects: boolean
  /** Shows passing kinds (scratch, state, review), prompts, sessions and logs too. */
  includeEphemeral: boolean
  includeExpired: boolean
  sort: Exclude<Sort, 'relevance'>
  limit: number
  offset: number
  cwd: string
}

export type ListedRecord = Omit<RecordRow, 'key' | 'project' | 'body'> & { projectId: string }

export interface ListResult {
  records: ListedRecord[]
  /** How many there are in scope, shown or not. */
  total: number
  stale: boolean
}

/** Left out of a listing unless asked for: what agents write in passing. */
const unlistedKinds: readonly Kind[] = ['prompt', 'session', 'log', 'scratch']

/** The read-only listing. Throws NOT_FOUND for a named project that nobody knows. */
export async function listRecords(vault: Vault, input: ListInput): Promise<ListResult> {
  const { stale } = await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => {
    const project = input.allProjects ? undefined : resolveKnownProject(vault, { named: input.project, cwd: input.cwd })
    const { kinds, statuses, tags, layer, path, includeEphemeral, includeExpired, sort, limit, offset } = input
    const now = vault.ports.now()
    const scope = {
      project,
      kinds,
      excludedKinds: kinds === undefined && !includeEphemeral ? unlistedKinds : [],
      statuses: statuses ?? ('live' as const),
      tags,
      layer,
      path,
      includeExpired,
      asOf: undefined,
      now,
    }
    const reader = readerOf(vault)
    const { keys, total } = reader.list({ scope, sort, match: undefined, limit, offset })
    return { records: reader.load(keys, now).map(toListed), total, stale }
  })
}

function toListed({ key: _, body: __, project: projectId, ...row }: RecordRow): ListedRecord {
  return { ...row, projectId }
}

export interface RankInput {
  kinds: readonly Kind[]
  layer: string | undefined
  limit: number
  project: string | undefined
  allProjects: boolean
  cwd: string
}

/** Active records by how often they came up again: the traps that cost most stand first (reference 3.6). */
export async function rankRecords(vault: Vault, input: RankInput): Promise<ListResult> {
  return listRecords(vault, {
    ...input,
    statuses: ['active'],
    tags: [],
    path: undefined,
    includeEphemeral: false,
    includeExpired: false,
    sort: 'occurrences',
    offset: 0,
  })
}
