/** Whether the index is sound, finds every record, and says what the log says. */

import { isDeepStrictEqual } from 'node:util'
import { emptyRecord, foldRecords, type RecordState } from '../../events/fold.ts'
import { plural } from '../../lib/plural.ts'
import { countUnfindable, findFileDamage, findSearchMismatches } from '../../projections/index/inspect-index.ts'
import { readStates } from '../../projections/index/inspect-records.ts'
import { indexCursor } from '../append.ts'
import { isIndexUnbuilt } from '../bring-up.ts'
import { hasNews } from '../has-news.ts'
import { readLog } from '../read-log.ts'
import { refresh } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'
import type { Examination } from './check.ts'
import { type Finding, fixRemedy } from './finding.ts'

export function checkIndexFile({ vault, deep }: Examination): Finding[] {
  const [damage] = findFileDamage(vault.projections.db, deep)
  return damage === undefined ? [] : [toDamage(damage)]
}

export function toDamage(reason: string): Finding {
  return {
    code: 'index-damaged',
    severity: 'error',
    subject: 'memo.sqlite',
    message: `The index is damaged (${reason.split('\n')[0]}); no record is lost by that.`,
    remedy: fixRemedy,
  }
}

/** Brings the index up, hand edits included, so that the checks behind this one see the vault as it is now. */
export async function checkFreshness({ vault, broken }: Examination): Promise<Finding[]> {
  if (!broken.has('log')) await refresh(vault, 'full')
  if (isIndexUnbuilt(vault)) broken.add('index')
  if (broken.has('log') || (!isIndexUnbuilt(vault) && !hasEvents(vault))) return []
  return [
    {
      code: 'index-behind',
      severity: 'warning',
      subject: 'memo.sqlite',
      message: 'The log holds events that the index does not know yet, because another process holds the vault.',
      remedy: 'memo doctor',
    },
  ]
}

/** A line that a crash cut off is news by its bytes, and no event. */
function hasEvents(vault: Vault): boolean {
  const cursor = indexCursor(vault)
  const { log } = vault
  return hasNews(vault) && log.segments.writers().some((writer) => log.end(writer).seq > (cursor.get(writer)?.seq ?? 0))
}

export function checkSearchTables({ vault, deep }: Examination): Finding[] {
  const { db } = vault.projections
  const findings = findSearchMismatches(db).map(({ table, of, missing, orphaned }) =>
    toMismatch(table, `${table} lacks ${plural(missing, of)} and holds ${plural(orphaned, 'row')} of no ${of}`),
  )
  if (!deep || findings.length > 0) return findings
  const unfindable = countUnfindable(db)
  return unfindable === 0
    ? []
    : [toMismatch('records_fts', `${plural(unfindable, 'record')} cannot be found by a search for its own id`)]
}

function toMismatch(table: string, what: string): Finding {
  const message = `The full-text index is out of step: ${what}.`
  return { code: 'index-search', severity: 'error', subject: table, message, remedy: fixRemedy }
}

/** The log folded in memory, record by record against the rows. */
export async function checkFold({ vault, deep, counts }: Examination): Promise<Finding[]> {
  if (!deep) return []
  await loadReaders(vault)
  const folded = foldRecords(readLog(vault))
  const findings: Finding[] = []
  for (const state of readStates(vault.projections.db)) {
    counts.records += 1
    const key = `${state.project}/${state.id}`
    const expected = folded.get(key) ?? emptyRecord(state.project, state.id)
    folded.delete(key)
    const names = differences(state, expected)
    if (names.length > 0) findings.push(toDifference(key, `in ${names.join(', ')}`))
  }
  return [...findings, ...[...folded.keys()].map((key) => toDifference(key, 'because it is not there at all'))]
}

function differences(state: RecordState, expected: RecordState): string[] {
  const [a, b] = [comparable(state), comparable(expected)]
  return Object.keys({ ...a, ...b }).filter((name) => !isDeepStrictEqual(a[name], b[name]))
}

/** The index does not tell an empty body from none, nor a missing value from an undefined one. */
function comparable(state: RecordState): { [name: string]: unknown } {
  const { body = '', ...fields } = state.fields
  return JSON.parse(JSON.stringify({ ...state, fields, body })) as { [name: string]: unknown }
}

function toDifference(key: string, where: string): Finding {
  const message = `The index differs from what the log adds up to, ${where}.`
  return { code: 'index-differs', severity: 'error', subject: key, message, remedy: 'memo rebuild' }
}
