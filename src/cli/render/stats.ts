/** Numbers of a vault for a person, on one screen. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import { humanMoment, parseInstant } from '../../record/times.ts'
import type { StatsGroup, StatsRecord, StatsResult } from '../../vault/upkeep/stats.ts'
import type { Paint } from '../color.ts'
import { staleSentence } from './as-of.ts'
import { renderSize } from './size.ts'
import { renderSparkline } from './sparkline.ts'

export interface StatsView {
  paint: Paint
  now: number
  /** Whether the terminal shows more than ASCII. */
  isUnicode: boolean
}

/** Longer lists are in `--json`. */
const mostListed = 8

export function renderStats(stats: StatsResult, view: StatsView): string {
  const { records, writers, sizes, stale } = stats
  const rows: [string, string][] = [
    ['records', `${records.total} in ${toPlace(stats)}`],
    ['kinds', toCounts(records.byKind)],
    ['statuses', toCounts(records.byStatus)],
    ...(stats.projects?.length === 1 ? [] : [['projects', toCounts(records.byProject)] satisfies [string, string]]),
    ['growth', toGrowth(stats, view)],
    ['uses', toUses(stats, view)],
    ['searches', toSearches(stats.searches)],
    ['writers', `${writers.length}, with ${writers.reduce((sum, { events }) => sum + events, 0)} events`],
    ['sizes', toSizes(sizes)],
  ]
  const { paint } = view
  return [
    ...rows.map(([name, text]) => `${paint('bold', name.padEnd(nameWidth))}${text}`),
    ...toBlocks(stats, view),
    ...(stale ? [paint('dim', staleSentence)] : []),
  ].join('\n')
}

const nameWidth = 10

function toPlace({ projects, records }: StatsResult): string {
  if (projects !== null) return projects.join(', ')
  return plural(Object.keys(records.byProject).length, 'project')
}

function toCounts(counts: { [name: string]: number }): string {
  const all = Object.entries(counts).map(([name, count]) => `${count} ${toHarmless(name)}`)
  return all.length === 0 ? 'none' : [...all.slice(0, mostListed), ...(all.length > mostListed ? ['…'] : [])].join(', ')
}

function toGrowth({ growth, from }: StatsResult, view: StatsView): string {
  const sum = growth.reduce((all, count) => all + count, 0)
  return `${renderSparkline(growth, view)}  ${sum} by week since ${from.slice(0, 10)}`
}

function toUses({ uses, from }: StatsResult, view: StatsView): string {
  const sum = uses.days.reduce((all, count) => all + count, 0)
  const bound = uses.countedFrom > from ? ` (all of them from ${uses.countedFrom.slice(0, 10)} on)` : ''
  return `${renderSparkline(uses.days, view)}  ${sum} by day since ${from.slice(0, 10)}${bound}`
}

function toSearches({ isLogged, total, unanswered, queries }: StatsResult['searches']): string {
  if (total === 0) return isLogged ? 'none yet' : 'not logged ("memo config set search.logQueries true")'
  const list = queries.map(({ query, times }) => `${toHarmless(query)}${times > 1 ? ` (${times}×)` : ''}`)
  return `${total}, ${unanswered} found nothing${list.length === 0 ? '' : `: ${list.join('; ')}`}`
}

function toSizes({ log, index, vectors, git }: StatsResult['sizes']): string {
  const repository = git === null ? [] : [`git ${renderSize(git)}`]
  const meaning = vectors === 0 ? [] : [`vectors ${renderSize(vectors)}`]
  return [`log ${renderSize(log)}`, `index ${renderSize(index)}`, ...meaning, ...repository].join(', ')
}

function toBlocks(stats: StatsResult, view: StatsView): string[] {
  const { mostUsed, neverUsed, doubted, superseded, expiring } = stats
  const uses = (record: StatsRecord): string => `${record.hits}×${toLast(record, view.now)}`
  const soon = expiring.records.map((record) => toLine(record, toMoment(record.expires, view.now)))
  return [
    ...toBlock('Most used', { count: mostUsed.length, isMore: false }, toLines(mostUsed, uses), view),
    ...toBlock(
      'Never used, nor changed for thirty days',
      neverUsed,
      toLines(neverUsed.records, () => ''),
      view,
    ),
    ...toBlock('Said to be stale', doubted, toLines(doubted.records, uses), view),
    ...toBlock('Superseded, and used all the same', superseded, toLines(superseded.records, uses), view),
    ...toBlock('Expire within a week', expiring, soon, view),
  ]
}

function toBlock(
  title: string,
  { count, isMore }: Pick<StatsGroup, 'count' | 'isMore'>,
  lines: readonly string[],
  { paint }: StatsView,
): string[] {
  if (lines.length === 0) return []
  const number = isMore ? `more than ${count}` : count
  return ['', `${paint('bold', title)} (${number})`, ...lines.map((line) => `  ${line}`)]
}

function toLines(records: readonly StatsRecord[], tell: (record: StatsRecord) => string): string[] {
  return records.map((record) => toLine(record, tell(record)))
}

function toLine({ projectId, id, title }: Omit<StatsRecord, 'hits' | 'lastHit'>, told: string): string {
  return `${projectId}/${id}: ${toHarmless(title)}${told === '' ? '' : ` (${told})`}`
}

function toLast({ lastHit }: StatsRecord, now: number): string {
  return lastHit === undefined ? '' : `, last ${toMoment(lastHit, now)}`
}

function toMoment(text: string, now: number): string {
  const instant = parseInstant(text)
  return instant === undefined ? toHarmless(text) : humanMoment(instant, now)
}
