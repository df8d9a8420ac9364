/** The records around a record, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { closedStatuses } from '../../record/vocabulary.ts'
import type { RelatedResult, TraverseResult } from '../../vault/reading/related.ts'
import type { SearchResult } from '../../vault/reading/search.ts'
import type { Paint } from '../color.ts'
import { renderAsOf, staleSentence } from './as-of.ts'

type Linked = RelatedResult['out'][number]
type Hit = SearchResult['hits'][number]

export function renderRelated(result: RelatedResult, paint: Paint): string {
  const { record, out, in: inward, total, dangling } = result
  const tell = (linked: Linked): string =>
    `  ${renderEnd(linked, record.projectId, paint)}  ${toTypes(linked.types, paint)}`
  const sections = [
    ...renderSection('Links to', { shown: out.map(tell), total: total.out, paint }),
    ...renderSection('Linked from', { shown: inward.map(tell), total: total.in, paint }),
  ]
  const none = sections.length === 0 ? ['No record links to it, and it links to none.'] : []
  const lost = dangling > 0 ? [`${dangling} that it links to ${dangling === 1 ? 'is' : 'are'} not there.`] : []
  return [renderCenter(record, paint), ...sections, ...none, ...renderFootnotes(lost, result, paint)].join('\n')
}

export function renderTraverse(result: TraverseResult, paint: Paint): string {
  const { record, nodes, truncated } = result
  const lines = nodes.map((node) => {
    const { direction, types, ...from } = node.via
    const arrow = direction === 'out' ? '->' : '<-'
    const path = node.depth === 1 ? '' : paint('dim', ` from ${nameOf(from, record.projectId)}`)
    return `${'  '.repeat(node.depth)}${arrow} ${renderEnd(node, record.projectId, paint)}  ${toTypes(types, paint)}${path}`
  })
  const none = nodes.length === 0 ? ['No record links to it, and it links to none.'] : []
  const more = truncated ? ['There are more; raise --limit, or start from one of these.'] : []
  return [renderCenter(record, paint), ...lines, ...none, ...renderFootnotes(more, result, paint)].join('\n')
}

/** Below a hit of `search --expand-links`, one line a neighbour. */
export function renderHitLinks({ links, projectId }: Hit, paint: Paint): string[] {
  if (links === undefined) return []
  const tell = (arrow: string) => (linked: Linked) =>
    `    ${arrow} ${renderEnd(linked, projectId, paint)}  ${toTypes(linked.types, paint)}`
  const left = links.total.out + links.total.in - links.out.length - links.in.length
  const more = left > 0 ? [paint('dim', `    ${left} more links; see "memo related".`)] : []
  return [...links.out.map(tell('->')), ...links.in.map(tell('<-')), ...more]
}

function renderCenter({ kind, id, title }: RelatedResult['record'], paint: Paint): string {
  return `${paint('cyan', kind)} ${id}  ${paint('bold', toHarmless(title))}`
}

interface Section {
  shown: string[]
  total: number
  paint: Paint
}

function renderSection(name: string, { shown, total, paint }: Section): string[] {
  if (total === 0) return []
  const left = total - shown.length
  return [`${name} (${total}):`, ...shown, ...(left > 0 ? [paint('dim', `  ${left} more; raise --limit.`)] : [])]
}

function renderEnd(linked: Omit<Linked, 'types'>, project: string, paint: Paint): string {
  const name = nameOf(linked, project)
  if (linked.dangling) return `${name}  ${paint('dim', '[not there]')}`
  const { kind = 'note', status = 'active', title = '' } = linked
  const closed = closedStatuses.some((one) => one === status) ? `  ${paint('dim', `[${status}]`)}` : ''
  return `${paint('cyan', kind)} ${name}  ${toHarmless(title)}${closed}`
}

function nameOf({ projectId, id }: { projectId: string; id: string }, project: string): string {
  return toHarmless(projectId === project ? id : `${projectId}/${id}`)
}

function toTypes(types: readonly string[], paint: Paint): string {
  return paint('dim', `(${toHarmless(types.join(', '))})`)
}

function renderFootnotes(
  lines: string[],
  { tokens, stale, asOf }: RelatedResult | TraverseResult,
  paint: Paint,
): string[] {
  const cost = `About ${tokens} tokens.${stale ? ` ${staleSentence}` : ''}`
  return [...[...lines, cost].map((line) => paint('dim', line)), ...renderAsOf(asOf, paint)]
}
