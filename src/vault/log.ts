/** Reading the event log itself: its newest events, and one event. */
import type { OpaqueEvent, StoredEvent } from '../events/schema.ts'
import { MemoError } from '../lib/errors.ts'
import { loadReaders, type Vault } from './vault.ts'

export interface TailInput {
  limit: number
  /** Only events of this type. */
  type: string | undefined
  /** Only events of this record: `id` or `project/id`. */
  record: string | undefined
}

export interface TailResult {
  /** Newest last. */
  events: (StoredEvent | OpaqueEvent)[]
  /** How many events match in all. */
  total: number
}

/** The newest events that match, in event order. Throws INTEGRITY at a damaged line. */
export async function tailLog(vault: Vault, { limit, type, record }: TailInput): Promise<TailResult> {
  const events = await readEvents(vault)
  const matching = events.filter(
    (event) => (type === undefined || event.type === type) && (record === undefined || isAbout(event, record)),
  )
  return { events: limit === 0 ? [] : matching.slice(-limit), total: matching.length }
}

/** One event by its id or a unique beginning of it. Throws NOT_FOUND or AMBIGUOUS. */
export async function showEvent(vault: Vault, id: string): Promise<{ event: StoredEvent | OpaqueEvent }> {
  const wanted = id.toUpperCase()
  const found = (await readEvents(vault)).filter((event) => event.id.startsWith(wanted))
  const [event] = found
  if (event === undefined)
    throw new MemoError('NOT_FOUND', `there is no event ${id}`, { hint: 'run "memo log tail" to see the newest' })
  if (found.length > 1)
    throw new MemoError('AMBIGUOUS', `${found.length} events begin with ${id}`, { hint: 'write more of the id' })
  return { event }
}

async function readEvents(vault: Vault): Promise<(StoredEvent | OpaqueEvent)[]> {
  const { toEvent } = await loadReaders(vault)
  const events = [...vault.log.read(new Map(), toEvent)].map(({ event }) => event)
  return events.sort((a, b) => (a.id === b.id ? (a.writer < b.writer ? -1 : 1) : a.id < b.id ? -1 : 1))
}

function isAbout({ data }: StoredEvent | OpaqueEvent, record: string): boolean {
  if (data === undefined || !('id' in data)) return false
  return data.id === record || `${data.project}/${data.id}` === record
}
