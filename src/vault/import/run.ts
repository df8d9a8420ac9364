/** What both readings of an import share: where things go, what is remembered of them, and which record each will be. */
import { findVersion, listOrigins } from '../../projections/index/origin-rows.ts'
import { toProjectId } from '../../record/ids.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { resolveProject } from '../project.ts'
import type { Vault } from '../vault.ts'
import type { UpsertPlace } from '../writing/upsert.ts'
import { applyMapRules, type Mapped, type MapRule } from './mapping.ts'
import { type ImportMemory, openImportMemory, type Remembered } from './memory.ts'
import { makePlan, type Plan, type Stored } from './plan.ts'
import type { ImportSource, ReadOptions, RecordItem } from './source.ts'

export interface ImportInput extends UpsertPlace {
  paths: readonly string[]
  /** The kind of what does not say; the source decides where it is left out. */
  kind?: Kind | undefined
  rules?: readonly MapRule[]
  dryRun?: boolean
  /** Ends the import after the chunk that is being written. */
  signal?: AbortSignal | undefined
  /** `total` is unknown while the source is read for the first time. */
  onProgress?: ((done: number, total: number | undefined) => void) | undefined
}

export interface ImportRun {
  vault: Vault
  source: ImportSource
  input: ImportInput
  plan: Plan
  memory: ImportMemory
  reading: ReadOptions
  /** Where an item goes: a project by name, or undefined for the one of the call. */
  aim(item: RecordItem): Aim
}

export interface Aim {
  mapped: Mapped
  named: string | undefined
  /** The project that it leads to. */
  project: string
}

export function startRun(vault: Vault, source: ImportSource, input: ImportInput): ImportRun {
  const { cwd, paths, kind, project, rules = [] } = input
  const find = makeFinder(vault, cwd)
  const memory = openImportMemory(vault.paths, [source.name, cwd, paths, kind, find(project), rules])
  const plan = makePlan(storedIn(vault), source.ownIds === true)
  const isKnown = (origin: string, stamp: string): boolean => {
    const known = memory.find(origin)
    return known !== undefined && known.stamp === stamp && isCurrent(vault, known) && !hasFound(plan, known)
  }
  const reading = { cwd, kind, bodyBytes: vault.config.limits.bodyBytes, isKnown }
  const aim = (item: RecordItem): Aim => {
    const { type, folder, record } = item
    const mapped = applyMapRules(rules, { type, folder, project: record.project })
    const named = toName(mapped.project ?? project ?? record.project)
    return { mapped, named, project: find(named) }
  }
  return { vault, source, input, plan, memory, reading, aim }
}

/** The record is as it was when the thing was taken in. */
export function isCurrent(vault: Vault, { project, id, version }: Remembered): boolean {
  return findVersion(vault.projections.db, project, id)?.version === version
}

/** Something that it links to and that was not there has come. */
function hasFound(plan: Plan, { project, missing = [] }: Remembered): boolean {
  return missing.some((name) => plan.resolve(name, project) !== undefined)
}

function toName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : toProjectId(name)
}

/** Looked up once for each name: there are few projects and many things. */
function makeFinder(vault: Vault, cwd: string): (named: string | undefined) => string {
  const found = new Map<string | undefined, string>()
  return (named) => {
    const id = found.get(named) ?? resolveProject(vault, { named, cwd }).id
    found.set(named, id)
    return id
  }
}

function storedIn(vault: Vault): Stored {
  const { db } = vault.projections
  const origins = new Map<string, string>()
  for (const { project, id, origin } of listOrigins(db)) {
    const key = `${project}\0${origin}`
    if (!origins.has(key)) origins.set(key, id)
  }
  return {
    findByOrigin: (project, origin) => origins.get(`${project}\0${origin}`),
    isTaken: (project, id) => findVersion(db, project, id) !== undefined,
  }
}
