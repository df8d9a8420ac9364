import { expect, test } from 'vitest'
import { emptyRecord, type RecordState } from '../../../src/events/fold.ts'
import type { IndexDatabase } from '../../../src/projections/index/database.ts'
import { mentionGraph } from '../../../src/projections/index/mention-graph.ts'
import { memoryIndex } from '../../../src/projections/index/open-index.ts'
import { removeSearchRows, writeSearchRows } from '../../../src/projections/index/search-rows.ts'
import { suggestEntities } from '../../../src/projections/index/suggest-rows.ts'

const paragraph = 'The Kestrel Queue of `src/queue.ts` asks parseToken twice, see [[other]]. '
const full = {
  kind: 'note',
  title: 'About RetryPolicy',
  body: `# Lease renewal\n\n${paragraph.repeat(60)}`,
  tags: ['queue', 'lease', 'queue'],
  facets: { session: ['one'] },
  entities: ['Ada'],
  links: [{ type: 'related', target: 'third' }],
}

function recordOf(fields: RecordState['fields']): RecordState {
  return { ...emptyRecord('demo', 'one'), fields }
}

const tables = ['records_fts', 'exact_fts', 'passages_fts'].map((table) => `${table}_docsize`)
const rowTables = ['passages', 'record_tags', 'record_facets', 'record_entities', 'record_vectors', 'record_chunks']

function countRows(db: IndexDatabase): { [table: string]: number } {
  const all = [...tables, ...rowTables, 'record_links']
  return Object.fromEntries(
    all.map((table) => [table, Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count)]),
  )
}

test('what was written of a record is found again by its text, and nothing of it is left', () => {
  const db = memoryIndex()
  const other = { ...recordOf({ kind: 'note', title: 'Other', body: paragraph, tags: ['queue'] }), id: 'other' }
  writeSearchRows(db, [{ key: 1, state: other }])
  const before = countRows(db)
  writeSearchRows(db, [{ key: 2, state: recordOf(full) }])
  const grown = Object.entries(countRows(db)).filter(([table, count]) => count <= (before[table] ?? 0))
  expect(grown).toEqual([])
  removeSearchRows(db, 2, recordOf(full))
  expect(countRows(db)).toEqual(before)
})

test('a name has its weight and its spelling, also where the spelling is the key', () => {
  const db = memoryIndex()
  for (const key of [1, 2]) writeSearchRows(db, [{ key, state: recordOf({ ...full, title: `About lease ${key}` }) }])
  expect(suggestEntities(db, 'parse')).toEqual(['parseToken'])
  expect(suggestEntities(db, 'ada')).toEqual(['Ada'])
  const { names, weight } = mentionGraph(db)
  expect(names).toContain('leaserenewal')
  expect([...weight].every((each) => each > 0 && each <= 1)).toBe(true)
  expect(weight).toContain(0.9)
})
