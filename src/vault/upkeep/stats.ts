/** Numbers of a vault for a person: what is in it, how it grows, what is used and what is not. Writes nothing. */
import { listExpiring, listProjectIds } from '../../projections/index/expired-rows.ts'
import * as usage from '../../projections/index/usage-rows.ts'
import { dayMs, toIso } from '../../record/times.ts'
import { staleFlagFloor } from '../../retrieval/hit.ts'
import { indexCursor } from '../append.ts'
import { reading } from '../history/as-of.ts'
import { findProjectScope, type ProjectScope } from '../reading/scope.ts'
import { withIndexRecovery } from '../refresh.ts'
import { listWriters, type WriterState } from '../status/log-state.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { readWriter } from '../writer.ts'
import { type LogTally, tallyLog } from './log-tally.ts'
import { measureSizes, type Sizes } from './sizes.ts'

export interface StatsInput extends ProjectScope {
  /** Milliseconds since the epoch: from when on growth and uses are told; undefined for twelve weeks. */
  since: number | undefined
}

export interface StatsRecord {
  id: string
  projectId: string
  kind: string
  title: string
  hits: number
  lastHit?: string
}

/** Some records of a sort, and how many there are. */
export interface StatsGroup {
  count: number
  /** There are more than were counted. */
  isMore: boolean
  records: StatsRecord[]
}

export interface StatsResult {
  /** Ids; null for all projects. */
  projects: string[] | null
  records: { total: number; byKind: Counts; byStatus: Counts; byProject: Counts }
  /** The beginning of the day from which growth and uses are told. */
  from: string
  /** Records by week, and uses by day, the earliest first. */
  growth: number[]
  uses: { days: number[]; countedFrom: string }
  /** Of those that were logged: how many there were, how many found nothing, and the most frequent of these. */
  searches: { isLogged: boolean; total: number; unanswered: number; queries: { query: string; times: number }[] }
  mostUsed: StatsRecord[]
  neverUsed: StatsGroup
  doubted: StatsGroup
  superseded: StatsGroup
  /** Records that expire within a week. */
  expiring: { count: number; isMore: boolean; records: ExpiringRecord[] }
  writers: WriterState[]
  sizes: Sizes
  stale: boolean
}

export interface ExpiringRecord extends Omit<StatsRecord, 'hits' | 'lastHit'> {
  expires: string
}

interface Counts {
  [name: string]: number
}

/** Twelve weeks, about a quarter: enough to see whether it grows, and a week is still a bar of its own. */
const usualDays = 12 * 7
/** A record that nobody changed for so long has had its time to be used. */
const unusedDays = 30
const weekMs = 7 * dayMs
/** Records of each sort that are named. */
const mostNamed = 5

/** Throws NOT_FOUND for a project that nobody knows, INTEGRITY at a damaged line of the log. */
export async function getStats(vault: Vault, input: StatsInput): Promise<StatsResult> {
  await loadReaders(vault)
  return reading(vault, { scan: 'bounded' }, ({ now, stale }) =>
    withIndexRecovery(vault, async () => {
      const scope = findProjectScope(vault, input)
      const to = Math.floor(now / dayMs) * dayMs + dayMs
      const first = Math.min(input.since ?? to - usualDays * dayMs, to - dayMs)
      const call: Call = { vault, scope, now, from: Math.floor(first / dayMs) * dayMs, to }
      const counted = vault.projections.db.snapshot(() => countAll(call))
      return { ...counted, ...tell(call), sizes: await measureSizes(vault), stale }
    }),
  )
}

interface Call {
  vault: Vault
  scope: readonly string[] | undefined
  now: number
  from: number
  to: number
}

function countAll({ vault, scope, now, from, to }: Call) {
  const { db } = vault.projections
  const ids = scope ?? listProjectIds(db)
  const byKind = usage.countBy(db, 'kind', ids)
  const [limit, since] = [mostNamed, toIso(from)]
  return {
    projects: scope === undefined ? null : [...scope],
    records: {
      total: Object.values(byKind).reduce((sum, count) => sum + count, 0),
      byKind,
      byStatus: usage.countBy(db, 'status', ids),
      byProject: usage.countBy(db, 'project', ids),
    },
    from: since,
    growth: usage.countGrowth(db, ids, { from, to, step: weekMs }),
    mostUsed: usage.listMostUsed(db, ids, limit).map(toStatsRecord),
    neverUsed: toGroup(usage.findNeverUsed(db, ids, { unchangedSince: now - unusedDays * dayMs, limit })),
    doubted: toGroup(usage.findDoubted(db, ids, limit, staleFlagFloor)),
    superseded: toGroup(usage.findUsedThoughSuperseded(db, ids, { since, limit })),
    expiring: findExpiring(vault, scope, now),
    writers: listWriters(vault.log, indexCursor(vault), readWriter(vault.paths)?.writer),
  }
}

function findExpiring({ projections, config }: Vault, projects: Call['scope'], now: number): StatsResult['expiring'] {
  const filter = { projects, ttl: config.ttl, after: now, until: now + weekMs, isOpenOnly: true }
  const rows = listExpiring(projections.db, filter, { limit: usage.mostCounted + 1 })
  const records = rows.slice(0, mostNamed).map(({ id, project: projectId, kind, title, expires }) => {
    return { id, projectId, kind, title, expires: toIso(expires) }
  })
  const isMore = rows.length > usage.mostCounted
  return { count: Math.min(rows.length, usage.mostCounted), isMore, records }
}

function toGroup({ count, isMore, rows }: usage.Found): StatsGroup {
  return { count, isMore, records: rows.map(toStatsRecord) }
}

function toStatsRecord({ project: projectId, lastHit, ...row }: usage.UsedRow): StatsRecord {
  return { ...row, projectId, ...(lastHit !== undefined && { lastHit }) }
}

function tell({ vault, scope: projects, from, to }: Call): Pick<StatsResult, 'uses' | 'searches'> {
  const tally = tallyLog(vault, { projects, from, to })
  return {
    uses: { days: tally.hits, countedFrom: toIso(tally.countedFrom) },
    searches: toSearches(tally, vault.config.search.logQueries),
  }
}

function toSearches({ searches: total, unanswered }: LogTally, isLogged: boolean): StatsResult['searches'] {
  const queries = [...unanswered].map(([query, times]) => ({ query, times }))
  queries.sort((a, b) => b.times - a.times || (a.query < b.query ? -1 : 1))
  const sum = queries.reduce((all, { times }) => all + times, 0)
  return { isLogged, total, unanswered: sum, queries: queries.slice(0, mostNamed) }
}
