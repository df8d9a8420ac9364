/** Records as a list, one line each. */

import { toHarmless } from '../../lib/harmless.ts'
import type { ListedRecord } from '../../vault/reading/list.ts'
import type { Paint } from '../color.ts'
import { widest } from './columns.ts'
import { toFacts } from './facts.ts'

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
      const facts = paint('dim', `[${[...toFacts(record, now), ...record.tags.map(toTag)].join(' · ')}]`)
      const first = lead === '' ? '' : `${lead.padStart(widths.lead)}  `
      return `${first}${kind}  ${name.padEnd(widths.name)}  ${paint('bold', toHarmless(record.title))}  ${facts}`
    })
    .join('\n')
}

function toTag(tag: string): string {
  return `#${toHarmless(tag)}`
}
