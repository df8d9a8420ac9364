/**
 * The compiled views of a project, as text: an index, the traps, the decisions. Byte-stable: no time of compilation and
 * no counters, so a view changes only when what it shows does.
 */
import type { RecordState } from '../../events/fold.ts'
import { type Kind, kindNames, kinds, severities } from '../../record/vocabulary.ts'
import { statusOf, textOf } from '../index/record-rows.ts'
import type { KindCount } from '../index/view-rows.ts'

export interface ViewData {
  project: string
  counts: KindCount[]
  /** At most `viewLimit` records of a kind, newest first. */
  newest: (kind: Kind) => RecordState[]
}

/** A person reads the top of a view; past this many records the text says how many more there are and how to list them. */
export const viewLimit = 100

export const viewNames = ['INDEX.md', 'TRAPS.md', 'DECISIONS.md'] as const
export type ViewName = (typeof viewNames)[number]

const notice = '<!-- Compiled from the records beside it. Edit those, not this file: changes here are set aside. -->'

export function renderView(name: ViewName, data: ViewData): string {
  if (name === 'TRAPS.md') return renderTraps(data)
  return name === 'DECISIONS.md' ? renderDecisions(data) : renderIndex(data)
}

function renderIndex(data: ViewData): string {
  const sections = kindNames.filter((kind) => countOf(data, kind) > 0 && kind !== 'scratch').map((kind) => renderKind(data, kind))
  return document(`# ${data.project}`, [renderCounts(data), ...sections])
}

function renderCounts({ counts }: ViewData): string {
  const rows = kindNames.flatMap((kind) => {
    const ofKind = counts.filter((count) => count.kind === kind)
    const total = ofKind.reduce((sum, { count }) => sum + count, 0)
    const active = ofKind.filter(({ status }) => status === 'active').reduce((sum, { count }) => sum + count, 0)
    return total === 0 ? [] : [`| ${kind} | ${active} | ${total} |`]
  })
  return ['| kind | active | all |', '| --- | --- | --- |', ...rows].join('\n')
}

function renderKind(data: ViewData, kind: Kind): string {
  const lines = data.newest(kind).map((state) => `- [${title(state)}](${kinds[kind].folder}/${state.id}.md)${mark(state)}`)
  return [`## ${kinds[kind].folder}`, '', ...lines, ...more(data, kind, lines.length)].join('\n')
}

function renderTraps(data: ViewData): string {
  const traps = data.newest('trap')
  const active = traps.filter((state) => statusOf(state) === 'active')
  const rank = (state: RecordState): number => severities.findIndex((name) => name === (state.fields.severity ?? 'medium'))
  const sorted = active.toSorted((a, b) => rank(b) - rank(a))
  const sections = sorted.map((state) => `## ${title(state)}\n\n${facts(state)}\n\n${textOf(state.fields.body) ?? ''}`)
  return document(`# Traps of ${data.project}`, [...sections, more(data, 'trap', traps.length).join('')])
}

function renderDecisions(data: ViewData): string {
  const decisions = data.newest('decision')
  const rows = decisions.map((state) => `| [${title(state)}](decisions/${state.id}.md) | ${statusOf(state)} | ${textOf(state.fields.created)?.slice(0, 10) ?? ''} |`)
  const table = ['| decision | status | made |', '| --- | --- | --- |', ...rows].join('\n')
  return document(`# Decisions of ${data.project}`, [table, more(data, 'decision', decisions.length).join('')])
}

function facts(state: RecordState): string {
  const patterns = Array.isArray(state.fields.pathPatterns) ? state.fields.pathPatterns.map((pattern) => `\`${pattern}\``) : []
  const parts = [`\`${state.id}\``, textOf(state.fields.severity) ?? 'medium', ...patterns]
  return parts.join(' · ')
}

function title(state: RecordState): string {
  return (textOf(state.fields.title) ?? state.id).replace(/\s+/g, ' ').replace(/[[\]|]/g, '\\$&')
}

function mark(state: RecordState): string {
  const status = statusOf(state)
  return status === 'active' ? '' : ` (${status})`
}

function countOf({ counts }: ViewData, kind: Kind): number {
  return counts.filter((count) => count.kind === kind).reduce((sum, { count }) => sum + count, 0)
}

function more(data: ViewData, kind: Kind, shown: number): string[] {
  const left = countOf(data, kind) - shown
  return left > 0 ? ['', `… and ${left} more: \`memo list --kind ${kind} --project ${data.project}\``] : []
}

function document(heading: string, sections: string[]): string {
  return `${[heading, notice, ...sections.filter((section) => section !== '')].join('\n\n')}\n`
}
