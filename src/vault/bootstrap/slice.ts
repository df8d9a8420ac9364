/** The active slice: the spec, the plan and the state of what is being worked on. */

import { findSlice } from '../../projections/index/brief-rows.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { isId, slugify } from '../../record/ids.ts'
import type { Kind } from '../../record/vocabulary.ts'
import type { SearchReader, UnplacedRow } from '../../retrieval/port.ts'

export const sliceKinds: readonly Kind[] = ['spec', 'plan', 'state']

/** A slug that fits more than this is no name of one piece of work. */
const mostNamed = 9

interface SliceInput {
  db: IndexDatabase
  reader: SearchReader
  project: string
  slug: string | undefined
  now: number
}

/** The records that the slug names; undefined without a slug. */
export function findNamedSlice({ db, reader, project, slug, now }: SliceInput): UnplacedRow[] | undefined {
  if (slug === undefined || slug.trim() === '') return undefined
  const folded = slug.trim().toLowerCase()
  const keys = findSlice(db, project, isId(folded) ? folded : slugify(folded), mostNamed)
  return reader.loadUnplaced(keys, now)
}

/** The first of each kind, then the second of each: a brief has room for few, and one of each says most. */
export function mixKinds<T extends { kind: Kind }>(records: readonly T[]): T[] {
  const byKind = sliceKinds.map((kind) => records.filter((record) => record.kind === kind))
  const rounds = Math.max(0, ...byKind.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => byKind.flatMap((list) => list.slice(round, round + 1))).flat()
}
