/** A measurement for a person: one table, and the queries in which two profiles differ most. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { EvalResult } from '../../vault/evaluation/evaluate.ts'
import type { WrittenLabels } from '../../vault/evaluation/from-log.ts'
import type { PairedReport, ProfileReport, QueryDifference } from '../../vault/evaluation/report.ts'
import type { Paint } from '../color.ts'
import { staleSentence } from './as-of.ts'
import { widest } from './columns.ts'

type Metrics = NonNullable<ProfileReport['metrics']>

const labels: { readonly [name in keyof Metrics]: string } = {
  ...{ recall1: 'recall@1', recall5: 'recall@5', recall10: 'recall@10', recall20: 'recall@20' },
  ...{ hit20: 'hit@20', mrr: 'MRR', ndcg10: 'nDCG@10' },
}
const metricNames = Object.keys(labels) as (keyof Metrics)[]

export function renderEval(result: EvalResult, paint: Paint): string {
  const { report, compared, paired } = result
  const reports = compared === undefined ? [report] : [report, compared]
  return [
    renderHead(result),
    '',
    renderTable(toRows(reports, paired), paint),
    ...(paired === undefined ? [] : renderExtremes(paired, reports, paint)),
    ...renderNotes(result, paint),
  ].join('\n')
}

export function renderWrittenLabels({ file, queries, labels, closed }: WrittenLabels): string {
  const left = closed === 0 ? '' : ` (${closed} of records that are closed by now left out)`
  return `Wrote ${toQueries(queries)} with ${plural(labels, 'label')} to ${toHarmless(file)}${left}.`
}

function renderHead({ answerable, unanswerable, limit, fromLog }: EvalResult): string {
  const queries = `${toQueries(answerable + unanswerable)}, ${unanswerable} of them without an answer`
  const told = fromLog === undefined ? '' : `, from the log (${plural(fromLog.labels, 'label')})`
  return `${queries}${told}; the first ${plural(limit, 'hit')} of each.`
}

function toQueries(count: number): string {
  return count === 1 ? '1 query' : `${count} queries`
}

function toRows(reports: readonly ProfileReport[], paired: PairedReport | undefined): string[][] {
  const isPaired = paired !== undefined
  const head = ['', ...reports.map(({ profile }) => toHarmless(profile))]
  const row = (name: string, toCell: (report: ProfileReport) => string) => [name, ...reports.map(toCell)]
  return [
    isPaired ? [...head, 'difference', '95 % interval', 'better/same/worse'] : head,
    ...metricNames.map((name) => [
      ...row(labels[name], ({ metrics }) => toText(metrics?.[name])),
      ...toDifferenceCells(paired?.differences?.[name]),
    ]),
    row('abstention precision', ({ abstention }) => toText(abstention.precision)),
    row('abstention recall', ({ abstention }) => toText(abstention.recall)),
    row('ms p50', ({ ms }) => ms.p50.toFixed(1)),
    row('ms p95', ({ ms }) => ms.p95.toFixed(1)),
    row('tokens', ({ tokens }) => tokens.toFixed(0)),
  ]
}

type Difference = NonNullable<PairedReport['differences']>[keyof Metrics]

function toDifferenceCells(difference: Difference | undefined): string[] {
  if (difference === undefined) return []
  const { mean, low, high, wins, ties, losses } = difference
  return [toSigned(mean), `${toSigned(low)} to ${toSigned(high)}`, `${wins}/${ties}/${losses}`]
}

function toText(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toFixed(3)
}

function toSigned(value: number): string {
  const text = value.toFixed(3)
  return Number(text) > 0 ? `+${text}` : text.replace(/^-(?=0\.000$)/, '')
}

function renderTable(rows: readonly string[][], paint: Paint): string {
  const columns = rows[0] ?? []
  const widths = columns.map((_, column) => widest(rows.map((row) => row[column] ?? '')))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [paint('dim', lines[0] ?? ''), ...lines.slice(1)].join('\n')
}

function renderExtremes({ best, worst }: PairedReport, reports: readonly ProfileReport[], paint: Paint): string[] {
  const [ours = '', theirs = ''] = reports.map(({ profile }) => toHarmless(profile))
  const block = (head: string, queries: readonly QueryDifference[]) =>
    queries.length === 0 ? [] : ['', paint('bold', head), ...queries.map(renderDifference)]
  return [...block(`Where ${ours} is better than ${theirs}`, best), ...block(`Where it is worse`, worst)]
}

function renderDifference({ line, query, ndcg10, first, comparedFirst }: QueryDifference): string {
  const places = `first answer at ${first ?? '-'}, was ${comparedFirst ?? '-'}`
  return `  ${toSigned(ndcg10).padStart(6)}  line ${line}: ${toHarmless(query)} (${places})`
}

function renderNotes({ missing, degraded, stale }: EvalResult, paint: Paint): string[] {
  const shown = missing.slice(0, 5).map((name) => toHarmless(name))
  const more = missing.length > shown.length ? ' …' : ''
  const notes = [
    ...(missing.length === 0
      ? []
      : [`No record has ${plural(missing.length, 'labelled id')}: ${shown.join(', ')}${more}`]),
    ...(degraded === null ? [] : [`Not everything could be searched: ${toHarmless(degraded.reason)}.`]),
    ...(stale ? [staleSentence] : []),
  ]
  return notes.length === 0 ? [] : ['', ...notes.map((note) => paint('dim', note))]
}
