/** What happens in the vault, as it happens. */

import { RecordPane } from '../record/record-pane.tsx'
import { useNavigation } from '../route-context.ts'
import { Trouble, Waiting } from '../trouble.tsx'
import { ActivityRow } from './activity-row.tsx'
import { type LiveFeed, useFeed } from './use-feed.ts'

export function ActivityTab() {
  const { route, go } = useNavigation()
  const live = useFeed()
  return (
    <div class={`split is-even ${route.record === '' ? 'is-alone' : 'is-open'}`}>
      <section class="side" aria-label="Events">
        <Head live={live} />
        <Events live={live} />
      </section>
      {route.record !== '' && <RecordPane close={() => go({ record: '' })} />}
    </div>
  )
}

function Head({ live: { feed, isLive, pause, resume } }: { live: LiveFeed }) {
  const { isPaused, held } = feed
  const state = isPaused ? `Paused; ${held.length} new` : isLive ? 'Live' : 'Not connected'
  return (
    <div class="bar">
      <h2 class="bar-name">Activity</h2>
      <p class={`live ${isLive && !isPaused ? 'is-on' : ''}`} role="status">
        {state}
      </p>
      <button type="button" class="button" aria-pressed={isPaused} onClick={isPaused ? resume : pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
    </div>
  )
}

function Events({ live: { feed, failure, again, showOlder } }: { live: LiveFeed }) {
  const { events, older } = feed
  if (failure !== undefined) return <Trouble failure={failure} again={again} />
  if (older === undefined) return <Waiting what="events" />
  if (events.length === 0) return <p class="notice">Nothing has happened in this vault yet.</p>
  return (
    <>
      <ol class="plain" aria-label="Events, newest first">
        {events.map((event) => (
          <ActivityRow key={`${event.id} ${event.writer}`} event={event} />
        ))}
      </ol>
      {older !== null && (
        <button type="button" class="button" onClick={showOlder}>
          Show older
        </button>
      )}
    </>
  )
}
