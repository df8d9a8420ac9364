/**
 * The compiled views of a project, as text: an index, the traps, the decisions. Byte-stable: no time of compilation and
 * no counters, so a view changes only when what it shows does.
 */
import { type Kind, kindNames, kinds, severities } from '../../record/vocabulary.ts'
import type { KindCount, ViewRow } from '../index/view-rows.ts'

export interface ViewData {
  project: string
  counts: KindCount[]
  /** At most `viewLimit` records of a kind, newest first; `bodies` when their text is shown. */
  newest: (kind: Kind, bodies: boolean) => ViewRow[]
}

/** A person reads the top of a view; past this many records the text says how many more there are and how to list them. */
export const viewLimit = 50

export const viewNames = ['INDEX.md', 'TRAPS.md', 'DECISIONS.md'] as const
export type ViewName = (typeof viewNames)[number]

/** The views that a change of a record of this kind can alter. */
export function viewsOf(kind: string): ViewName[] {
  if (kind === 'trap') return ['INDEX.md', 'TRAPS.md']
  return kind === 'decision' ? ['INDEX.md', 'DECISIONS.md'] : ['INDEX.md']
}

const notice = '<!-- Compiled from the records beside it. Edit those, not this file: changes here are set aside. -->'

export function renderView(name: ViewName, data: ViewData): string {
  if (name === 'TRAPS.md') return renderTraps(data)
  return name === 'DECISIONS.md' ? renderDecisions(data) : renderIndex(data)
}

function renderIndex(data: ViewData): string {
  const listed = kindNames.filter((kind) => countOf(data, kind) > 0 && kind !== 'scratch')
  return document(`# ${data.project}`, [renderCounts(data), ...listed.map((kind) => renderKind(data, kind))])
}

function renderCounts({ counts }: ViewData): string {
  const sum = (found: KindCount[]): number => found.reduce((total, { count }) => total + count, 0)
  const rows = kindNames.flatMap((kind) => {
    const ofKind = counts.filter((count) => count.kind === kind)
    const active = ofKind.filter(({ status }) => status === 'active')
    return ofKind.length === 0 ? [] : [`| ${kind} | ${sum(active)} | ${sum(ofKind)} |`]
  })
  return ['| kind | active | all |', '| --- | --- | --- |', ...rows].join('\n')
}

function renderKind(data: ViewData, kind: Kind): string {
  const rows = data.newest(kind, false)
  const lines = rows.map((row) => `- [${title(row)}](${kinds[kind].folder}/${row.id}.md)${mark(row)}`)
  return [`## ${kinds[kind].folder}`, '', ...lines, ...more(data, kind, lines.length)].join('\n')
}

function renderTraps(data: ViewData): string {
  const traps = data.newest('trap', true)
  const rank = ({ severity }: ViewRow): number => (severities as readonly string[]).indexOf(severity)
  const active = traps.filter(({ status }) => status === 'active').toSorted((a, b) => rank(b) - rank(a))
  const sections = active.map((row) => `## ${title(row)}\n\n${facts(row)}\n\n${row.body}`)
  return document(`# Traps of ${data.project}`, [...sections, more(data, 'trap', traps.length).join('')])
}

function renderDecisions(data: ViewData): string {
  const decisions = data.newest('decision', false)
  const rows = decisions.map((row) => `| [${title(row)}](decisions/${row.id}.md) | ${row.status} | ${row.created} |`)
  const table = ['| decision | status | made |', '| --- | --- | --- |', ...rows].join('\n')
  return document(`# Decisions of ${data.project}`, [table, more(data, 'decision', decisions.length).join('')])
}

function facts({ id, severity, pathPatterns }: ViewRow): string {
  return [`\`${id}\``, severity, ...pathPatterns.map((pattern) => `\`${pattern}\``)].join(' · ')
}

function title(row: ViewRow): string {
  return (row.title || row.id).replace(/\s+/g, ' ').replace(/[[\]|]/g, '\\$&')
}

function mark({ status }: ViewRow): string {
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
