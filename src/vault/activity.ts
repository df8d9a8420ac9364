/** What happened in a vault, told without the texts: for those who watch. Reading it counts no use. */
import { MemoError } from '../lib/errors.ts'
import { findForgotten } from '../projections/index/find-records.ts'
import type { Actor } from '../record/vocabulary.ts'
import { endOfLog, type FeedEvent, formatPlace, type LogPlace, parsePlace, readBack, readOn } from './log-feed.ts'
import { refresh } from './refresh.ts'
import { loadReaders, type Vault } from './vault.ts'

export interface Activity {
  id: string
  at: string
  writer: string
  seq: number
  actor: Actor
  type: string
  projectId?: string
  /** The record that it is about. */
  recordId?: string
  kind?: string
  title?: string
  /** Names of the fields that a write changed. */
  fields?: string[]
  /** What was said with it: how a record was used, what was searched for, a rating, a reason … */
  said: { [name: string]: string | number }
}

export interface ActivityInput {
  limit: number
  types: readonly string[] | undefined
  actors: readonly string[] | undefined
  project: string | undefined
  /** `id` or `project/id`. */
  record: string | undefined
  /** As `older` of the page before; the newest when left out. */
  before: string | undefined
}

export interface ActivityPage {
  /** Newest first. */
  events: Activity[]
  /** What to ask for to see older ones; null at the beginning of the log. */
  older: string | null
}

/** A page of events from the newest back. Throws USAGE for a place that no page named. */
export async function listActivity(vault: Vault, input: ActivityInput): Promise<ActivityPage> {
  // What was forgotten a moment ago must be known as such.
  await refresh(vault, 'none')
  const { toEvent } = await loadReaders(vault)
  const { segments } = vault.log
  const { events, older } = readBack({
    ...{ segments, toEvent, limit: input.limit, mayBeWanted: toPrefilter(input) },
    place: toPlace(input.before) ?? endOfLog(segments),
    isWanted: (event) => isWanted(event, input),
  })
  const tell = teller(vault)
  return { events: events.map(tell), older: older === undefined ? null : formatPlace(older) }
}

export interface ActivityStep {
  activity: Activity
  /** Where to go on behind it. */
  place: string
}

/** The next events behind a place, oldest first; none when nothing came. Throws USAGE as above. */
export async function followActivity(vault: Vault, after: string, limit: number): Promise<ActivityStep[]> {
  const { toEvent } = await loadReaders(vault)
  const place = toPlace(after) ?? new Map()
  const found = readOn({ segments: vault.log.segments, toEvent, place, limit })
  if (found.length === 0) return []
  await refresh(vault, 'none')
  const tell = teller(vault)
  return found.map((step) => ({ activity: tell(step.event), place: formatPlace(step.place) }))
}

/** Where the log ends now. */
export function activityEnd(vault: Vault): string {
  return formatPlace(endOfLog(vault.log.segments))
}

function toPlace(text: string | undefined): LogPlace | undefined {
  if (text === undefined) return undefined
  const place = parsePlace(text)
  if (place !== undefined) return place
  throw new MemoError('USAGE', `${JSON.stringify(text)} is no place in the log`, {
    hint: 'take it from an answer as it stands',
  })
}

/** By the bytes of a line, so that the many that do not match are not decoded. */
function toPrefilter({ types, actors, project, record }: ActivityInput): (line: Buffer) => boolean {
  const needles = [
    ...(types?.length === 1 ? [`"type":${JSON.stringify(types[0])}`] : []),
    ...(actors?.length === 1 ? [`"actor":${JSON.stringify(actors[0])}`] : []),
    ...(project === undefined ? [] : [`"project":${JSON.stringify(project)}`]),
    ...(record === undefined ? [] : [`"id":${JSON.stringify(record.split('/').at(-1))}`]),
  ]
  return (line) => needles.every((needle) => line.includes(needle))
}

function isWanted(event: FeedEvent, { types, actors, project, record }: ActivityInput): boolean {
  const about = aboutOf(event)
  return (
    (types === undefined || types.includes(event.type)) &&
    (actors === undefined || actors.includes(event.actor)) &&
    (project === undefined || about.projectId === project) &&
    (record === undefined || about.recordId === record || `${about.projectId}/${about.recordId}` === record)
  )
}

function aboutOf({ data }: FeedEvent): Pick<Activity, 'projectId' | 'recordId'> {
  if (data === undefined || !('project' in data)) return {}
  return { projectId: data.project, ...('id' in data && { recordId: data.id }) }
}

/** Of a record that was forgotten it is told that something happened, and not what. */
function teller(vault: Vault): (event: FeedEvent) => Activity {
  const forgotten = new Set(findForgotten(vault.projections.db).map(({ project, id }) => `${project}/${id}`))
  return (event) => {
    const { id, at, writer, seq, actor, type } = event
    const about = aboutOf(event)
    const isForgotten = forgotten.has(`${about.projectId}/${about.recordId}`)
    return { id, at, writer, seq, actor, type, ...about, ...(isForgotten ? { said: {} } : toTold(event)) }
  }
}

/** What changes no field and is worth telling, by its name in the event. */
const toldNames = ['via', 'session', 'query', 'rating', 'signal', 'comment', 'reason', 'by', 'name', 'total']

function toTold({ data = {} }: { data?: object | undefined }): Pick<Activity, 'kind' | 'title' | 'fields' | 'said'> {
  const given: { [name: string]: unknown } = { ...data }
  const set: { [name: string]: unknown } = { ...('set' in data ? (data.set as object) : {}) }
  const unset = Array.isArray(given.unset) ? given.unset.map(String) : []
  const fields = [...Object.keys(set), ...unset]
  const said = Object.entries(given).filter(
    (entry): entry is [string, string | number] =>
      toldNames.includes(entry[0]) && ['string', 'number'].includes(typeof entry[1]),
  )
  return {
    ...(typeof set.kind === 'string' && { kind: set.kind }),
    ...(typeof set.title === 'string' && { title: set.title }),
    ...(fields.length > 0 && { fields }),
    said: Object.fromEntries(said),
  }
}
