/** One request to an embedding server: what is sent, and what its answer or its silence means. */
import { messageOf } from '../../lib/errors.ts'
import type { EmbedOptions } from '../embedder.ts'
import type { Outcome } from './attempt.ts'

export interface Endpoint {
  url: string
  model: string
  /** Sent as a bearer token, and never shown. */
  key: string | undefined
  /** Milliseconds until an answer must have come, whole. */
  timeoutMs: number
  /** Milliseconds since the epoch: a server may name the time at which it wants to be asked again. */
  now(): number
}

export interface Batch {
  texts: readonly string[]
  kind: EmbedOptions['kind']
}

/** Vectors of length 1, one per text. Rejects with the reason of the signal once that is aborted. */
export async function requestVectors(
  endpoint: Endpoint,
  { texts, kind }: Batch,
  signal: AbortSignal,
): Promise<Outcome<Float32Array[]>> {
  const deadline = AbortSignal.timeout(endpoint.timeoutMs)
  try {
    const response = await send(endpoint, texts, AbortSignal.any([signal, deadline]))
    return response.ok ? await toVectors(response, texts.length) : await toFailure(endpoint, response)
  } catch (error) {
    signal.throwIfAborted()
    // Who waits for a query has waited long enough by then.
    if (deadline.aborted)
      return { ok: false, again: kind === 'document', reason: `gave no answer in ${endpoint.timeoutMs} ms` }
    return { ok: false, again: true, reason: `cannot be reached: ${toCause(error)}` }
  }
}

function send({ url, model, key }: Endpoint, input: readonly string[], signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, input }),
    // Texts and key go where the settings say, nowhere else.
    redirect: 'manual',
    signal,
  })
}

async function toVectors(response: Response, count: number): Promise<Outcome<Float32Array[]>> {
  const text = await response.text()
  const { readReply } = await import('./reply.ts')
  const vectors = readReply(parse(text), count)
  if (typeof vectors !== 'string') return { ok: true, value: vectors }
  return { ok: false, again: false, reason: `gave an answer of another form: ${vectors}` }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema says what it wants instead.
    return undefined
  }
}

async function toFailure({ key, now }: Endpoint, response: Response): Promise<Outcome<never>> {
  const said = hide(key, (await response.text()).replaceAll(/\s+/g, ' ')).slice(0, 200)
  const waitMs = toWait(response.headers.get('retry-after'), now())
  return {
    ok: false,
    // Too many requests, too slow, or a fault of its own; anything else would be the same the next time.
    again: [408, 425, 429].includes(response.status) || response.status >= 500,
    reason: `answers ${response.status}${said && `: ${said}`}`,
    ...(waitMs !== undefined && { waitMs }),
  }
}

/** A server may repeat the key that it refuses. */
function hide(key: string | undefined, text: string): string {
  return key ? text.replaceAll(key, '***') : text
}

/** `Retry-After` is seconds or a date (RFC 9110, 10.2.3). */
function toWait(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

/** `fetch` hides what happened behind "fetch failed". */
function toCause(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return messageOf(error)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
