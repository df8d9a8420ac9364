/**
 * What this machine remembers of earlier imports, so that running one again need not read what has not changed. A
 * file of lines below `.sync/`, one for each way of importing (source, paths, rules); without it everything is
 * read and compared again, and nothing is written twice all the same.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, replaceFile } from '../../lib/durable-file.ts'
import { sha256 } from '../../lib/hash.ts'
import type { VaultPaths } from '../layout.ts'

export interface Remembered {
  origin: string
  /** What the source said of the state of the thing. */
  stamp: string
  project: string
  id: string
  /** Of the record, when the thing was taken in. */
  version: string
  names?: readonly string[]
  supersedes?: string
  /** Names of other things that it links to and that were not there. */
  missing?: readonly string[]
}

export interface ImportMemory {
  find(origin: string): Remembered | undefined
  /** Adds lines; a later one stands for an earlier one of the same origin. */
  add(lines: readonly Remembered[]): void
}

/** Bumped when the same input leads to other records than before: then everything is looked at anew. */
const readingVersion = 1

/** @param way whatever decides what becomes of the input, as it was given */
export function openImportMemory(paths: VaultPaths, way: readonly unknown[]): ImportMemory {
  const path = join(paths.imports, `${sha256(JSON.stringify([readingVersion, ...way])).slice(0, 16)}.jsonl`)
  const { known, lines } = load(path)
  if (lines > 2 * known.size) replaceFile(path, toBytes([...known.values()]), { durable: false })
  return {
    find: (origin) => known.get(origin),
    add: (added) => {
      if (added.length === 0) return
      makeFolder(paths.imports)
      appendFileSync(path, toBytes(added), { mode: 0o600 })
      for (const line of added) known.set(line.origin, line)
    },
  }
}

function load(path: string): { known: Map<string, Remembered>; lines: number } {
  const known = new Map<string, Remembered>()
  let lines = 0
  for (const text of readIfThere(path).split('\n')) {
    const line = parse(text)
    if (line === undefined) continue
    known.set(line.origin, line)
    lines++
  }
  return { known, lines }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Nothing remembered, or nothing that can be read: the import takes longer, and does the same.
    return ''
  }
}

/** A line that a killed process left half written says nothing, and neither does one of another form. */
function parse(text: string): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRemembered(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRemembered(value: unknown): value is Remembered {
  const { origin, stamp, project, id, version, supersedes = '', names = [], missing = [] } = (value ?? {}) as Remembered
  const areLists = Array.isArray(names) && Array.isArray(missing)
  return areLists && [origin, stamp, project, id, version, supersedes, ...names, ...missing].every(isText)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function toBytes(lines: readonly Remembered[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
