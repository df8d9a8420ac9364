import { expect, test } from 'vitest'
import {
  type Activity,
  emptyFeed,
  type Feed,
  type Happening,
  nextFeed,
} from '../../../src/monitor/web/activity/feed.ts'

function event(seq: number): Activity {
  const at = new Date(Date.UTC(2031, 0, 1) + seq * 1000).toISOString()
  return { id: String(seq).padStart(4, '0'), at, writer: 'w', seq, actor: 'cli', type: 'record.hit', said: {} }
}

function after(...happenings: Happening[]): Feed {
  return happenings.reduce(nextFeed, emptyFeed)
}

const came = (seq: number): Happening => ({ what: 'came', event: event(seq) })
const seqs = (events: readonly Activity[]) => events.map(({ seq }) => seq)

test('an event that the stream and the first page both tell of is shown once, newest first', () => {
  const page: Happening = { what: 'page', page: { events: [event(3), event(2)], older: 'place' } }
  expect(seqs(after(came(3), page, came(4)).events)).toEqual([4, 3, 2])
})

test('what comes while it is paused is counted, and shown when it goes on', () => {
  const paused = after(came(1), { what: 'pause' }, came(2), came(3))
  expect([seqs(paused.events), seqs(paused.held)]).toEqual([[1], [3, 2]])
  const resumed = nextFeed(paused, { what: 'resume' })
  expect([seqs(resumed.events), resumed.held, resumed.isPaused]).toEqual([[3, 2, 1], [], false])
})

test('an event that a sync brought stands where it happened', () => {
  expect(seqs(after(came(5), came(2), came(4)).events)).toEqual([5, 4, 2])
})

test('what a clone with a slow clock did stands in front of what it knew', () => {
  const slow = { ...event(6), at: event(1).at, writer: 'x' }
  expect(seqs(after(came(5), { what: 'came', event: slow }).events)).toEqual([6, 5])
})

test('a new event is put in its place without a look at all that are shown', () => {
  let looks = 0
  const watched = Array.from({ length: 2000 }, (_, place) => {
    const { id, ...rest } = event(2000 - place)
    const get = () => {
      looks++
      return id
    }
    return Object.defineProperty(rest, 'id', { get, enumerable: true }) as Activity
  })
  const feed: Feed = { ...emptyFeed, events: watched }
  expect(nextFeed(feed, came(2001)).events[0]?.seq).toBe(2001)
  expect(looks).toBeLessThan(5)
})

test('events in any order, some of them twice, stand newest first and once', () => {
  const order = Array.from({ length: 40 }, (_, place) => (place * 7) % 23)
  const sorted = [...new Set(order)].sort((a, b) => b - a)
  expect(seqs(after(...order.map(came)).events)).toEqual(sorted)
})

test('a page that is left open keeps the newest, and older ones that were asked for', () => {
  const many = Array.from({ length: 2000 }, (_, place) => event(place + 1)).reverse()
  const full = after({ what: 'page', page: { events: many, older: 'place' } }, came(2001))
  expect([full.events.length, full.events[0]?.seq]).toEqual([2000, 2001])
  const older = nextFeed(full, { what: 'page', page: { events: [event(1), event(0)], older: null } })
  expect(nextFeed(older, came(2002)).events.length).toBe(2002)
})
