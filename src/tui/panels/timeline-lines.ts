/** What happened around a record as lines, oldest first: what and when, and below it what it says first. Pure. */
import { toMinute } from '../../record/times.ts'
import type { TimelineEntry, TimelineResult } from '../../vault/reading/timeline.ts'
import { toKindSpan } from '../text/kind-span.ts'
import type { Line } from '../text/line.ts'
import { type SelectableLines, toPointer } from '../text/selectable-lines.ts'

/** `selected` counts the entries. */
export function toTimelineLines({ entries, abstained }: TimelineResult, selected: number): SelectableLines {
  const isAcross = new Set(entries.map(({ projectId }) => projectId)).size > 1
  const head: Line = [{ text: 'What happened around it', style: 'heading' }]
  const lines: Line[] = [head, []]
  let at = 0
  entries.forEach((entry, place) => {
    if (place === selected) at = lines.length
    lines.push(toHead(entry, place === selected, isAcross), ...toGist(entry))
  })
  if (entries.length === 0) lines.push([{ text: abstained?.hint ?? 'nothing', style: 'dim' }])
  return { lines, at }
}

function toHead(entry: TimelineEntry, isSelected: boolean, isAcross: boolean): Line {
  const { kind, status, title, at, isAnchor, projectId } = entry
  const facts = [...(isAcross ? [projectId] : []), ...(status === 'active' ? [] : [status])]
  return [
    { text: toPointer(isSelected) },
    { text: isAnchor ? '• ' : '  ', style: 'match' },
    { text: `${toMinute(at)}  `, style: 'dim' },
    toKindSpan(kind),
    { text: title, style: isSelected ? 'bold' : undefined },
    ...(facts.length === 0 ? [] : [{ text: `  [${facts.join(' · ')}]`, style: 'dim' as const }]),
  ]
}

function toGist({ gist, title }: TimelineEntry): Line[] {
  return gist === '' || gist === title ? [] : [[{ text: `      ${gist}`, style: 'dim' }]]
}
