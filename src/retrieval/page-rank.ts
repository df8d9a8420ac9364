/**
 * Personalised PageRank (Page, Brin et al. 1998; Haveliwala 2002): where a walker is to be found that follows edges at
 * random and now and then starts again at its seeds. Pure; knows nodes and edges, not what they stand for.
 */

/** Edges as compressed sparse rows: those of node n stand at `offsets[n]` up to `offsets[n + 1]`. */
export interface WalkGraph {
  nodes: number
  offsets: Int32Array
  targets: Int32Array
  /** The share of what a node passes on that goes this way; less than 1 in all for a hub. */
  shares: Float64Array
}

export interface EdgeList {
  nodes: number
  /** Ends and weight (above 0) of each edge; edges have no direction. */
  from: ArrayLike<number>
  to: ArrayLike<number>
  weight: ArrayLike<number>
}

export interface WalkSettings {
  /** How much of a node's mass is passed on in a round; the rest starts again at the seeds. */
  alpha: number
  rounds: number
  /** A node whose mass is smaller passes nothing on, which keeps a walk near its seeds however large the graph is. */
  least: number
  /** Nodes that pass nothing on. */
  ends: ReadonlySet<number>
}

/** @param hub nodes of more edges pass on only hub / edges of what they have: what is said everywhere connects nothing */
export function toWalkGraph({ nodes, from, to, weight }: EdgeList, hub: number): WalkGraph {
  const degrees = new Int32Array(nodes)
  const strengths = new Float64Array(nodes)
  const ends = (edge: number): [number, number] => [from[edge] ?? 0, to[edge] ?? 0]
  for (let edge = 0; edge < from.length; edge += 1) {
    for (const node of ends(edge)) {
      degrees[node] = (degrees[node] ?? 0) + 1
      strengths[node] = (strengths[node] ?? 0) + (weight[edge] ?? 0)
    }
  }
  const offsets = toOffsets(degrees)
  const targets = new Int32Array(from.length * 2)
  const shares = new Float64Array(from.length * 2)
  const filled = offsets.slice()
  const put = (node: number, target: number, edge: number): void => {
    const place = filled[node] ?? 0
    targets[place] = target
    shares[place] = ((weight[edge] ?? 0) / (strengths[node] ?? 1)) * Math.min(1, hub / (degrees[node] ?? 1))
    filled[node] = place + 1
  }
  for (let edge = 0; edge < from.length; edge += 1) {
    const [one, other] = ends(edge)
    put(one, other, edge)
    put(other, one, edge)
  }
  return { nodes, offsets, targets, shares }
}

function toOffsets(degrees: Int32Array): Int32Array {
  const offsets = new Int32Array(degrees.length + 1)
  for (let node = 0; node < degrees.length; node += 1) offsets[node + 1] = (offsets[node] ?? 0) + (degrees[node] ?? 0)
  return offsets
}

export interface Walked {
  /** Of each node; 1 in all, whatever a hub or a node without edges holds back. */
  mass: Float64Array
  /** The part of it that is there only because the walk starts there. */
  started: ReadonlyMap<number, number>
}

/** @param seeds where the walk starts, and how much of it (any positive numbers) */
export function walk(graph: WalkGraph, seeds: ReadonlyMap<number, number>, settings: WalkSettings): Walked {
  const start = toShares(seeds)
  let mass = new Float64Array(graph.nodes)
  let next = new Float64Array(graph.nodes)
  for (const [node, share] of start) mass[node] = share
  let reached = [...start.keys()]
  let started = new Map(start)
  for (let round = 0; round < settings.rounds; round += 1) {
    const step = spread(graph, { mass, next, reached }, settings)
    started = new Map([...start].map(([node, share]) => [node, (1 - step.given) * share]))
    for (const [node, share] of started) {
      if (next[node] === 0) step.reached.push(node)
      next[node] = (next[node] ?? 0) + share
    }
    for (const node of reached) mass[node] = 0
    ;[mass, next, reached] = [next, mass, step.reached]
  }
  return { mass, started }
}

function toShares(seeds: ReadonlyMap<number, number>): Map<number, number> {
  const total = [...seeds.values()].reduce((sum, weight) => sum + weight, 0)
  return new Map([...seeds].map(([node, weight]) => [node, weight / total]))
}

interface Round {
  mass: Float64Array
  /** Filled here; all zero before. */
  next: Float64Array
  /** The nodes that have mass. */
  reached: readonly number[]
}

function spread({ offsets, targets, shares }: WalkGraph, { mass, next, reached }: Round, settings: WalkSettings) {
  const found: number[] = []
  let given = 0
  for (const node of reached) {
    const own = mass[node] ?? 0
    if (own < settings.least || settings.ends.has(node)) continue
    for (let edge = offsets[node] ?? 0; edge < (offsets[node + 1] ?? 0); edge += 1) {
      const target = targets[edge] ?? 0
      const passed = settings.alpha * own * (shares[edge] ?? 0)
      if (next[target] === 0) found.push(target)
      next[target] = (next[target] ?? 0) + passed
      given += passed
    }
  }
  return { given, reached: found }
}
