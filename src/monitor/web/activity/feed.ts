/** What the Activity tab shows: events newest first, and those that came while it was paused. Pure. */
import type * as z from 'zod'
import type { activity, activityPage } from '../../../vault/contracts/activity.ts'

export type Activity = z.infer<typeof activity>
export type ActivityPage = z.infer<typeof activityPage>

export interface Feed {
  /** Newest first, as the log has them: by id. */
  events: readonly Activity[]
  /** Came while it was paused; not shown yet. */
  held: readonly Activity[]
  isPaused: boolean
  /** Where older ones are; null: there are none. Undefined before the first page. */
  older: string | null | undefined
}

export type Happening =
  | { what: 'came'; event: Activity }
  | { what: 'page'; page: ActivityPage }
  | { what: 'pause' }
  | { what: 'resume' }

export const emptyFeed: Feed = { events: [], held: [], isPaused: false, older: undefined }

/** A page that is left open for days keeps no more than these. */
const mostShown = 2000

export function nextFeed(feed: Feed, happening: Happening): Feed {
  switch (happening.what) {
    case 'came':
      return feed.isPaused
        ? { ...feed, held: add(feed.held, happening.event) }
        : { ...feed, events: add(feed.events, happening.event) }
    case 'page':
      return { ...feed, events: unite(feed.events, happening.page.events), older: happening.page.older }
    case 'pause':
      return { ...feed, isPaused: true }
    case 'resume':
      return { ...feed, isPaused: false, held: [], events: unite(feed.held, feed.events) }
  }
}

/**
 * Nearly always the newest, so its place is looked for from the front, and nothing is sorted. Older ones that somebody asked
 * for are not dropped for it.
 */
function add(events: readonly Activity[], event: Activity): readonly Activity[] {
  const key = keyOf(event)
  const found = events.findIndex((other) => keyOf(other) <= key)
  const place = found === -1 ? events.length : found
  const next = events[place]
  if (next !== undefined && keyOf(next) === key) return events
  return [...events.slice(0, place), event, ...events.slice(place)].slice(0, Math.max(mostShown, events.length))
}

/** Each once: the first page and the stream may both tell of an event. */
function unite(some: readonly Activity[], others: readonly Activity[]): Activity[] {
  const byKey = new Map([...some, ...others].map((event) => [keyOf(event), event]))
  return [...byKey.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
}

/** Ids have one length and rise with time, whatever the clock of the clone says that wrote them. */
function keyOf({ id, writer }: Activity): string {
  return `${id} ${writer}`
}
