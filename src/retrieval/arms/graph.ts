/**
 * What lies between the names in the query: one walk over mentions and links from each of them, and a record counts by
 * how often all of the walks come by. It finds the record that connects two others and names neither.
 */
import { toWalkGraph, type Walked, type WalkGraph, walk } from '../page-rank.ts'
import type { MentionGraph, RankedRow } from '../port.ts'
import { isRelational } from '../relational.ts'
import { graphWalk } from '../shared-numbers.ts'
import type { Arm, ArmInput } from './arm.ts'
import { byRaw } from './by-raw.ts'

export const graphArm: Arm = {
  name: 'graph',
  route: ({ text, strict }, _reader, named) => {
    if (strict) return { runs: false, why: 'the query says by operators or phrases what it wants' }
    if (named.length > 1) return { runs: true, why: 'the query names several known things' }
    if (named.length === 0) return { runs: false, why: 'the query names nothing that is known' }
    const runs = isRelational(text, named)
    return { runs, why: `the query names one known thing, and asks ${runs ? '' : 'not '}what it has to do with others` }
  },
  rank: (input) => ({ rows: rankBetween(input), detail: { seeds: input.named.map(({ name }) => name).join(', ') } }),
}

function rankBetween(input: ArmInput): RankedRow[] {
  if (input.query.strict) return []
  const places = placesOf(input.reader.mentionGraph())
  const keys = input.named.map(({ key }) => key)
  const mentions = keys.map((key) => input.reader.mentions(key))
  const starts = mentions.map((records) => startsOf(places, records)).filter(({ size }) => size > 0)
  if (starts.length === 0) return []
  // A walk that went on by way of the names themselves would come to everything that is said of either.
  const ends = new Set(keys.flatMap((key) => places.names.get(key) ?? []))
  const walks = starts.map((start) => walk(places.graph, start, { ...graphWalk, ends }))
  const [first = new Map<number, number>(), ...others] = mentions
  const direct = [...first.keys()].filter((key) => others.every((records) => records.has(key)))
  return takeInScope(withDirect(scoreRecords(places, walks), direct, keys.length), input)
}

interface Places {
  graph: WalkGraph
  /** Keys of the records that are nodes, by node. */
  records: readonly number[]
  nodes: ReadonlyMap<number, number>
  names: ReadonlyMap<string, number>
}

/** Made once for each state of the log that the reader gives a graph of. */
const made = new WeakMap<MentionGraph, Places>()

function placesOf(mentions: MentionGraph): Places {
  const known = made.get(mentions)
  if (known !== undefined) return known
  const { records, names } = mentions
  const places = {
    graph: toWalkGraph({ ...mentions, nodes: records.length + names.length }, graphWalk.hub),
    records,
    nodes: new Map(records.map((key, node) => [key, node])),
    names: new Map(names.map((name, index) => [name, records.length + index])),
  }
  made.set(mentions, places)
  return places
}

/** A walk from a name is one from the records that mention it, a step on: so a name needs no node of its own. */
function startsOf({ nodes }: Places, records: ReadonlyMap<number, number>): Map<number, number> {
  const starts = new Map<number, number>()
  for (const [key, weight] of records) {
    const node = nodes.get(key)
    if (node !== undefined) starts.set(node, weight)
  }
  return starts
}

interface Scored {
  key: number
  raw: number
}

/**
 * The geometric mean of what comes by on each walk, which orders as the product does; where one never comes, it counts next
 * to nothing. That a walk starts at a record is no sign that it lies between.
 */
function scoreRecords({ records }: Places, walks: readonly Walked[]): Scored[] {
  const unreached = 1e-6 / (records.length + 1)
  const scored = records.flatMap((key, node) => {
    const arrived = walks.map(({ mass, started }) => (mass[node] ?? 0) - (started.get(node) ?? 0))
    if (arrived.every((mass) => mass <= 0)) return []
    const product = arrived.reduce((score, mass) => score * (Math.max(0, mass) + unreached), 1)
    // Sums of the same numbers in another order differ in the last digits, and must not order the list.
    return [{ key, raw: Number((product ** (1 / walks.length)).toPrecision(10)) }]
  })
  const best = scored.reduce((most, { raw }) => Math.max(most, raw), 0)
  return scored.filter(({ raw }) => raw >= best * graphWalk.share).sort((a, b) => b.raw - a.raw || a.key - b.key)
}

/**
 * A record that mentions every name connects them as well as any: it stands with the best, or what lies a step further
 * would be put above it. The records of a single name connect it to nothing.
 */
function withDirect(scored: readonly Scored[], direct: readonly number[], names: number): Scored[] {
  const isDirect = new Set(direct)
  const others = scored.filter(({ key }) => !isDirect.has(key))
  const best = others[0]?.raw
  if (best === undefined || names < 2) return others
  return [...direct.map((key) => ({ key, raw: best })), ...others]
}

function takeInScope(
  scored: readonly Scored[],
  { reader, scope, depth }: Pick<ArmInput, 'reader' | 'scope' | 'depth'>,
): RankedRow[] {
  const rows: RankedRow[] = []
  // Keys differ between an index and the same built anew: what scores alike is cut by project and id.
  const isOpen = (at: number): boolean => rows.length < depth || scored[at]?.raw === scored[at - 1]?.raw
  for (let start = 0; start < scored.length && isOpen(start); start += 2 * depth) {
    const raw = new Map(scored.slice(start, start + 2 * depth).map((found) => [found.key, found.raw]))
    for (const { length: _, ...row } of reader.measure([...raw.keys()], scope)) {
      rows.push({ ...row, raw: raw.get(row.key) ?? 0 })
    }
  }
  return rows.sort(byRaw).slice(0, depth)
}
