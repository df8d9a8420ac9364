/** What was taken back, or would be, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { UndoneRecord, UndoResult } from '../../vault/history/undo.ts'
import type { Paint } from '../color.ts'
import { renderChanges, renderDiff } from './changes.ts'

/** The rest is in `--json`. */
const shownRecords = 20

export function renderUndo({ command, records, dryRun }: UndoResult, paint: Paint): string {
  const { first, at, events, guessed } = command
  const verb = dryRun ? 'Would take back' : 'Took back'
  const guess = guessed
    ? ['Nothing was noted of it: what was written in one millisecond is taken for one command.']
    : []
  const more = records.length > shownRecords ? [`… and ${records.length - shownRecords} more`] : []
  const blocks = records.slice(0, shownRecords).map((record) => renderRecord(record, dryRun, paint))
  return [
    `${verb} the command of ${at}: ${plural(events, 'event')} from ${first} on.`,
    ...guess,
    ...blocks,
    ...more,
  ].join('\n')
}

const done: { [outcome in UndoneRecord['outcome']]: [done: string, planned: string] } = {
  forgotten: ['forgot', 'forget'],
  restored: ['restored', 'restore'],
  archived: ['archived', 'archive'],
  changed: ['set back', 'set back'],
  left: ['left', 'leave'],
}

function renderRecord(record: UndoneRecord, dryRun: boolean, paint: Paint): string {
  const { projectId, id, outcome, changes, bodyDiff, left, kept } = record
  const isShown = outcome !== 'forgotten'
  const lines = [
    ...(isShown ? [...renderChanges(changes, paint), ...renderDiff(bodyDiff ?? '', paint)] : []),
    ...left.map(({ field, event, writer }) =>
      paint('yellow', `${toHarmless(field)} stays: written since by ${event} of ${writer}`),
    ),
    ...kept.map((type) => paint('yellow', `${type} stays: it cannot be taken back`)),
  ]
  return [`${done[outcome][dryRun ? 1 : 0]} ${projectId}/${id}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
