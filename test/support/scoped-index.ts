/** An index in memory of given records, and a scope that leaves nothing out, to be narrowed by a test. */

import type { IndexDatabase } from '../../src/projections/index/database.ts'
import { attachEmbeddings, findPending, saveEmbeddings } from '../../src/projections/index/embedding-rows.ts'
import { indexProjection } from '../../src/projections/index/index-projection.ts'
import { memoryIndex } from '../../src/projections/index/open-index.ts'
import { searchReader } from '../../src/projections/index/search-reader.ts'
import { noNarrowing } from '../../src/record/narrowing.ts'
import type { ContentFields } from '../../src/record/schema.ts'
import type { Meaning, Scope, SearchReader } from '../../src/retrieval/port.ts'
import { keywordWeights, passageWeights } from '../../src/retrieval/shared-numbers.ts'
import { storedEvent, toId } from './arbitrary-events.ts'
import { foldAll } from './fold-all.ts'

export interface ScopedRecord {
  project: string
  id: string
  set: ContentFields
}

export const ttl = { scratchDays: 7, reviewDays: 14 }

export const now = Date.parse('2031-05-01T12:00:00Z')

/** Every record of every project, whatever its state. */
export const everything: Scope = {
  ...noNarrowing,
  projects: undefined,
  kinds: undefined,
  excludedKinds: [],
  statuses: 'any',
  includeExpired: true,
  asOf: undefined,
  now,
}

export function indexOf(records: readonly ScopedRecord[]): { db: IndexDatabase; reader: SearchReader } {
  const db = memoryIndex()
  const index = indexProjection(db)
  db.transaction(() => {
    records.forEach(({ project, id, set }, n) => {
      const body = { type: 'record.upserted', data: { project, id, set: JSON.parse(JSON.stringify(set)) } } as const
      const header = { writer: 'ben', seq: n + 1, id: toId(1, n + 1), at: '2031-05-01T10:00:00.000Z' }
      foldAll(index, [storedEvent(body, header)])
    })
  })
  embedAll(db)
  return { db, reader: searchReader(db, { ttl, weights: keywordWeights, passageWeights }) }
}

/** What every text of the index means, and what a query must mean to find them all. */
export const meaning: Meaning = { model: 'test', vector: Float32Array.of(0.6, 0.8) }

function embedAll(db: IndexDatabase): void {
  attachEmbeddings(db, ':memory:', { create: true })
  const pending = findPending(db, meaning.model, { after: { record: 0, ordinal: -1 }, limit: 1000 })
  const rows = pending.map(({ hash }) => ({ hash, vector: meaning.vector }))
  saveEmbeddings(db, meaning.model, rows)
}

/** `project/id` of the records with these keys, sorted. */
export function namesOf(reader: SearchReader, keys: readonly number[]): string[] {
  return reader
    .load(keys, now)
    .map(({ project, id }) => `${project}/${id}`)
    .sort()
}
