/** Goes along links from one record, breadth first. Pure: what stands around a record is asked of the caller. */
import type { Kind, Status } from '../record/vocabulary.ts'
import type { LinkEnd, LinkedRecord, Neighbourhood } from './links.ts'

export interface Via extends LinkEnd {
  /** The record that the walk came from names this one (`out`), or is named by it (`in`). */
  direction: 'out' | 'in'
  types: string[]
}

export interface WalkedRecord extends LinkEnd {
  dangling?: true
  kind?: Kind
  status?: Status
  title?: string
  /** Steps from the start, from 1. */
  depth: number
  /** The first link that led here. */
  via: Via
}

export interface Walk {
  /** Nearest first, each record once, the start not among them. */
  nodes: WalkedRecord[]
  /** More could be reached than `limit` and the bound of the neighbourhoods let through. */
  truncated: boolean
}

interface WalkOptions {
  depth: number
  /** Most nodes. */
  limit: number
}

type Around = (record: LinkEnd) => Neighbourhood

export function walkLinks(start: LinkEnd, { depth, limit }: WalkOptions, around: Around): Walk {
  const reached = new Set([keyOf(start)])
  const walk: Walk = { nodes: [], truncated: false }
  let border: LinkEnd[] = [start]
  for (let step = 1; step <= depth; step++) {
    const found = border.flatMap((from) => stepsFrom(from, step, walk, around))
    const fresh = found.filter((node) => isFirst(reached, node))
    walk.truncated ||= fresh.length > limit - walk.nodes.length
    const taken = fresh.slice(0, limit - walk.nodes.length)
    walk.nodes.push(...taken)
    border = taken.filter((node) => node.dangling === undefined)
  }
  return walk
}

function stepsFrom(from: LinkEnd, depth: number, walk: Walk, around: Around): WalkedRecord[] {
  const { out, in: inward, total } = around(from)
  walk.truncated ||= out.length < total.out || inward.length < total.in
  const toNode = (direction: Via['direction']) => (linked: LinkedRecord) => {
    const { types, ...record } = linked
    return { ...record, depth, via: { projectId: from.projectId, id: from.id, direction, types } }
  }
  return [...out.map(toNode('out')), ...inward.map(toNode('in'))]
}

function isFirst(reached: Set<string>, node: LinkEnd): boolean {
  const key = keyOf(node)
  return !reached.has(key) && reached.add(key) !== undefined
}

function keyOf({ projectId, id }: LinkEnd): string {
  return `${projectId}/${id}`
}
