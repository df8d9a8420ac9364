/** Labels out of the vault's own log: to be measured by, or written to a file for a person to mend. */
import { writeFileSync } from 'node:fs'
import { isPresent } from '../../events/fold.ts'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { findRecord, statusOf } from '../../projections/index/record-rows.ts'
import { toRecordKey } from '../../record/record-key.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import { readLog } from '../read-log.ts'
import { refresh, withIndexRecovery } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { type LabelledQuery, toLabelledLine } from './labelled-query.ts'
import { toLoggedLabels } from './logged-labels.ts'

export interface LoggedLabels {
  queries: LabelledQuery[]
  /** Labels of all queries together. */
  labels: number
  /** Labels left out because their record is closed or forgotten by now. */
  closed: number
}

export interface WrittenLabels {
  file: string
  queries: number
  labels: number
  closed: number
}

/** Throws REFUSED when the log tells of no use that a search led to, INTEGRITY at a damaged line. */
export async function readLoggedLabels(vault: Vault): Promise<LoggedLabels> {
  await loadReaders(vault)
  await refresh(vault, 'bounded')
  const logged = toLoggedLabels(readLog(vault))
  const kept = await withIndexRecovery(vault, async () => logged.map((query) => withoutClosed(vault, query)))
  const queries = kept.filter(({ labels }) => labels.size > 0).map((query, index) => ({ ...query, line: index + 1 }))
  if (queries.length === 0) {
    throw new MemoError('REFUSED', 'the log tells of no use of a record that a search led to', {
      hint: 'name what was used with "memo search --hit-ids", or set search.logQueries and give sessions ids',
    })
  }
  const labels = countLabels(queries)
  return { queries, labels, closed: countLabels(logged) - labels }
}

/** What a search cannot find by default is no answer to hold it to. */
function withoutClosed({ projections }: Vault, query: LabelledQuery): LabelledQuery {
  // A name without its project is of a query of one project.
  const home = query.projects === 'all' ? '' : (query.projects?.[0] ?? '')
  const isLive = (name: string): boolean => {
    const { project, id } = toRecordKey(name, home)
    const state = findRecord(projections.db, project, id)?.state
    return isPresent(state) && !closedStatuses.some((status) => status === statusOf(state))
  }
  return { ...query, labels: new Map([...query.labels].filter(([name]) => isLive(name))) }
}

function countLabels(queries: readonly LabelledQuery[]): number {
  return queries.reduce((sum, { labels }) => sum + labels.size, 0)
}

/** Writes one line a query. Throws REFUSED when the file exists: it may have been mended by hand. */
export async function writeLoggedLabels(vault: Vault, file: string): Promise<WrittenLabels> {
  const { queries, labels, closed } = await readLoggedLabels(vault)
  const text = queries.map((query) => `${JSON.stringify(toLabelledLine(query))}\n`).join('')
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (findErrno(error) !== 'EEXIST') throw error
    throw new MemoError('REFUSED', `${file} exists already`, { hint: 'name another file, or remove it', cause: error })
  }
  return { file, queries: queries.length, labels, closed }
}
