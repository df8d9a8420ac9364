/**
 * Who may speak to the server over HTTP. A page in a browser on this machine can reach the port too, under a name of its
 * own (DNS rebinding) or across origins; neither gets past the names, and nobody past the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { isLoopback } from '../lib/address.ts'
import { MemoError } from '../lib/errors.ts'

export interface Refusal {
  status: number
  message: string
  headers?: { [name: string]: string }
}

export interface Guarded {
  /** What the server listens on. */
  host: string
  token: string | undefined
}

/** Shorter ones can be guessed from elsewhere. */
const leastToken = 16

/** Throws REFUSED for a server that others could reach without a token worth the name. */
export function assertGuarded({ host, token }: Guarded): void {
  if (isLoopback(host)) return
  const hint = 'set MEMO_MCP_TOKEN, or name a file with --token-file; "openssl rand -hex 32" makes one'
  if (token === undefined)
    throw new MemoError('REFUSED', `${host} can be reached by other machines, and there is no token`, { hint })
  if (token.length < leastToken) {
    throw new MemoError('REFUSED', `the token has fewer than ${leastToken} characters`, { hint })
  }
}

/** Why the request is not served; undefined when it is. */
export function findRefusal(request: IncomingMessage, { host, token }: Guarded): Refusal | undefined {
  const { headers, rawHeaders } = request
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  if (names.filter((name) => name === 'host').length !== 1)
    return { status: 400, message: 'exactly one Host is needed' }
  // Behind another name than this machine's the token is what keeps strangers out, pages in browsers too.
  const hosts = isLoopback(host) ? [...localhostAllowedHostnames(), host] : undefined
  if (hosts !== undefined && !validateHostHeader(headers.host, hosts).ok)
    return { status: 403, message: 'unknown Host' }
  if (!validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok)
    return { status: 403, message: 'unknown Origin' }
  if (token !== undefined && !isBearer(headers.authorization, token)) {
    return { status: 401, message: 'a bearer token is needed', headers: { 'www-authenticate': 'Bearer' } }
  }
  return request.url?.split('?')[0] === '/mcp' ? undefined : { status: 404, message: 'there is only /mcp' }
}

/** Takes as long for a token that is nearly right as for any other. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
