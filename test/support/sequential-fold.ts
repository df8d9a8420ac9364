/** The fold as anyone would write it first: sort all events, then do what each says. Needs them all at once. */
import type { StoredEvent } from '../../src/events/schema.ts'

type Plain = { [name: string]: unknown }

export function sequentialFold(events: readonly StoredEvent[]): Map<string, Plain> {
  const records = new Map<string, Plain>()
  for (const event of events.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    if (!('id' in event.data) || event.type === 'session.seen') continue
    const { project, id } = event.data
    const name = `${project}/${id}`
    const record = records.get(name) ?? blank(project, id)
    records.set(name, { ...record, ...afterEvent(record, event) })
  }
  return records
}

function orderOf({ id, writer }: StoredEvent): string {
  return `${id}@${writer}`
}

function blank(project: string, id: string): Plain {
  const counts = { hits: 0, recurrences: 0, lastHit: undefined, lastSeen: undefined, ratings: [] }
  return { project, id, fields: {}, gone: false, baseline: {}, ...counts }
}

function afterEvent(record: Plain, event: StoredEvent): Plain {
  const { at } = event
  const fields = record.fields as Plain
  switch (event.type) {
    case 'record.upserted': {
      const { set, unset = [], baseline = record.baseline } = event.data
      return { gone: false, baseline, fields: { ...without(fields, unset), updated: at, ...set } }
    }
    case 'record.superseded':
      return { fields: { ...fields, status: 'superseded', supersededBy: event.data.by, updated: at } }
    case 'record.archived': {
      const { reason: archivedReason } = event.data
      const rest = without(fields, ['archivedReason'])
      return {
        fields: { ...rest, status: 'archived', updated: at, ...(archivedReason !== undefined && { archivedReason }) },
      }
    }
    case 'record.restored':
      return {
        gone: false,
        fields: { ...without(fields, ['archivedReason', 'supersededBy']), status: 'active', updated: at },
      }
    case 'record.forgotten':
      return { gone: true }
    case 'record.recurred': {
      const times = [String(record.lastSeen ?? ''), at].sort()
      return { recurrences: Number(record.recurrences) + 1, lastSeen: times[1], fields: { ...fields, updated: at } }
    }
    case 'record.hit':
      return { hits: Number(record.hits) + 1, lastHit: [String(record.lastHit ?? ''), at].sort()[1] }
    case 'record.rated': {
      const { rating, signal } = event.data
      return { ratings: [...(record.ratings as unknown[]), { rating, signal, at }] }
    }
    default:
      return {}
  }
}

function without(fields: Plain, names: readonly string[]): Plain {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
