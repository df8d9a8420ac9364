/** What is known of each project: name, remote, roots, alias; registers like a record's, roots a set. */
import { type Stamp, stampOf } from '../../events/fold.ts'
import type { StoredEvent } from '../../events/schema.ts'
import type { IndexDatabase, Row } from './database.ts'
import { parseStored } from './stored-json.ts'

export interface ProjectState {
  id: string
  name?: string
  remote?: string
  aliasOf?: string | null
  roots: string[]
  stamps: { [register: string]: Stamp }
}

type ProjectEvent = Extract<StoredEvent, { type: 'project.registered' }>
const registers = ['name', 'remote', 'aliasOf'] as const

/** The state after one more registration; pure, and independent of the events' order. */
export function evolveProject(state: ProjectState, event: ProjectEvent): ProjectState {
  const next = { ...state, stamps: { ...state.stamps } }
  const stamp = stampOf(event)
  for (const register of registers) {
    const value = event.data[register]
    if (value === undefined || (next.stamps[register] ?? '') > stamp) continue
    next.stamps[register] = stamp
    Object.assign(next, { [register]: value })
  }
  const { root } = event.data
  if (root !== undefined && !next.roots.includes(root)) next.roots = [...next.roots, root].sort()
  return next
}

export function applyProjectEvent(db: IndexDatabase, event: ProjectEvent): void {
  const { project } = event.data
  const state = evolveProject(findProjectState(db, project) ?? { id: project, roots: [], stamps: {} }, event)
  db.prepare('INSERT OR REPLACE INTO projects (id, state) VALUES (?, ?)').run(project, JSON.stringify(state))
}

export function findProjectState(db: IndexDatabase, id: string): ProjectState | undefined {
  const row = db.prepare('SELECT state FROM projects WHERE id = ?').get(id)
  return row === undefined ? undefined : toProjectState(row)
}

function toProjectState({ state }: Row): ProjectState {
  return parseStored(state, ({ id, roots, stamps }: Partial<ProjectState>) => {
    return typeof id === 'string' && Array.isArray(roots) && typeof stamps === 'object'
  }) as ProjectState
}

export interface ProjectSummary extends Omit<ProjectState, 'stamps'> {
  records: number
}

/** Every project that is registered or holds records, by id. */
export function listProjects(db: IndexDatabase): ProjectSummary[] {
  const counts = db.prepare('SELECT project, sum(count) AS records FROM record_counts GROUP BY project').all()
  const records = new Map(counts.map((row) => [String(row.project), Number(row.records)]))
  const states = db.prepare('SELECT state FROM projects').all().map(toProjectState)
  const known = new Map(states.map(({ stamps: _, ...state }) => [state.id, state]))
  const ids = [...new Set([...known.keys(), ...records.keys()])].sort()
  return ids.map((id) => ({ ...(known.get(id) ?? { id, roots: [] }), records: records.get(id) ?? 0 }))
}

/**
 * Follows aliases to the project that the id stands for. A circle ends at the id where it closes, so a bad alias never
 * hangs; doctor names it.
 */
export function resolveAlias(db: IndexDatabase, id: string, configured: { [alias: string]: string }): string {
  const seen = new Set<string>()
  let current = id
  while (!seen.has(current)) {
    seen.add(current)
    // A project may be called `constructor`.
    const named = Object.hasOwn(configured, current) ? configured[current] : undefined
    const next = named ?? findProjectState(db, current)?.aliasOf ?? undefined
    if (next === undefined) return current
    current = next
  }
  return current
}
