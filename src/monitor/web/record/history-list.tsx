/** What happened to a record, newest first. */
import { plural } from '../../../lib/plural.ts'
import { Age } from '../age.tsx'
import { toText } from '../to-text.ts'
import type { RecordView } from './record-view.ts'

type Entry = RecordView['history'][number]

export function HistoryList({ entries, older }: { entries: readonly Entry[]; older: number }) {
  return (
    <section class="history" aria-label="History">
      <h3>
        History <span class="count">{entries.length + older}</span>
      </h3>
      <ol class="plain">
        {entries.map((entry) => (
          <HistoryItem key={entry.event} entry={entry} />
        ))}
      </ol>
      {older > 0 && <p class="soft small">{plural(older, 'older event')} not shown.</p>}
    </section>
  )
}

function HistoryItem({ entry }: { entry: Entry }) {
  const { type, at, actor, said, changes, bodyDiff, withoutData } = entry
  return (
    <li class="happening">
      <p>
        <code>{type}</code> <span class="soft">by {actor}</span> <Age at={at} />
      </p>
      {Object.keys(said).length > 0 && <p class="soft small">{toText(said)}</p>}
      {withoutData && <p class="soft small">What it held was taken out.</p>}
      <Changes changes={changes} />
      {bodyDiff !== undefined && (
        <details>
          <summary class="small">Text</summary>
          <pre class="diff">
            <code>{bodyDiff}</code>
          </pre>
        </details>
      )}
    </li>
  )
}

/** Of a new record they are what stands above already. */
function Changes({ changes }: { changes: Entry['changes'] }) {
  if (changes.length === 0) return null
  const isFirst = changes.every(({ from }) => from === undefined) && changes.length > 1
  const list = (
    <ul class="plain small">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span class="soft">{field}</span> {from !== undefined && <del>{toText(from)}</del>}{' '}
          {to !== undefined && <ins>{toText(to)}</ins>}
        </li>
      ))}
    </ul>
  )
  if (!isFirst) return list
  return (
    <details>
      <summary class="small">{plural(changes.length, 'field')}</summary>
      {list}
    </details>
  )
}
