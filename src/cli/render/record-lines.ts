/** Records as a list, one line each. */
import { humanAge, parseInstant } from '../../record/times.ts'
import type { ListedRecord } from '../../vault/list.ts'
import type { Paint } from '../color.ts'
import { toHarmless } from '../harmless.ts'

export interface ListView {
  paint: Paint
  now: number
}

/** Aligned; the project is named where there is more than one. `lead` comes first on each line. */
export function renderRecordLines(
  records: readonly ListedRecord[],
  { paint, now }: ListView,
  lead: (record: ListedRecord) => string = () => '',
): string {
  const isAcross = new Set(records.map(({ projectId }) => projectId)).size > 1
  const cells = records.map((record) => ({
    record,
    lead: lead(record),
    name: isAcross ? `${record.projectId}/${record.id}` : record.id,
  }))
  const widths = {
    lead: widest(cells.map((cell) => cell.lead)),
    kind: widest(records.map(({ kind }) => kind)),
    name: widest(cells.map(({ name }) => name)),
  }
  return cells
    .map(({ record, lead, name }) => {
      const kind = paint('cyan', record.kind.padEnd(widths.kind))
      const facts = paint('dim', `[${toFacts(record, now).join(' · ')}]`)
      const first = lead === '' ? '' : `${lead.padStart(widths.lead)}  `
      return `${first}${kind}  ${name.padEnd(widths.name)}  ${paint('bold', toHarmless(record.title))}  ${facts}`
    })
    .join('\n')
}

/** Kinds, ids and numbers are ASCII, so a letter is a column wide; the title, which may not be, ends nothing. */
function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

function toFacts(record: ListedRecord, now: number): string[] {
  const updated = parseInstant(record.updated)
  return [
    ...(updated === undefined ? [] : [humanAge(updated, now)]),
    ...(record.hits > 0 ? [`hits ${record.hits}`] : []),
    ...(record.occurrences > 1 ? [`seen ${record.occurrences} times`] : []),
    ...(record.severity === undefined ? [] : [toHarmless(record.severity)]),
    ...(record.status === 'active' ? [] : [record.status]),
    ...(record.supersededBy === undefined ? [] : [`by ${toHarmless(record.supersededBy)}`]),
    ...(record.expired ? ['expired'] : []),
    ...record.tags.map((tag) => `#${toHarmless(tag)}`),
  ]
}
