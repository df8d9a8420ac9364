/** One event: when, by what part of memo, what, about which record. */
import { Age } from '../age.tsx'
import { RecordLink } from '../record-link.tsx'
import { toText } from '../to-text.ts'
import type { Activity } from './feed.ts'

export function ActivityRow({ event }: { event: Activity }) {
  const { at, actor, writer, type, projectId, recordId, title, kind, fields = [], said } = event
  const details = [...(fields.length > 0 ? [`changed ${toShortList(fields)}`] : []), toText(said)].filter(Boolean)
  return (
    <li class="event">
      <span class="event-time soft small">
        <Age at={at} />
      </span>
      <div>
        <p>
          <code>{type}</code>{' '}
          {projectId !== undefined && recordId !== undefined && (
            <RecordLink {...{ projectId, id: recordId, kind, title: title ?? `${projectId}/${recordId}` }} />
          )}
          {recordId === undefined && projectId}
        </p>
        {details.length > 0 && <p class="small soft">{details.join(' · ')}</p>}
      </div>
      <span class="soft small" title={`written by the clone ${writer}`}>
        {actor}
      </span>
    </li>
  )
}

const mostNamed = 6

function toShortList(fields: readonly string[]): string {
  const left = fields.length - mostNamed
  return left <= 0 ? fields.join(', ') : `${fields.slice(0, mostNamed).join(', ')} and ${left} more`
}
