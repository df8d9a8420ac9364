/** What the log holds beside records, and which of it the index alone still knows: projects, and who has seen what. */
import type { Entry } from '../../events/append.ts'
import type { StoredEvent } from '../../events/schema.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { listSeen } from '../../projections/index/inspect-records.ts'
import { evolveProject, findProjectState, type ProjectState } from '../../projections/index/project-rows.ts'
import { toIso } from '../../record/times.ts'

export type Draft = Omit<Entry, 'actor'>

/** Id and time for an event that was not there before. */
export type Fresh = () => { id: string; at: string }

export interface Beside {
  projects: Map<string, ProjectState>
  /** Session, project and id to when it was last seen, in milliseconds since the epoch. */
  seen: Map<string, number>
}

/** Hands the events on, and folds those that are not of a record on the way. */
export function* notingBeside(events: Iterable<StoredEvent>, { projects, seen }: Beside): Generator<StoredEvent> {
  for (const event of events) {
    if (event.type === 'project.registered') {
      const { project: id } = event.data
      projects.set(id, evolveProject(projects.get(id) ?? { id, roots: [], stamps: {} }, event))
    } else if (event.type === 'session.seen') {
      const key = seenKey(event.data)
      seen.set(key, Math.max(seen.get(key) ?? 0, Date.parse(event.at)))
    }
    yield event
  }
}

const registers = ['name', 'remote', 'aliasOf'] as const

export function lostRegistrations(db: IndexDatabase, project: string, logged: Beside, fresh: Fresh): Draft[] {
  const known = findProjectState(db, project)
  if (known === undefined) return []
  const has = logged.projects.get(project)
  const lost = registers.filter(
    (name) => known[name] !== has?.[name] && (known.stamps[name] ?? '') > (has?.stamps[name] ?? ''),
  )
  const roots = known.roots.filter((root) => has?.roots.includes(root) !== true)
  const isUnknown = has === undefined && lost.length + roots.length === 0
  const data = [
    ...lost.map((name) => ({ project, [name]: known[name] })),
    ...roots.map((root) => ({ project, root })),
    ...(isUnknown ? [{ project }] : []),
  ]
  return data.map((each) => ({ ...fresh(), type: 'project.registered', data: each }))
}

/** Without these a session would count a use again that it had counted already. */
export function lostSessions(db: IndexDatabase, logged: Beside, fresh: Fresh): Draft[] {
  return listSeen(db)
    .filter((row) => row.seen > (logged.seen.get(seenKey(row)) ?? 0))
    .map(({ session, project, id, seen }) => ({
      ...fresh(),
      at: toIso(seen),
      type: 'session.seen',
      data: { session, project, id },
    }))
}

function seenKey({ session, project, id }: { session: string; project: string; id: string }): string {
  return JSON.stringify([session, project, id])
}
