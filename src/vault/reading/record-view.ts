/** A record as somebody who only looks sees it: its fields and text, its links both ways, what happened to it. */
import { MemoError } from '../../lib/errors.ts'
import { assertId } from '../../record/ids.ts'
import { linksPerDirection, type Neighbourhood } from '../../retrieval/links.ts'
import { getHistory, type HistoryEntry } from '../history/history.ts'
import { resolveProject } from '../project.ts'
import type { Vault } from '../vault.ts'
import { findForgotten } from './find-forgotten.ts'
import { toForgotten } from './find-named.ts'
import { type GotRecord, getRecords } from './get.ts'
import { relatedRecords } from './related.ts'

export interface RecordViewInput {
  project: string
  id: string
  cwd: string
  /** Events of its history at most. */
  limit: number
  /** Milliseconds since the epoch: the record and its links as they were then. */
  asOf: number | undefined
}

export interface RecordView {
  record: GotRecord
  links: Neighbourhood
  /** Newest first. */
  history: HistoryEntry[]
  /** How many older events there are. */
  older: number
  stale: boolean
  /** The time that was asked for. */
  asOf?: string
}

/** Counts no use. Throws USAGE for what cannot be an id, NOT_FOUND for a record that is not there or was forgotten. */
export async function viewRecord(vault: Vault, input: RecordViewInput): Promise<RecordView> {
  const { id, cwd, limit, asOf } = input
  const name = `${resolveProject(vault, { named: input.project, cwd }).id}/${id}`
  assertId(id, 'record')
  const place = { project: undefined, cwd }
  const looked = { ...place, kind: undefined, session: undefined, lines: undefined, asOf, uncounted: true } as const
  const [record] = (await getRecords(vault, { ...looked, names: [name] })).records
  if (record === undefined || `${record.projectId}/${record.id}` !== name) throw notThere(vault, name)
  const around = await relatedRecords(vault, { ...place, name, asOf, limit: linksPerDirection })
  const { record: _, tokens: __, stale, asOf: at, ...links } = around
  const { entries, older } = await getHistory(vault, { ...place, name, limit, withoutCommits: true })
  return { record, links, history: entries, older, stale, ...(at !== undefined && { asOf: at }) }
}

function notThere(vault: Vault, name: string): MemoError {
  const gone = findForgotten(vault, name, '')
  return gone === undefined
    ? new MemoError('NOT_FOUND', `there is no record ${name}`, { hint: 'search for it' })
    : toForgotten(gone)
}
