/** Looking at a vault from outside the verbs: what the log, the index and the files each say of the records. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { foldRecords, isPresent, type RecordState } from '../../src/events/fold.ts'
import { toEvent } from '../../src/events/schema.ts'
import { isFoldable } from '../../src/events/schema-guard.ts'
import { type Frontmatter, toFrontmatter } from '../../src/projections/files/render.ts'
import type { IndexDatabase } from '../../src/projections/index/database.ts'
import { toState } from '../../src/projections/index/record-rows.ts'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'
import type { Vault } from '../../src/vault/vault.ts'

export type Said = { [record: string]: Frontmatter & { body: string } }

function said(state: RecordState): Frontmatter & { body: string } {
  return { ...toFrontmatter(state), body: String(state.fields.body ?? '') }
}

export function allEvents(vault: Vault) {
  return [...vault.log.read(new Map(), toEvent)].map(({ event }) => event).filter(isFoldable)
}

/** By the naive fold of the whole log. */
export function saidByLog(vault: Vault): Said {
  const states = [...foldRecords(allEvents(vault)).values()].filter(isPresent)
  return Object.fromEntries(states.map((state) => [`${state.project}/${state.id}`, said(state)] as const).sort(byName))
}

/** Whole states, stamps and tombstones included. */
export function statesByLog(vault: Vault): Map<string, RecordState> {
  return foldRecords(allEvents(vault))
}

export function statesByIndex(vault: Vault): Map<string, RecordState> {
  const rows = vault.projections.db.prepare('SELECT * FROM records').all()
  return new Map(
    rows.map((row) => toState(vault.projections.db, row)).map((state) => [`${state.project}/${state.id}`, state]),
  )
}

export function saidByIndex(vault: Vault): Said {
  const states = [...statesByIndex(vault).values()].filter(isPresent)
  return Object.fromEntries(states.map((state) => [`${state.project}/${state.id}`, said(state)] as const).sort(byName))
}

function byName([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : 1
}

/** Record files below `projects/`, relative to the vault, sorted. */
export function recordFiles(root: string): string[] {
  const found = readdirSync(join(root, 'projects'), { recursive: true, encoding: 'utf8' })
  return found
    .filter(
      (path) => path.split('/').length === 3 && path.endsWith('.md') && statSync(join(root, 'projects', path)).isFile(),
    )
    .map((path) => `projects/${path}`)
    .sort()
}

export function saidByFiles(root: string): Said {
  const entries = recordFiles(root).map((path) => {
    const parsed = parseFrontmatter(readFileSync(join(root, path), 'utf8'))
    if (!parsed.ok) throw new Error(`${path}: ${parsed.message}`)
    return [`${parsed.data.project}/${parsed.data.id}`, { ...parsed.data, body: parsed.body }] as const
  })
  return Object.fromEntries([...entries].sort(byName))
}

/** Every row of every table that is folded from events, for comparing one index with another. */
export function dumpIndex({ projections: { db } }: { projections: { db: IndexDatabase } }): {
  [table: string]: unknown[]
} {
  const keyed = new Map(
    db
      .prepare('SELECT key, project, id FROM records')
      .all()
      .map((row) => [row.key, `${row.project}/${row.id}`]),
  )
  const byRecord = (table: string): unknown[] =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map(({ record, ...row }) => ({ record: keyed.get(record ?? 0), ...row }))
      .map((row) => JSON.stringify(row))
      .sort()
  const plain = (table: string): unknown[] =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort()
  const records = db
    .prepare('SELECT * FROM records')
    .all()
    .map(({ key: _, ...row }) => JSON.stringify(row))
    .sort()
  return {
    records,
    ...Object.fromEntries(
      ['record_tags', 'record_facets', 'record_entities', 'record_chunks', 'passages', 'ratings'].map((table) => [
        table,
        byRecord(table),
      ]),
    ),
    ...Object.fromEntries(
      ['record_counts', 'record_links', 'sessions', 'projects'].map((table) => [table, plain(table)]),
    ),
  }
}
