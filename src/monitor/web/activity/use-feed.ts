/** Events as they come, from the stream of the server. */
import { useEffect, useReducer, useState } from 'preact/hooks'
import { ask, type Failure, toShowable } from '../ask.ts'
import { type ActivityPage, emptyFeed, type Feed, nextFeed } from './feed.ts'

export interface LiveFeed {
  feed: Feed
  /** Whether the stream is open; the browser tries again by itself. */
  isLive: boolean
  failure: Failure | undefined
  pause(): void
  resume(): void
  showOlder(): void
  again(): void
}

export function useFeed(): LiveFeed {
  const [feed, happen] = useReducer(nextFeed, emptyFeed)
  const [isLive, setLive] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [times, setTimes] = useState(0)
  const read = async (before: string, signal: AbortSignal): Promise<void> => {
    const asked = await ask<ActivityPage>(`/api/events${before}`, signal).catch(() => undefined)
    if (asked === undefined) return
    setFailure('failure' in asked ? asked.failure : undefined)
    if ('answer' in asked) happen({ what: 'page', page: asked.answer })
  }
  useEffect(() => {
    const leaving = new AbortController()
    const stream = new EventSource('/api/events/stream')
    // Asked for when the stream is open, so that nothing falls between the two.
    stream.addEventListener('ready', ({ data }) => {
      setLive(true)
      const { resumed } = JSON.parse(data)
      if (!resumed) void read('', leaving.signal)
    })
    stream.addEventListener('activity', ({ data }) => happen({ what: 'came', event: JSON.parse(data, toShowable) }))
    stream.addEventListener('error', () => {
      setLive(false)
      // A browser does not say why a stream was refused; the same question to the list does.
      if (stream.readyState === EventSource.CLOSED) void read('', leaving.signal)
    })
    return () => {
      leaving.abort()
      stream.close()
    }
  }, [times])
  return {
    ...{ feed, isLive, failure },
    pause: () => happen({ what: 'pause' }),
    resume: () => happen({ what: 'resume' }),
    showOlder: () => void read(`?before=${encodeURIComponent(feed.older ?? '')}`, new AbortController().signal),
    again: () => setTimes((count) => count + 1),
  }
}
