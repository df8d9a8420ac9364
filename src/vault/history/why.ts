/** Why a record counts what it counts and stands where it stands. */
import { type CounterHistory, toCounterHistory } from '../../events/counter-history.ts'
import { MemoError } from '../../lib/errors.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { noNarrowing } from '../../record/narrowing.ts'
import type { Kind } from '../../record/vocabulary.ts'
import type { Fate } from '../../retrieval/fate.ts'
import type { RecordRow } from '../../retrieval/port.ts'
import { type Prior, toPriors } from '../../retrieval/priors.ts'
import { parseQuery } from '../../retrieval/query.ts'
import { profileOf, readerOf } from '../reader.ts'
import { findOne } from '../reading/find-named.ts'
import { searchView } from '../reading/search.ts'
import { readIndex } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { reading } from './as-of.ts'
import { findPastRecord, foldableOf, type Place } from './past-record.ts'

export interface WhyInput extends Place {
  /** The record, as for `get`. */
  name: string
  /** What became of it in a search for this, in its own project. */
  query: string | undefined
  /** How many hits that search shows. */
  limit: number
  /** Ranking profile; that of the settings when left out. */
  profile: string | undefined
}

export interface AskedFate extends Fate {
  query: string
  /** How many records the search found. */
  total: number
}

export interface WhyResult extends CounterHistory {
  id: string
  projectId: string
  kind: Kind
  title: string
  profile: string
  /** What weighs it whatever is asked for. */
  priors: Prior[]
  /** With a query: what became of the record in that search. */
  search?: AskedFate
  stale: boolean
}

/** Counts no use. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record, USAGE for a query without a word. */
export async function explainRecord(vault: Vault, input: WhyInput): Promise<WhyResult> {
  const { name, query, profile, project, cwd } = input
  if (query !== undefined && parseQuery(query).empty !== undefined)
    throw new MemoError('USAGE', '--query holds no word to search for')
  return reading(vault, { scan: 'bounded' }, async ({ stale, now }) => {
    const place = { project, cwd }
    const { project: projectId, id } = await readIndex(vault, vault, () => findOne(vault, name, place))
    const record = await findPastRecord(vault, `${projectId}/${id}`, place)
    const { row, key, ranked } = await readIndex(vault, vault, () => loadRow(vault, record, now))
    const search = query === undefined ? undefined : await findFate(vault, { ...input, query, key, projectId })
    return {
      ...{ id, projectId, kind: row.kind, title: row.title, profile: profile ?? vault.config.search.profile },
      ...toCounterHistory(record, foldableOf(record)),
      priors: toPriors(row, ranked, profileOf(vault, profile), now),
      ...(search !== undefined && { search }),
      stale,
    }
  })
}

function loadRow(vault: Vault, { project, id }: { project: string; id: string }, now: number) {
  const key = findRecord(vault.projections.db, project, id)?.key
  const reader = readerOf(vault)
  const [row]: RecordRow[] = key === undefined ? [] : reader.load([key], now)
  const [ranked] = key === undefined ? [] : reader.ranked([key])
  if (key === undefined || row === undefined || ranked === undefined)
    throw new MemoError('BUG', `${project}/${id} was found, and has no row`)
  return { key, row, ranked }
}

async function findFate(
  vault: Vault,
  { query, limit, profile, cwd, key, projectId }: WhyInput & { query: string; key: number; projectId: string },
): Promise<AskedFate> {
  const { watched, total } = await searchView(vault, vault, {
    ...{ query, ...noNarrowing, kinds: undefined, statuses: undefined, projects: [projectId], allProjects: false, cwd },
    ...{ includeScratch: false, includeExpired: false, asOf: undefined, sort: 'relevance', limit, offset: 0 },
    ...{ explain: true, hitIds: [], session: undefined, scan: 'none', profile, watch: key },
  })
  if (watched === undefined) throw new MemoError('BUG', `the search for ${query} followed no record`)
  return { query, total, ...watched }
}
