/** Which events of the log are meant, asked of an event and, cheaply, of the bytes of its line. */
import type { LogEvent } from '../../events/newest-first.ts'

/** What is undefined or left out narrows nothing. */
export interface EventFilter {
  types?: readonly string[] | undefined
  actors?: readonly string[] | undefined
  project?: string | undefined
  /** About this record: `id` or `project/id`. */
  record?: string | undefined
  session?: string | undefined
}

/** By the bytes of a line, so that the many that do not match are not decoded. What it lets pass is to be looked at again. */
export function toPrefilter({ types, actors, project, record, session }: EventFilter): (line: Buffer) => boolean {
  const needles = [
    ...(types?.length === 1 ? [`"type":${JSON.stringify(types[0])}`] : []),
    ...(actors?.length === 1 ? [`"actor":${JSON.stringify(actors[0])}`] : []),
    ...(project === undefined ? [] : [`"project":${JSON.stringify(project)}`]),
    ...(record === undefined ? [] : [`"id":${JSON.stringify(record.split('/').at(-1))}`]),
    ...(session === undefined ? [] : [`"session":${JSON.stringify(session)}`]),
  ]
  return (line) => needles.every((needle) => line.includes(needle))
}

export function isMeant(event: LogEvent, { types, actors, project, record, session }: EventFilter): boolean {
  const { projectId, recordId } = aboutOf(event)
  return (
    (types === undefined || types.includes(event.type)) &&
    (actors === undefined || actors.includes(event.actor)) &&
    (project === undefined || projectId === project) &&
    (record === undefined || recordId === record || `${projectId}/${recordId}` === record) &&
    (session === undefined || (event.data !== undefined && 'session' in event.data && event.data.session === session))
  )
}

/** The project and the record that it is about, as far as it is about one. */
export function aboutOf({ data }: LogEvent): { projectId?: string; recordId?: string } {
  if (data === undefined || !('project' in data)) return {}
  return { projectId: data.project, ...('id' in data && { recordId: data.id }) }
}
