/** Everything that is searched or filtered by, written beside a record's row and removed with it. */
import type { RecordState } from '../../events/fold.ts'
import { toIdentifiers } from '../../lib/identifiers.ts'
import { toIndexText } from '../../lib/search-text.ts'
import { toTextVector } from '../../lib/text-vector.ts'
import { toParts } from '../../lib/word-parts.ts'
import { findLinkTargets } from '../../record/body-links.ts'
import type { EntityText } from '../../record/entities.ts'
import { toFacetText } from '../../record/narrowing.ts'
import { findHeadings, type Heading } from '../../record/outline.ts'
import { toRecordKey } from '../../record/record-key.ts'
import type { Link } from '../../record/schema.ts'
import { chunkHash, toChunkText } from './chunk-text.ts'
import type { IndexDatabase } from './database.ts'
import { removeEntities, writeEntities } from './entity-rows.ts'
import { inOrderOf, insertRows, type Target } from './insert-rows.ts'
import { removePassages, writePassages } from './passage-rows.ts'
import { listOf, textOf } from './record-rows.ts'

export interface Searched {
  key: number
  state: RecordState
}

/** What is read out of a record's text, once for all tables. */
interface Reading extends Searched {
  title: string
  body: string
  headings: Heading[]
  links: string[]
}

/** Table by table, which leaves each in the processor's cache while its rows are written. */
export function writeSearchRows(db: IndexDatabase, records: readonly Searched[]): void {
  if (records.length === 0) return
  const readings = records.map(toReading)
  writeFullText(db, readings)
  insertRows(
    db,
    chunksTable,
    readings.flatMap((reading) => toChunkRows(reading, writePassages(db, reading))),
  )
  for (const { key, title, body } of readings) writeVector(db, key, `${title}\n${body}`)
  insertRows(db, tagsTable, inOrderOf(1, readings.flatMap(toTagRows)))
  writeEntities(
    db,
    readings.map((reading) => ({ key: reading.key, text: toEntityText(reading) })),
  )
  insertRows(db, facetsTable, readings.flatMap(toFacetRows))
  insertRows(db, linksTable, readings.flatMap(toLinkRows))
}

const chunksTable = { table: 'record_chunks', columns: ['record', 'ordinal', 'hash'] }
const tagsTable: Target = { table: 'record_tags', columns: ['record', 'tag'], or: 'IGNORE' }
const facetsTable: Target = { table: 'record_facets', columns: ['record', 'name', 'value'], or: 'IGNORE' }
const linksTable: Target = {
  table: 'record_links',
  columns: ['source_project', 'source_id', 'target_project', 'target_id', 'link_type'],
  or: 'IGNORE',
}

/** Of texts as SQLite keeps them, which has no half of a surrogate pair: the rows are found again by what it gives back. */
function toReading({ key, state }: Searched): Reading {
  const title = (textOf(state.fields.title) ?? '').toWellFormed()
  const body = (textOf(state.fields.body) ?? '').toWellFormed()
  return { key, state, title, body, headings: findHeadings(body), links: findLinkTargets(body) }
}

function writeFullText(db: IndexDatabase, readings: readonly Reading[]): void {
  const texts = readings.map(toFullText)
  const words = db.prepare(
    `INSERT INTO records_fts (rowid, id, title, tags, pathPatterns, headings, body, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const { key, words: values } of texts) words.run(key, ...values)
  const names = db.prepare('INSERT INTO exact_fts (rowid, idents) VALUES (?, ?)')
  for (const { key, names: value } of texts) names.run(key, value)
}

/** What the full-text tables are given of a record: a text for each column of the words, and its names. */
function toFullText({ key, state, title, body, headings }: Reading): {
  key: number
  words: string[]
  names: string
} {
  const tags = listOf(state.fields.tags).join(' ')
  const patterns = listOf(state.fields.pathPatterns).join(' ')
  const all = `${state.id}\n${title}\n${tags}\n${patterns}\n${body}`
  const columns = [state.id, title, tags, patterns, headings.map(({ text }) => text).join('\n'), body]
  return { key, words: [...columns.map(toIndexText), toParts(all)], names: toIdentifiers(all).join(' ') }
}

/** Hashes of the texts that a model is given. */
function toChunkRows({ key, title }: Reading, texts: readonly string[]) {
  return texts.map((text, ordinal) => [key, ordinal, chunkHash(toChunkText(title, text))])
}

function writeVector(db: IndexDatabase, key: number, text: string): void {
  const vector = toTextVector(text)
  if (vector === undefined) return
  db.prepare('INSERT INTO record_vectors (record, vector) VALUES (?, ?)').run(key, Buffer.from(vector.buffer))
}

function toTagRows({ key, state }: Reading) {
  return tagsOf(state).map((tag) => [key, tag])
}

function tagsOf({ fields }: RecordState): string[] {
  return listOf(fields.tags).map((tag) => tag.toWellFormed())
}

function toEntityText({ state, title, body, headings, links }: Reading): EntityText {
  const declared = listOf(state.fields.entities)
  return { title, body, headings: headings.map((heading) => heading.text), declared, links }
}

function toFacetRows({ key, state: { fields } }: Reading) {
  const facets = Object.entries((fields.facets ?? {}) as { [name: string]: string[] })
  return facets.flatMap(([name, values]) => values.map((value) => [key, toFacetText(name), toFacetText(value)]))
}

function toLinkRows({ state, links: targets }: Reading) {
  const declared = ((state.fields.links ?? []) as Link[]).map(({ type, target }) => [type, target] as const)
  const evidence = listOf(state.fields.evidence).map((target) => ['evidence', target] as const)
  const mentioned = targets.map((target) => ['mentions', target] as const)
  const supersedes = textOf(state.fields.supersedes)
  const superseding = supersedes === undefined ? [] : [['supersedes', supersedes] as const]
  return [...declared, ...mentioned, ...superseding, ...evidence].map(([type, target]) => {
    const { project, id } = toRecordKey(target, state.project)
    return [state.project, state.id, project, id, type]
  })
}

/** @param state as it was when they were written */
export function removeSearchRows(db: IndexDatabase, key: number, state: RecordState): void {
  for (const table of ['records_fts', 'exact_fts']) db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(key)
  const reading = toReading({ key, state })
  removePassages(db, key, reading.body)
  removeEntities(db, key, toEntityText(reading))
  const tags = 'DELETE FROM record_tags WHERE tag IN (SELECT value FROM json_each(?)) AND record = ?'
  db.prepare(tags).run(JSON.stringify(tagsOf(state)), key)
  for (const table of ['record_facets', 'record_vectors', 'record_chunks']) {
    db.prepare(`DELETE FROM ${table} WHERE record = ?`).run(key)
  }
  db.prepare('DELETE FROM record_links WHERE source_project = ? AND source_id = ?').run(state.project, state.id)
}
