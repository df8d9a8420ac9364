/** What happened around a record. Reading it counts no use: it is the way from a search to the records worth reading. */
import { MemoError } from '../../lib/errors.ts'
import { truncate } from '../../lib/text-cut.ts'
import { estimateTokens } from '../../lib/token-estimate.ts'
import { findAround, type TimelineRow } from '../../projections/index/timeline-rows.ts'
import { firstSentence } from '../../record/outline.ts'
import type { RecordKey } from '../../record/record-key.ts'
import { toIso } from '../../record/times.ts'
import type { Kind, Status } from '../../record/vocabulary.ts'
import type { Abstention } from '../../retrieval/abstain.ts'
import type { RecordRow } from '../../retrieval/port.ts'
import { toScope } from '../../retrieval/search.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { readerOf } from '../reader.ts'
import { withIndexRecovery } from '../refresh.ts'
import type { Vault, View } from '../vault.ts'
import { findOneIn } from './find-named.ts'
import { costOf } from './get.ts'
import { type SearchInput, searchView, toRequest } from './search.ts'

type Unscoped = 'query' | 'sort' | 'limit' | 'offset' | 'explain' | 'expandLinks' | 'hitIds' | 'session'

export interface TimelineInput extends Omit<SearchInput, Unscoped> {
  /** The record in the middle, named as for `get`; with several projects, in the first. */
  name: string | undefined
  /** In place of a name: the best hit of this query stands in the middle. */
  query: string | undefined
  /** How many earlier records at most. */
  before: number
  /** How many later records at most. */
  after: number
}

export interface TimelineEntry {
  id: string
  projectId: string
  kind: Kind
  status: Status
  title: string
  /** When it happened, else when it was written. */
  at: string
  isAnchor: boolean
  /** The first sentence of the body. */
  gist: string
  filepath: string
}

export interface TimelineResult {
  /** Oldest first. */
  entries: TimelineEntry[]
  /** Why the query led to no record; null when there is one. */
  abstained: Abstention | null
  /** What this answer takes of a language model's context, estimated. */
  tokens: number
  /** The same for the titles and texts of all of these records, as `get` tells it. */
  nextTokens: number
  stale: boolean
  /** The time that was asked for. */
  asOf?: string
}

/** What JSON adds to the texts of an entry, in tokens. */
const entryTokens = 24

/** Characters of a gist: a line of a list, not the text. */
const longestGist = 160

/**
 * The records around one, oldest first. Throws USAGE unless either a name or a query is given, NOT_FOUND or AMBIGUOUS
 * for a name that is not one record, NOT_FOUND for a named project that nobody knows.
 */
export async function getTimeline(vault: Vault, input: TimelineInput): Promise<TimelineResult> {
  assertOneAnchor(input)
  const { asOf, scan } = input
  return reading(vault, { asOf, scan }, ({ view, now, stale }) =>
    withIndexRecovery(vault, async () => {
      const { anchor, abstained } = await findAnchor(vault, view, input)
      const { rows, records } = view.projections.db.snapshot(() => {
        const found = anchor === undefined ? [] : findRows(vault, view, { input, anchor, now })
        const keys = found.map(({ key }) => key)
        return { rows: found, records: readerOf(view).load(keys, now) }
      })
      const entries = records.map((record, index) => toEntry(record, rows[index], anchor))
      return { entries, abstained, ...toCosts(entries, records), stale, ...toldAsOf(asOf) }
    }),
  )
}

function assertOneAnchor({ name, query }: TimelineInput): void {
  const isAsked = query !== undefined && query.trim() !== ''
  const hint = 'name a record, or say --query to start from what a search finds'
  if (name === undefined && !isAsked) throw new MemoError('USAGE', 'there is no record to start from', { hint })
  if (name !== undefined && isAsked) throw new MemoError('USAGE', 'both a record and --query are given', { hint })
}

async function findAnchor(
  vault: Vault,
  view: View,
  input: TimelineInput,
): Promise<{ anchor: RecordKey | undefined; abstained: Abstention | null }> {
  const { name } = input
  if (name !== undefined) {
    const place = { project: input.projects[0], cwd: input.cwd }
    return { anchor: findOneIn(vault, view, name, place), abstained: null }
  }
  const { hits, abstained } = await searchView(vault, view, toSearch(input))
  const [best] = hits
  return { anchor: best === undefined ? undefined : { project: best.projectId, id: best.id }, abstained }
}

function toSearch({ name: _, before: __, after: ___, query = '', ...scope }: TimelineInput): SearchInput {
  const page = { sort: 'relevance' as const, limit: 1, offset: 0, explain: false }
  return { ...scope, ...page, query, hitIds: [], session: undefined }
}

/** The neighbours are of the anchor's project, wherever the caller stands, unless several or all were asked for. */
function findRows(
  vault: Vault,
  view: View,
  { input, anchor, now }: { input: TimelineInput; anchor: RecordKey; now: number },
): TimelineRow[] {
  const request = toRequest(vault, toSearch(input))
  const scope = toScope(request, now)
  const { before, after, allProjects, projects } = input
  const isAcross = allProjects || projects.length > 1
  return findAround(view.projections.db, {
    anchor,
    scope: isAcross ? scope : { ...scope, projects: [anchor.project] },
    ttl: vault.config.ttl,
    before,
    after,
  })
}

function toEntry(record: RecordRow, row: TimelineRow | undefined, anchor: RecordKey | undefined): TimelineEntry {
  const { id, project: projectId, kind, status, title, body, filepath } = record
  const at = toIso(row?.eventMs ?? 0)
  const isAnchor = id === anchor?.id && projectId === anchor.project
  return { id, projectId, kind, status, title, at, isAnchor, gist: toGist(body), filepath }
}

/** Of a text that has nothing but headings or code, the first line that holds a word. */
function toGist(body: string): string {
  return truncate(firstSentence(body) || firstLine(body), longestGist)
}

function firstLine(body: string): string {
  const line = body.split('\n').find((text) => /[\p{L}\p{N}]/u.test(text)) ?? ''
  return line.replace(/^\s*#{1,6}\s+/, '').trim()
}

function toCosts(entries: readonly TimelineEntry[], records: readonly RecordRow[]) {
  const ofEntry = ({ id, projectId, kind, title, at, gist, filepath }: TimelineEntry): number =>
    estimateTokens([id, projectId, kind, title, at, gist, filepath].join(' ')) + entryTokens
  const sum = (costs: number[]): number => costs.reduce((total, cost) => total + cost, 0)
  return { tokens: sum(entries.map(ofEntry)), nextTokens: sum(records.map(costOf)) }
}
