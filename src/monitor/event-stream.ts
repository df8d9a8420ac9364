/** Events as they come (server-sent events): from now on, or from where a browser that lost its connection had come. */
import { type ActivityStep, activityEnd, followActivity } from '../vault/history/activity.ts'
import { followLog, lookMs } from '../vault/history/follow.ts'
import type { VaultHost } from './host.ts'
import { pageHeaders } from './response-headers.ts'
import { toJson } from './to-json.ts'

export interface EventStreams {
  /** A response that goes on until the client or the server ends it; undefined when there are too many. */
  open(lastEventId: string | undefined): Promise<Response | undefined>
  /** How many are open. */
  readonly count: number
  /** Ends them all. */
  close(): void
}

/** Each browser tab has one. */
const mostStreams = 32
/** Proxies and clients take silence for a broken connection. */
const heartbeatMs = 15_000
/** Milliseconds after which a browser connects again. */
const retryMs = 2000

export function eventStreams(host: VaultHost): EventStreams {
  const ended = new AbortController()
  const open = new Set<object>()
  return {
    open: async (lastEventId) => {
      if (open.size >= mostStreams || ended.signal.aborted) return undefined
      // Taken before anything is waited for, so that those who come together do not all find it free.
      const place = {}
      const leave = (): void => void open.delete(place)
      open.add(place)
      try {
        const start = await findStart(host, lastEventId)
        return new Response(toStream({ host, ended: ended.signal, leave, ...start }), { headers: streamHeaders })
      } catch (error) {
        leave()
        throw error
      }
    },
    get count() {
      return open.size
    },
    close: () => ended.abort(),
  }
}

export const streamHeaders = {
  ...pageHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

interface Start {
  place: string
  /** Whether the client goes on where it had come. */
  isResumed: boolean
}

/** A place that cannot be read is none: a browser would give up for ever on a refusal. */
async function findStart(host: VaultHost, lastEventId: string | undefined): Promise<Start> {
  return host.run(async (vault) => {
    const here = { place: activityEnd(vault), isResumed: false }
    if (lastEventId === undefined) return here
    try {
      await followActivity(vault, lastEventId, 1)
      return { place: lastEventId, isResumed: true }
    } catch {
      return here
    }
  })
}

interface Feed extends Start {
  host: VaultHost
  ended: AbortSignal
  /** To be called when it is over, however that came: another may be open then. */
  leave(): void
}

/** Nothing is read ahead of the client: what it does not take is not asked for. */
function toStream(feed: Feed): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const chunks = listen(feed, AbortSignal.any([feed.ended, left.signal]))
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await chunks.next().catch((error: unknown) => {
          feed.leave()
          throw error
        })
        if (!next.done) return controller.enqueue(encoder.encode(next.value))
        feed.leave()
        controller.close()
      },
      cancel: () => {
        feed.leave()
        left.abort()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* listen({ host, place, isResumed }: Feed, signal: AbortSignal): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n${toMessage('ready', place, { resumed: isResumed })}`
  let silentMs = 0
  for await (const steps of followLog({ held: host, place, signal })) {
    silentMs = steps.length > 0 ? 0 : silentMs + lookMs
    if (steps.length > 0) yield steps.map(toEvent).join('')
    if (silentMs >= heartbeatMs) {
      silentMs = 0
      yield ': still here\n\n'
    }
  }
}

function toEvent({ activity, place }: ActivityStep): string {
  return toMessage('activity', place, activity)
}

function toMessage(event: string, id: string, data: object): string {
  return `event: ${event}\nid: ${id}\ndata: ${toJson(data).trimEnd()}\n\n`
}
