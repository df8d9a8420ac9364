/** What is refused by the look of it, before anything is parsed: strange names, other sites, other methods, floods. */
import type { IncomingMessage } from 'node:http'
import { hasOneHost } from '../lib/request-headers.ts'
import { isOwnName } from './own-name.ts'
import type { Refusal } from './refusal.ts'

export const methods = 'GET, HEAD, OPTIONS'

/** Characters; the longest query that is read is half of it. */
const longestUrl = 8192
/** Bytes; no route takes a body, and some clients send an empty form all the same. */
const largestBody = 1024

export interface Gate {
  /** What the server listens on. */
  host: string
  /** Whether one more request from there is not too many. */
  mayAsk(address: string): boolean
}

/** Why the request is not looked at any further; undefined when it is. */
export function findRefusal(request: IncomingMessage, { host, mayAsk }: Gate): Refusal | undefined {
  const { headers, method = '', url = '', socket } = request
  if (!hasOneHost(request) || !isOwnName(headers.host, host)) {
    return forbidden('this is not a name of this server', 'use the address that memo serve printed')
  }
  if (headers.origin !== undefined && !isSameHost(headers.origin, headers.host)) {
    return forbidden('pages of other sites may not ask', undefined)
  }
  if (!methods.split(', ').includes(method)) {
    const message = `${method} is not allowed: the monitor only reads`
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message, headers: { allow: methods } }
  }
  // A whole address in the place of a path would be another name for the server.
  if (!url.startsWith('/')) return { status: 400, code: 'USAGE', message: 'the request names no path' }
  if (url.length > longestUrl) return tooLarge(414, `the address has more than ${longestUrl} characters`)
  if (bodyOf(request) > largestBody) return tooLarge(413, 'no route takes a body')
  if (!mayAsk(socket.remoteAddress ?? '')) {
    return { status: 429, code: 'TOO_MANY', message: 'too many requests', headers: { 'retry-after': '1' } }
  }
  return undefined
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}

/** Without a length nobody knows how long it gets. */
function bodyOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

function forbidden(message: string, hint: string | undefined): Refusal {
  return { status: 403, code: 'FORBIDDEN', message, hint }
}

function tooLarge(status: number, message: string): Refusal {
  return { status, code: 'TOO_LARGE', message }
}
