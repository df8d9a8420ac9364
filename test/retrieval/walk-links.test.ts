import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LinkEnd, LinkedRecord, Neighbourhood } from '../../src/retrieval/links.ts'
import { walkLinks } from '../../src/retrieval/walk-links.ts'

type Edge = readonly [from: number, to: number]

const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 25 })
const everything = { depth: 3, limit: 1000 }

function nodeOf(number: number): LinkedRecord {
  return { projectId: 'acme', id: `n${number}`, types: ['mentions'] }
}

/** What the index would say of a graph of numbers. */
function around(graph: readonly Edge[], most = 1000) {
  return ({ id }: LinkEnd): Neighbourhood => {
    const me = Number(id.slice(1))
    const other = (numbers: number[]) => [...new Set(numbers)].filter((number) => number !== me).map(nodeOf)
    const out = other(graph.filter(([from]) => from === me).map(([, to]) => to))
    const inward = other(graph.filter(([, to]) => to === me).map(([from]) => from))
    const total = { out: out.length, in: inward.length }
    return { out: out.slice(0, most), in: inward.slice(0, most), total, dangling: 0 }
  }
}

/** Shortest ways by going round all edges again and again. */
function distances(graph: readonly Edge[]): Map<string, number> {
  const steps = new Map([[0, 0]])
  for (let round = 1; round <= 3; round++) {
    for (const [a, b] of graph.flatMap(([from, to]) => [[from, to] as const, [to, from] as const])) {
      if (steps.get(a) === round - 1 && !steps.has(b)) steps.set(b, round)
    }
  }
  steps.delete(0)
  return new Map([...steps].map(([number, step]) => [`n${number}`, step]))
}

test('reaches each record once, by the shortest way, whatever circles there are', () => {
  fc.assert(
    fc.property(edges, (graph) => {
      const { nodes, truncated } = walkLinks(nodeOf(0), everything, around(graph))
      expect(truncated).toBe(false)
      expect(nodes).toHaveLength(new Set(nodes.map(({ id }) => id)).size)
      expect(new Map(nodes.map(({ id, depth }) => [id, depth]))).toEqual(distances(graph))
      expect(nodes.map(({ depth }) => depth)).toEqual(nodes.map(({ depth }) => depth).toSorted())
    }),
  )
})

test('each record but the start names the link that led to it, from one step nearer', () => {
  fc.assert(
    fc.property(edges, (graph) => {
      const { nodes } = walkLinks(nodeOf(0), everything, around(graph))
      const depths = new Map([['n0', 0], ...nodes.map(({ id, depth }) => [id, depth] as const)])
      for (const { id, depth, via } of nodes) {
        expect(depths.get(via.id)).toBe(depth - 1)
        const ends = via.direction === 'out' ? [via.id, id] : [id, via.id]
        expect(graph.some(([from, to]) => `n${from}` === ends[0] && `n${to}` === ends[1])).toBe(true)
      }
    }),
  )
})

test('a bound takes the nearest, and says that there are more', () => {
  fc.assert(
    fc.property(edges, fc.integer({ min: 1, max: 5 }), (graph, limit) => {
      const all = walkLinks(nodeOf(0), everything, around(graph)).nodes
      const { nodes, truncated } = walkLinks(nodeOf(0), { depth: 3, limit }, around(graph))
      expect(nodes).toEqual(all.slice(0, limit))
      expect(truncated).toBe(all.length > limit)
    }),
  )
  const star = [1, 2, 3, 4].map((to) => [0, to] as const)
  expect(walkLinks(nodeOf(0), everything, around(star, 3))).toMatchObject({ truncated: true, nodes: { length: 3 } })
})

test('goes on from no name that is not there', () => {
  const asked: string[] = []
  const lost: LinkedRecord = { projectId: 'acme', id: 'lost', types: ['mentions'], dangling: true }
  walkLinks(nodeOf(0), everything, ({ id }) => {
    asked.push(id)
    return { out: [lost], in: [], total: { out: 1, in: 0 }, dangling: 1 }
  })
  expect(asked).toEqual(['n0'])
})
