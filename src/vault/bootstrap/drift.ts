/**
 * Records that name files of the product which are gone, or have changed since the commit that the record was compared
 * with (`verifiedAtSha`, a key of the record's own). Looks at the product's folder and never writes there; where it cannot
 * look, nothing has drifted.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { findVerified } from '../../projections/index/brief-rows.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { toComparablePath, toRelativePath } from '../../record/path-patterns.ts'
import type { Kind } from '../../record/vocabulary.ts'

export interface Drifted {
  id: string
  projectId: string
  kind: Kind
  /** As the record names it. */
  path: string
  change: 'missing' | 'changed'
}

export interface DriftInput {
  db: IndexDatabase
  /** Root of the product on this machine. */
  root: string
  project: string
  records: readonly { id: string; projectId: string; kind: Kind; pathPatterns: readonly string[] }[]
}

/** Paths that are looked at, of all records together. */
const mostPaths = 200

interface Named {
  record: DriftInput['records'][number]
  pattern: string
  /** Relative to the root: the pattern itself, or the folder in front of its first wildcard. */
  path: string
  isWhole: boolean
}

export async function findDrift({ db, root, project, records }: DriftInput): Promise<Drifted[]> {
  if (!isFolder(root)) return []
  const named = records.flatMap((record) => record.pathPatterns.flatMap((pattern) => toNamed(record, pattern, root)))
  const looked = named.slice(0, mostPaths).map((one) => ({ ...one, isThere: isThere(join(root, one.path)) }))
  const missing = looked.filter(({ isThere }) => !isThere)
  const there = looked.filter(({ isThere, isWhole }) => isThere && isWhole)
  const changed = await findChanged({ db, root, project }, there)
  return [...missing.map((one) => toDrifted(one, 'missing')), ...changed.map((one) => toDrifted(one, 'changed'))]
}

/** Nothing for a pattern that names no place of its own, or one outside of the product. */
function toNamed(record: Named['record'], pattern: string, root: string): Named[] {
  const clean = toComparablePath(pattern)
  const wildcard = clean.search(/[*?]/)
  const fixed = wildcard < 0 ? clean : clean.slice(0, clean.lastIndexOf('/', wildcard) + 1)
  const path = toRelativePath(fixed, root)
  if (path === undefined || path === '' || path.includes('\0')) return []
  return [{ record, pattern, path, isWhole: wildcard < 0 }]
}

/** Git is asked only where a record says what it was compared with. */
async function findChanged(
  { db, root, project }: Omit<DriftInput, 'records'>,
  named: readonly Named[],
): Promise<Named[]> {
  const ids = [...new Set(named.map(({ record }) => record.id))]
  const verified = ids.length === 0 ? new Map<string, string>() : findVerified(db, project, ids)
  const asked = named.flatMap((one) => {
    const commit = verified.get(one.record.id)
    return commit === undefined ? [] : [{ ...one, commit }]
  })
  if (asked.length === 0) return []
  const { findChangedFiles } = await import('../../audit/compare-files.ts')
  const changed = await findChangedFiles(root, asked)
  return asked.filter(({ commit, path }) => changed.has(`${commit}:${path}`))
}

function toDrifted({ record, pattern }: Named, change: Drifted['change']): Drifted {
  const { id, projectId, kind } = record
  return { id, projectId, kind, path: pattern, change }
}

/** What may not be looked at is not missing. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}
