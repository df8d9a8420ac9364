/** Walks over made-up graphs, against a matrix that is multiplied out. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EdgeList, toWalkGraph, type WalkSettings, walk } from '../../src/retrieval/page-rank.ts'

const settings: WalkSettings = { alpha: 0.85, rounds: 10, least: 0, ends: new Set([4]) }
const hub = 3

interface Edge {
  from: number
  to: number
  weight: number
}

function listOf(nodes: number, edges: readonly Edge[]): EdgeList {
  return {
    nodes,
    from: edges.map(({ from }) => from),
    to: edges.map(({ to }) => to),
    weight: edges.map(({ weight }) => weight),
  }
}

/** The same by a dense matrix, row by row as it is written in the books. */
function naiveWalk(nodes: number, edges: readonly Edge[], seeds: ReadonlyMap<number, number>): number[] {
  const rows = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0))
  const degrees = new Array<number>(nodes).fill(0)
  const add = (from: number, to: number, weight: number): void => {
    const row = rows[from] ?? []
    row[to] = (row[to] ?? 0) + weight
    degrees[from] = (degrees[from] ?? 0) + 1
  }
  for (const { from, to, weight } of edges) {
    add(from, to, weight)
    add(to, from, weight)
  }
  const total = [...seeds.values()].reduce((sum, weight) => sum + weight, 0)
  const start = Array.from({ length: nodes }, (_, node) => (seeds.get(node) ?? 0) / total)
  let mass = start
  for (let round = 0; round < settings.rounds; round += 1) {
    const next = new Array<number>(nodes).fill(0)
    mass.forEach((own, from) => {
      const row = rows[from] ?? []
      const strength = row.reduce((sum, weight) => sum + weight, 0)
      row.forEach((weight, to) => {
        const damped = Math.min(1, hub / (degrees[from] ?? 1))
        if (weight > 0 && !settings.ends.has(from))
          next[to] = (next[to] ?? 0) + (settings.alpha * own * damped * weight) / strength
      })
    })
    const kept = 1 - next.reduce((sum, share) => sum + share, 0)
    mass = next.map((share, node) => share + kept * (start[node] ?? 0))
  }
  return mass
}

const nodes = 9
const node = fc.nat(nodes - 1)
const graphs = fc.record({
  edges: fc.array(
    fc.record({ from: node, to: node, weight: fc.constantFrom(0.4, 0.6, 1) }).filter(({ from, to }) => from !== to),
    { maxLength: 25 },
  ),
  seeds: fc
    .array(fc.tuple(node, fc.constantFrom(0.4, 1)), { minLength: 1, maxLength: 3 })
    .map((pairs) => new Map(pairs)),
})

test('a walk is what the dense matrix gives, and its mass sums to 1', () => {
  fc.assert(
    fc.property(graphs, ({ edges, seeds }) => {
      const { mass } = walk(toWalkGraph(listOf(nodes, edges), hub), seeds, settings)
      naiveWalk(nodes, edges, seeds).forEach((wanted, at) => {
        expect(mass[at]).toBeCloseTo(wanted, 12)
      })
      expect(mass.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    }),
  )
})

test('the order of edges and seeds does not matter, and the same walk gives the same numbers', () => {
  fc.assert(
    fc.property(graphs, ({ edges, seeds }) => {
      const { mass: forth } = walk(toWalkGraph(listOf(nodes, edges), hub), seeds, settings)
      const turned = edges.map(({ from, to, weight }) => ({ from: to, to: from, weight })).reverse()
      const { mass: back } = walk(toWalkGraph(listOf(nodes, turned), hub), new Map([...seeds].reverse()), settings)
      forth.forEach((share, at) => {
        expect(back[at]).toBeCloseTo(share, 12)
      })
      expect(walk(toWalkGraph(listOf(nodes, edges), hub), seeds, settings).mass).toEqual(forth)
    }),
  )
})

test('where little mass stops, the sum is still 1', () => {
  fc.assert(
    fc.property(graphs, ({ edges, seeds }) => {
      const { mass } = walk(toWalkGraph(listOf(nodes, edges), hub), seeds, { ...settings, least: 0.05 })
      expect(mass.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    }),
  )
})

test('a hub passes on less than a node of few edges', () => {
  const edges = [1, 2, 3, 4, 5, 6].map((to) => ({ from: 0, to, weight: 1 }))
  const { mass: through } = walk(toWalkGraph(listOf(7, edges), 50), new Map([[1, 1]]), settings)
  const { mass: damped } = walk(toWalkGraph(listOf(7, edges), 3), new Map([[1, 1]]), settings)
  expect(damped[2]).toBeLessThan((through[2] ?? 0) * 0.75)
})
