/** The records of a scope and the links between them, to be drawn. Counts no use. */
import { findGraph, type GraphEdge, type GraphNode } from '../../projections/index/graph-rows.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { readerOf } from '../reader.ts'
import { readIndex } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { type ListInput, toListScope } from './list.ts'

export type GraphInput = Omit<ListInput, 'sort' | 'offset'>

export interface GraphResult {
  /** Those with most links first. */
  nodes: GraphNode[]
  /** Links between two of them. */
  edges: GraphEdge[]
  /** How many records are in scope, drawn or not. */
  total: number
  stale: boolean
  /** The time that was asked for. */
  asOf?: string
}

/** More records than this are not weighed against each other: those that changed last are. */
const mostWeighed = 100_000

/** Throws NOT_FOUND for a named project that nobody knows. */
export async function getGraph(vault: Vault, input: GraphInput): Promise<GraphResult> {
  const { asOf, limit } = input
  return reading(vault, { asOf, scan: 'bounded' }, ({ view, now, stale }) =>
    readIndex(vault, view, () => {
      const scope = toListScope(vault, input, now)
      const page = { sort: 'updated' as const, match: undefined, limit: mostWeighed, offset: 0 }
      const { keys, total } = readerOf(view).list({ scope, ...page })
      return { ...findGraph(view.projections.db, keys, limit), total, stale, ...toldAsOf(asOf) }
    }),
  )
}
