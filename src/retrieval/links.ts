/** Which records a record names and which name it: the shape that projections/index fills, and what readers are shown. */
import type { Kind, Status } from '../record/vocabulary.ts'

export interface LinkEnd {
  projectId: string
  id: string
}

/** The record at the other end of one or more links. */
export interface LinkedRecord extends LinkEnd {
  /** What the links say, sorted: `mentions` for a link in the text, `supersedes`, `evidence`, else as declared. */
  types: string[]
  /** Absent where the record is. */
  dangling?: true
  kind?: Kind
  status?: Status
  title?: string
}

/** What stands around a record, each neighbour once per direction; a link of a record to itself does not count. */
export interface Neighbourhood {
  /** Those that it names: live ones first, then closed ones, then names of records that are not there. */
  out: LinkedRecord[]
  /** Those that name it, in the same order. */
  in: LinkedRecord[]
  /** How many there are, shown or not. */
  total: { out: number; in: number }
  /** How many records it names that are not there, among them forgotten ones, which are neither shown nor in `total`. */
  dangling: number
}

/** Neighbours per direction that are shown unless more are asked for (seed "Memory Search", max_links_per_direction). */
export const linksPerDirection = 10
