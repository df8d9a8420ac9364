/**
 * Who may speak to the server over HTTP. A page in a browser on this machine can reach the port too, under a name of its
 * own (DNS rebinding) or across origins; neither gets past the names, and nobody past the token.
 */
import type { IncomingMessage } from 'node:http'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { isLoopback } from '../lib/address.ts'
import { bearerOf, hasOneHost, isSameWord } from '../lib/request-headers.ts'

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

/** Why the request is not served; undefined when it is. */
export function findRefusal(request: IncomingMessage, { host, token }: Guarded): Refusal | undefined {
  const { headers } = request
  if (!hasOneHost(request)) return { status: 400, message: 'exactly one Host is needed' }
  // Behind another name than this machine's the token is what keeps strangers out, pages in browsers too.
  const hosts = isLoopback(host) ? [...localhostAllowedHostnames(), host] : undefined
  if (hosts !== undefined && !validateHostHeader(headers.host, hosts).ok)
    return { status: 403, message: 'unknown Host' }
  if (!validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok)
    return { status: 403, message: 'unknown Origin' }
  if (token !== undefined && !isSameWord(bearerOf(headers.authorization), token)) {
    return { status: 401, message: 'a bearer token is needed', headers: { 'www-authenticate': 'Bearer' } }
  }
  return request.url?.split('?')[0] === '/mcp' ? undefined : { status: 404, message: 'there is only /mcp' }
}
