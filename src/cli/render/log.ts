/** Events of the log, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import type { LogResult, showEvent } from '../../vault/history/log.ts'
import type { Paint } from '../color.ts'
import { staleSentence } from './as-of.ts'

type LogEvent = LogResult['events'][number]

/** One line each, in the order given. */
export function renderLog({ events, more, stale }: LogResult, paint: Paint): string {
  if (events.length === 0) return 'No event of the log matches.'
  const width = Math.max(...events.map(({ type }) => type.length))
  const notes = [...(more ? ['There are older ones; raise --limit.'] : []), ...(stale ? [staleSentence] : [])]
  return [
    ...events.map((event) => renderEventLine(event, width, paint)),
    ...notes.map((note) => paint('dim', note)),
  ].join('\n')
}

function renderEventLine(event: LogEvent, width: number, paint: Paint): string {
  const type = paint('cyan', toHarmless(event.type).padEnd(width))
  const time = event.at.slice(0, 19).replace('T', ' ')
  return [paint('dim', event.id), time, event.actor.padEnd(6), type, toHarmless(toSubject(event))].join('  ').trimEnd()
}

/** What the event is about, and the little more that tells one from the next. */
function toSubject({ data }: LogEvent): string {
  if (data === undefined) return '(not to be read by this version, or redacted)'
  const fields = new Map<string, unknown>(Object.entries(data))
  const project = fields.get('project') ?? ''
  const name = fields.has('id') ? `${project}/${fields.get('id')}` : String(project)
  const set = fields.get('set')
  const details = [
    ...(typeof set === 'object' && set !== null ? [Object.keys(set).join(' ')] : []),
    ...['by', 'via', 'rating', 'signal', 'reason', 'session', 'query'].flatMap((key) =>
      fields.has(key) ? [`${key} ${fields.get(key)}`] : [],
    ),
  ]
  return [name, ...details].filter((part) => part !== '').join('  ')
}

/** The event as it stands in the log, on several lines. */
export function renderEvent({ event }: Awaited<ReturnType<typeof showEvent>>): string {
  return toHarmless(JSON.stringify(event, undefined, 2), { keepNewlines: true })
}
