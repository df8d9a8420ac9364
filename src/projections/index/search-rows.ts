/** Everything that is searched or filtered by, written beside a record's row and removed with it. */
import type { RecordState } from '../../events/fold.ts'
import { sha256 } from '../../lib/hash.ts'
import { toIdentifiers } from '../../lib/identifiers.ts'
import { toIndexText } from '../../lib/search-text.ts'
import { toTextVector } from '../../lib/text-vector.ts'
import { toParts } from '../../lib/word-parts.ts'
import { findLinkTargets } from '../../record/body-links.ts'
import { type EntityText, findEntities } from '../../record/entities.ts'
import { toFacetText } from '../../record/narrowing.ts'
import { findHeadings } from '../../record/outline.ts'
import type { Link } from '../../record/schema.ts'
import { toChunkText } from './chunk-text.ts'
import type { IndexDatabase } from './database.ts'
import { removePassages, writePassages } from './passage-rows.ts'
import { listOf, textOf } from './record-rows.ts'

export function writeSearchRows(db: IndexDatabase, key: number, state: RecordState): void {
  const body = textOf(state.fields.body) ?? ''
  const headings = findHeadings(body)
  writeFullText(
    db,
    key,
    state,
    headings.map(({ text }) => text),
  )
  for (const { line, level, text } of headings) {
    db.prepare('INSERT INTO headings (record, line, level, text) VALUES (?, ?, ?, ?)').run(key, line, level, text)
  }
  const title = textOf(state.fields.title) ?? ''
  const passages = writePassages(db, key, { title, body })
  const texts = passages.length === 0 ? [body] : passages
  writeChunks(
    db,
    key,
    texts.map((text) => toChunkText(title, text)),
  )
  writeVector(db, key, `${title}\n${body}`)
  for (const tag of listOf(state.fields.tags)) {
    db.prepare('INSERT OR IGNORE INTO record_tags (record, tag) VALUES (?, ?)').run(key, tag)
  }
  const links = findLinkTargets(body)
  writeEntities(db, key, {
    title: textOf(state.fields.title) ?? '',
    body,
    headings: headings.map(({ text }) => text),
    declared: listOf(state.fields.entities),
    links,
  })
  writeFacets(db, key, state)
  writeLinks(db, state, links)
}

function writeFullText(db: IndexDatabase, key: number, state: RecordState, headings: string[]): void {
  const { fields } = state
  const tags = listOf(fields.tags).join(' ')
  const patterns = listOf(fields.pathPatterns).join(' ')
  const title = textOf(fields.title) ?? ''
  const body = textOf(fields.body) ?? ''
  const all = `${state.id}\n${title}\n${tags}\n${patterns}\n${body}`
  const values = [state.id, title, tags, patterns, headings.join('\n'), body].map(toIndexText)
  db.prepare(
    `INSERT INTO records_fts (rowid, id, title, tags, pathPatterns, headings, body, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(key, ...values, toParts(all))
  db.prepare('INSERT INTO exact_fts (rowid, idents) VALUES (?, ?)').run(key, toIdentifiers(all).join(' '))
}

/** Hashes of the texts that a model is given, by which their vectors are kept; half of one tells texts apart as well. */
function writeChunks(db: IndexDatabase, key: number, texts: readonly string[]): void {
  const insert = db.prepare('INSERT INTO record_chunks (record, ordinal, hash) VALUES (?, ?, ?)')
  texts.forEach((text, ordinal) => {
    insert.run(key, ordinal, sha256(text).slice(0, 32))
  })
}

function writeVector(db: IndexDatabase, key: number, text: string): void {
  const vector = toTextVector(text)
  if (vector === undefined) return
  db.prepare('INSERT INTO record_vectors (record, vector) VALUES (?, ?)').run(key, Buffer.from(vector.buffer))
}

function writeEntities(db: IndexDatabase, key: number, text: EntityText): void {
  const insert = db.prepare('INSERT INTO record_entities (record, entity, name, weight, source) VALUES (?, ?, ?, ?, ?)')
  for (const { key: entity, name, weight, source } of findEntities(text)) insert.run(key, entity, name, weight, source)
}

function writeFacets(db: IndexDatabase, key: number, { fields }: RecordState): void {
  for (const [name, values] of Object.entries((fields.facets ?? {}) as { [name: string]: string[] })) {
    for (const value of values) {
      db.prepare('INSERT OR IGNORE INTO record_facets (record, name, value) VALUES (?, ?, ?)').run(
        key,
        toFacetText(name),
        toFacetText(value),
      )
    }
  }
}

function writeLinks(db: IndexDatabase, state: RecordState, targets: readonly string[]): void {
  const declared = ((state.fields.links ?? []) as Link[]).map(({ type, target }) => [type, target] as const)
  const evidence = listOf(state.fields.evidence).map((target) => ['evidence', target] as const)
  const mentioned = targets.map((target) => ['mentions', target] as const)
  const supersedes = textOf(state.fields.supersedes)
  const superseding = supersedes === undefined ? [] : [['supersedes', supersedes] as const]
  const links = [...declared, ...mentioned, ...superseding, ...evidence]
  const insert = db.prepare(
    `INSERT OR IGNORE INTO record_links (source_project, source_id, target_project, target_id, link_type)
     VALUES (?, ?, ?, ?, ?)`,
  )
  for (const [type, target] of links) {
    const slash = target.indexOf('/')
    const project = slash === -1 ? state.project : target.slice(0, slash)
    insert.run(state.project, state.id, project, target.slice(slash + 1), type)
  }
}

export function removeSearchRows(db: IndexDatabase, key: number, state: RecordState): void {
  for (const table of ['records_fts', 'exact_fts']) db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(key)
  removePassages(db, key, textOf(state.fields.body) ?? '')
  for (const table of [
    'headings',
    'record_tags',
    'record_facets',
    'record_entities',
    'record_vectors',
    'record_chunks',
  ]) {
    db.prepare(`DELETE FROM ${table} WHERE record = ?`).run(key)
  }
  db.prepare('DELETE FROM record_links WHERE source_project = ? AND source_id = ?').run(state.project, state.id)
}
