/** Records in full, for a person: a short header, then the body as it is. */

import { toHarmless } from '../../lib/harmless.ts'
import { toShellWord } from '../../lib/shell-word.ts'
import { estimateTokens } from '../../lib/token-estimate.ts'
import { humanMoment, parseInstant } from '../../record/times.ts'
import type { ShowResult } from '../../vault/history/show.ts'
import type { GetResult, GotRecord, Missing } from '../../vault/reading/get.ts'
import type { Paint } from '../color.ts'
import { renderAsOf, toDay } from './as-of.ts'

export interface GetView {
  paint: Paint
  now: number
}

export function renderGet({ records, asOf }: GetResult, view: GetView): string {
  const shown = records.map((record) => renderRecord(record, view))
  return (records.length === 0 ? [] : [...renderAsOf(asOf, view.paint), ...shown]).join('\n\n')
}

/** One record, and of when it is. */
export function renderShow({ record, at, event }: ShowResult, view: GetView): string {
  const told =
    event === undefined ? renderAsOf(at, view.paint) : [view.paint('dim', `This is the vault after ${event}.`)]
  return [...told, renderRecord(record, view)].join('\n\n')
}

function renderRecord(record: GotRecord, view: GetView): string {
  const { paint } = view
  const head = `${paint('cyan', record.kind)} ${record.id}  ${paint('bold', textOf(record.title))}`
  const facts = paint('dim', [record.projectId, ...toFacts(record, view.now)].join(' · '))
  const place = paint('dim', toHarmless(toPlace(record)))
  return [head, facts, place, '', toHarmless(record.body, { keepNewlines: true })].join('\n')
}

function toPlace({ filepath, lines }: GotRecord): string {
  if (lines === undefined) return filepath
  const [first, last] = lines
  return first > last ? `${filepath}, which ends with line ${last}` : `${filepath}:${first}-${last}`
}

/** The fields that a reader weighs the text by; all others are in the file and in `--json`. */
function toFacts(record: GotRecord, now: number): string[] {
  const age = toAge(record.updated, now)
  const list = (name: string, value: unknown): string[] =>
    Array.isArray(value) && value.length > 0 ? [`${name} ${toHarmless(value.join(', '))}`] : []
  return [
    ...(record.status === undefined ? [] : [textOf(record.status)]),
    ...(record.expired ? ['expired'] : []),
    ...(record.severity === undefined ? [] : [`severity ${textOf(record.severity)}`]),
    ...(record.supersededBy === undefined ? [] : [`superseded by ${textOf(record.supersededBy)}`]),
    ...list('tags', record.tags),
    ...list('paths', record.pathPatterns),
    ...(age === undefined ? [] : [`updated ${age}`]),
    ...(record.hits > 0 ? [`hits ${record.hits}`] : []),
    ...(Number(record.occurrences ?? 1) > 1 ? [`seen ${record.occurrences} times`] : []),
    `about ${estimateTokens(record.body)} tokens`,
  ]
}

function toAge(updated: unknown, now: number): string | undefined {
  const instant = typeof updated === 'string' ? parseInstant(updated) : undefined
  if (instant === undefined) return undefined
  return humanMoment(instant, now)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? toHarmless(value) : ''
}

/** One line each, for stderr: what was not found, and what it may have meant; of a single one also what to do. */
export function renderMissing({ missing, asOf }: GetResult): string {
  const lines = missing.map((one) => `Error: ${toMessage(one, asOf)}\n`)
  const [only] = missing
  const hint =
    only === undefined || missing.length > 1 || (asOf !== undefined && only.reason !== 'forgotten') ? '' : toHint(only)
  return `${lines.join('')}${hint}`
}

/** As every other command that takes a name says it. */
function toHint({ name, reason, restore }: Missing): string {
  if (reason === 'forgotten') return restore === undefined ? '' : `Hint: run "${restore}" to bring it back\n`
  if (reason === 'ambiguous') return 'Hint: write the whole id\n'
  return name === '' ? '' : `Hint: try "memo search ${toHarmless(toShellWord(name))}"\n`
}

function toMessage({ name, reason, candidates, forgottenAt }: Missing, asOf: string | undefined): string {
  const shown = name === '' ? '""' : toHarmless(name)
  if (reason === 'ambiguous') return `${shown} fits several records: ${candidates.join(', ')}`
  if (reason === 'forgotten') return `${candidates.join()} was forgotten at ${forgottenAt}`
  return asOf === undefined ? `there is no record ${shown}` : `there was no record ${shown} as of ${toDay(asOf)}`
}
