/**
 * What a commit of the vault says: a line for people, and trailers by which the history of a record finds its commits. A
 * commit without any of the trailers was made by somebody else.
 */
import { toHarmless } from '../lib/harmless.ts'
import { plural } from '../lib/plural.ts'

/** What the message needs of an event. */
export interface ToldEvent {
  id: string
  actor: string
  type: string
  data: unknown
}

export interface CommitMessageInput {
  writer: string
  /** The writer's own events that no earlier commit holds, oldest first. */
  events: readonly ToldEvent[]
  /** The commit of others that a sync took in. */
  sync?: string
}

export interface CommitTrailers {
  writer: string | undefined
  /** Ids of events, where each is named. */
  events: string[]
  /** The first and the last event, where there were too many to name. */
  range: { first: string; last: string } | undefined
  actors: string[]
  sessions: string[]
  sync: string | undefined
}

/** Past this many events or sessions a message would be longer than what it tells. */
const mostNamed = 20

/** A subject that is longer is cut off by everything that shows one. */
const subjectLength = 72

/** Subject, blank line, trailers, final newline. */
export function buildCommitMessage(input: CommitMessageInput): string {
  const { writer, events, sync } = input
  const trailers = [
    ['Writer', writer],
    ...toEventTrailers(events),
    ...distinct(events.map(({ actor }) => actor)).map((actor) => ['Actor', actor]),
    ...distinct(events.flatMap(sessionOf))
      .slice(0, mostNamed)
      .map((session) => ['Session', session]),
    ...(sync === undefined ? [] : [['Sync', sync]]),
  ]
  const lines = trailers.map(([name, value = '']) => `Memo-${name}: ${toValue(value)}`)
  return `${toSubject(input)}\n\n${lines.join('\n')}\n`
}

/** Reads the trailers of a commit message; undefined for a commit that memo did not make. */
export function parseCommitMessage(message: string): CommitTrailers | undefined {
  const last =
    message
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  const found = [...last.matchAll(/^Memo-([A-Z][a-z]+): (.+)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
  if (found.length === 0) return undefined
  const valuesOf = (wanted: string): string[] =>
    found.filter(({ name }) => name === wanted).map(({ value }) => value.trim())
  const events = valuesOf('Event')
  const [first, lastId] = (events.find((value) => value.includes('..')) ?? '').split('..')
  return {
    writer: valuesOf('Writer')[0],
    events: events.filter((value) => !value.includes('..')),
    range: first && lastId ? { first, last: lastId } : undefined,
    actors: valuesOf('Actor'),
    sessions: valuesOf('Session'),
    sync: valuesOf('Sync')[0],
  }
}

function toEventTrailers(events: readonly ToldEvent[]): [string, string][] {
  const [first, last] = [events[0], events.at(-1)]
  if (events.length <= mostNamed || first === undefined || last === undefined) {
    return events.map(({ id }) => ['Event', id])
  }
  return [['Event', `${first.id}..${last.id}`]]
}

/** What goes along with a deed and is not worth a word beside it. */
const companions = ['vault.created', 'project.registered', 'session.seen', 'query.logged']

function toSubject({ events, sync }: CommitMessageInput): string {
  const deeds = events.filter(({ type }) => !companions.includes(type))
  const told = deeds.length > 0 ? deeds : events
  const said = told.length === 1 ? tellOne(told[0]) : tellMany(told)
  const subject = sync === undefined ? said : events.length === 0 ? 'take in what others wrote' : `sync: ${said}`
  return subject.length <= subjectLength ? subject : `${subject.slice(0, subjectLength - 1)}…`
}

type Deed = 'addition' | 'edit' | 'hit' | 'rating' | 'recurrence' | 'other change'

const deedsByType: { readonly [type: string]: Deed } = {
  'record.upserted': 'edit',
  'record.hit': 'hit',
  'record.rated': 'rating',
  'record.recurred': 'recurrence',
}

/** What is said of one event about a record; every other type is told by its own name. */
const verbs: { readonly [type: string]: string } = {
  'record.upserted': 'edit',
  'record.hit': 'use',
  'record.rated': 'rate',
  'record.recurred': 'count again',
  'record.superseded': 'close',
  'record.archived': 'archive',
  'record.restored': 'restore',
  'record.forgotten': 'forget',
  'record.redacted': 'redact',
  'session.seen': 'see',
}

function tellOne(event: ToldEvent | undefined): string {
  const { project, id, set } = dataOf(event)
  if (event === undefined) return 'keep changed settings and files'
  if (id === undefined) return toValue(project === undefined ? event.type : `${event.type} (${project})`)
  const verb = isAddition(event) ? `add ${String(set?.kind ?? 'record')}` : (verbs[event.type] ?? event.type)
  return toValue(`${verb} ${id} (${project})`)
}

function tellMany(events: readonly ToldEvent[]): string {
  if (events.length === 0) return tellOne(undefined)
  const counts = new Map<Deed, number>()
  for (const event of events) counts.set(deedOf(event), (counts.get(deedOf(event)) ?? 0) + 1)
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([deed, count]) => plural(count, deed))
  const projects = distinct(events.flatMap((event) => dataOf(event).project ?? []))
  const place =
    projects.length === 1 ? ` in ${projects[0]}` : projects.length > 1 ? ` in ${projects.length} projects` : ''
  return toValue(`${parts.join(', ')}${place}`)
}

function deedOf(event: ToldEvent): Deed {
  return isAddition(event) ? 'addition' : (deedsByType[event.type] ?? 'other change')
}

function isAddition(event: ToldEvent): boolean {
  return event.type === 'record.upserted' && dataOf(event).set?.kind !== undefined
}

interface EventData {
  project?: string
  id?: string
  session?: string
  set?: { kind?: unknown }
}

function dataOf(event: ToldEvent | undefined): EventData {
  return typeof event?.data === 'object' && event.data !== null ? event.data : {}
}

function sessionOf(event: ToldEvent): string[] {
  const { session } = dataOf(event)
  return session === undefined ? [] : [session]
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** A session may be called anything; a line break in it would begin a trailer of its own. */
function toValue(text: string): string {
  return toHarmless(text).trim().slice(0, 200)
}
