/**
 * The compiled views of a project, as text: an index, the traps, the decisions. Byte-stable: no time of compilation and
 * no counters, so a view changes only when what it shows does.
 */
import { type Kind, kindNames, kinds, severities } from '../../record/vocabulary.ts'
import type { KindCount, ToldRow, ViewRow } from '../index/view-rows.ts'

export interface ViewData {
  project: string
  counts: KindCount[]
  /** At most `viewLimit` records of a kind, newest first. */
  newest: (kind: Kind) => ViewRow[]
  /** The same of those that are active, with their texts. */
  active: (kind: Kind) => ToldRow[]
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

function renderCounts(data: ViewData): string {
  const rows = kindNames.flatMap((kind) => {
    const all = countOf(data, kind)
    return all === 0 ? [] : [`| ${kind} | ${countOf(data, kind, 'active')} | ${all} |`]
  })
  return ['| kind | active | all |', '| --- | --- | --- |', ...rows].join('\n')
}

function renderKind(data: ViewData, kind: Kind): string {
  const lines = data.newest(kind).map((row) => `- [${title(row)}](${kinds[kind].folder}/${row.id}.md)${mark(row)}`)
  return [`## ${kinds[kind].folder}`, '', ...lines, ...more(data, kind, countOf(data, kind) - lines.length)].join('\n')
}

function renderTraps(data: ViewData): string {
  const rank = ({ severity }: ToldRow): number => (severities as readonly string[]).indexOf(severity)
  const traps = data.active('trap').toSorted((a, b) => rank(b) - rank(a))
  const sections = traps.map((row) => `## ${title(row)}\n\n${facts(row)}\n\n${row.body}`)
  const left = countOf(data, 'trap', 'active') - traps.length
  return document(`# Traps of ${data.project}`, [...sections, more(data, 'trap', left).join('')])
}

function renderDecisions(data: ViewData): string {
  const decisions = data.newest('decision')
  const rows = decisions.map((row) => `| [${title(row)}](decisions/${row.id}.md) | ${row.status} | ${row.created} |`)
  const table = ['| decision | status | made |', '| --- | --- | --- |', ...rows].join('\n')
  const left = countOf(data, 'decision') - decisions.length
  return document(`# Decisions of ${data.project}`, [table, more(data, 'decision', left).join('')])
}

function facts({ id, severity, pathPatterns }: ToldRow): string {
  return [`\`${id}\``, severity, ...pathPatterns.map((pattern) => `\`${pattern}\``)].join(' · ')
}

function title(row: ViewRow): string {
  return (row.title || row.id).replace(/\s+/g, ' ').replace(/[[\]|]/g, '\\$&')
}

function mark({ status }: ViewRow): string {
  return status === 'active' ? '' : ` (${status})`
}

/** @param status any if not said */
function countOf({ counts }: ViewData, kind: Kind, status?: string): number {
  const counted = counts.filter((row) => row.kind === kind && (status === undefined || row.status === status))
  return counted.reduce((sum, { count }) => sum + count, 0)
}

/** @param left how many are not shown */
function more({ project }: ViewData, kind: Kind, left: number): string[] {
  return left > 0 ? ['', `… and ${left} more: \`memo list --kind ${kind} --project ${project}\``] : []
}

function document(heading: string, sections: string[]): string {
  return `${[heading, notice, ...sections.filter((section) => section !== '')].join('\n\n')}\n`
}
