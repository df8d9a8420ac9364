/** What happened in a vault, told without the texts: for those who watch. Reading it counts no use. */
import type { LogEvent } from '../../events/newest-first.ts'
import { MemoError } from '../../lib/errors.ts'
import type { Actor } from '../../record/vocabulary.ts'
import { refresh } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { aboutOf, type EventFilter, isMeant, toPrefilter } from './event-filter.ts'
import { forgottenNames, nameOfRecord } from './forgotten.ts'
import { endOfLog, formatPlace, type LogPlace, parsePlace, readBack, readOn } from './log-feed.ts'
import { pickSaid, type Said, saidOfAny } from './said.ts'

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
  said: Said
}

export interface ActivityInput extends Omit<EventFilter, 'session'> {
  limit: number
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
    isWanted: (event) => isMeant(event, input),
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

/** Of a record that was forgotten it is told that something happened, and not what. */
function teller(vault: Vault): (event: LogEvent) => Activity {
  const forgotten = forgottenNames(vault.projections.db)
  return (event) => {
    const { id, at, writer, seq, actor, type } = event
    const told = forgotten.has(nameOfRecord(event)) ? { said: {} } : toTold(event)
    return { id, at, writer, seq, actor, type, ...aboutOf(event), ...told }
  }
}

function toTold({ data = {} }: { data?: object | undefined }): Pick<Activity, 'kind' | 'title' | 'fields' | 'said'> {
  const given: { [name: string]: unknown } = { ...data }
  const set: { [name: string]: unknown } = { ...('set' in data ? (data.set as object) : {}) }
  const unset = Array.isArray(given.unset) ? given.unset.map(String) : []
  const fields = [...Object.keys(set), ...unset]
  return {
    ...(typeof set.kind === 'string' && { kind: set.kind }),
    ...(typeof set.title === 'string' && { title: set.title }),
    ...(fields.length > 0 && { fields }),
    said: pickSaid(given, saidOfAny),
  }
}
