/** The records around a record as lines, one a neighbour: first those that it names, then those that name it. Pure. */
import { plural } from '../../lib/plural.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import type { RelatedResult } from '../../vault/reading/related.ts'
import { toKindSpan } from '../text/kind-span.ts'
import type { Line } from '../text/line.ts'
import { type SelectableLines, toPointer } from '../text/selectable-lines.ts'

type Linked = RelatedResult['out'][number]

/** `selected` counts the neighbours in that order. */
export function toLinkLines(result: RelatedResult, selected: number): SelectableLines {
  const { record, out, in: inward, total, dangling } = result
  const head: Line = [
    { text: 'Links of ', style: 'heading' },
    { text: `${record.kind} `, style: 'code' },
    { text: record.title, style: 'bold' },
  ]
  const isAt = (place: number): boolean => place === selected
  const outward = toSection(
    'Links to',
    out.map((linked, place) => toRow(linked, record.projectId, isAt(place))),
    total.out,
  )
  const back = toSection(
    'Linked from',
    inward.map((linked, place) => toRow(linked, record.projectId, isAt(out.length + place))),
    total.in,
  )
  const lost =
    dangling === 0
      ? []
      : [dim(`${plural(dangling, 'record')} that it names ${dangling === 1 ? 'is' : 'are'} not there.`)]
  const none = total.out + total.in === 0 ? [dim('No record links to it, and it links to none.')] : []
  const lines = [head, ...outward, ...back, ...none, ...lost]
  return { lines, at: placeOf(result, selected) }
}

/** The head, and above each section a blank line and its name. */
function placeOf({ out, total }: RelatedResult, selected: number): number {
  if (total.out + total.in === 0) return 0
  if (selected < out.length) return 3 + selected
  return 3 + selected + (total.out === 0 ? 0 : 2 + (total.out > out.length ? 1 : 0))
}

function toSection(name: string, rows: Line[], total: number): Line[] {
  if (total === 0) return []
  const left = total - rows.length
  return [[], [{ text: `${name} (${total})`, style: 'bold' }], ...rows, ...(left > 0 ? [dim(`  ${left} more`)] : [])]
}

function toRow(linked: Linked, project: string, isSelected: boolean): Line {
  const { projectId, id, types, dangling, kind = '', title = '', status = 'active' } = linked
  const name = projectId === project ? id : `${projectId}/${id}`
  const isClosed = closedStatuses.some((one) => one === status)
  const said = dangling ? 'not there' : isClosed ? status : ''
  return [
    { text: toPointer(isSelected) },
    toKindSpan(kind),
    { text: title === '' ? name : title, style: isSelected ? 'bold' : undefined },
    {
      text: `${title === '' ? '' : `  ${name}`}  (${types.join(', ')})${said === '' ? '' : `  [${said}]`}`,
      style: 'dim',
    },
  ]
}

function dim(text: string): Line {
  return [{ text, style: 'dim' }]
}
