/** The server on its port: from the first connection to the last answer. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Address, toUrl } from '../lib/address.ts'
import { assertGuarded, listenOn } from '../lib/listen.ts'
import { systemPorts } from '../lib/ports.ts'
import { announce } from '../vault/presence.ts'
import { makeToken, openAccess } from './access.ts'
import { monitorApp } from './app.ts'
import { eventStreams } from './event-stream.ts'
import { findRefusal } from './gate.ts'
import { openHost } from './host.ts'
import { openMetrics } from './metrics.ts'
import { rateLimit } from './rate-limit.ts'
import { refuseUnread } from './refusal.ts'
import { webFiles } from './web-files.ts'

export interface ServeOptions {
  root: string
  cwd: string
  address: Address
  /** Undefined: one is made, for this time only. */
  token: string | undefined
  version: string
  /** Where the web page lies; where the build puts it when left out. */
  webFolder?: string
  /** For a person: what no answer says. */
  tell(text: string): void
}

export interface Monitor {
  url: string
  /** What logs a browser in. */
  login: string
  /** The same with a word in place of the token that is good for one time. */
  makeTicketLogin(): string
  /** Answers what was asked, ends the streams, and lets go of port and vault. */
  close(): Promise<void>
}

/** Throws what opening the vault throws, REFUSED for an address that needs a token, IO for one that cannot be had. */
export async function serveMonitor({ root, cwd, address, version, tell, ...given }: ServeOptions): Promise<Monitor> {
  assertGuarded(address, given.token, tokenHint)
  const host = await openHost({ root, cwd, tell })
  const server = createServer(limits)
  server.maxConnections = mostConnections
  server.timeout = idleMs
  const port = await listenOn(server, address, 'name another with --port or --host').catch(async (error: unknown) => {
    await host.close()
    throw error
  })
  const ports = systemPorts
  const token = given.token ?? makeToken(ports)
  const access = openAccess({ token, port, ports })
  const gate = { host: address.host, mayAsk: rateLimit(ports) }
  const streams = eventStreams(host)
  const app = monitorApp({ host, access, streams, version, metrics: openMetrics(), files: webFiles(given.webFolder) })
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server.on('request', (request, response) => {
    const refusal = findRefusal(request, gate)
    if (refusal === undefined) void handle(request, response)
    else refuseUnread(response, refusal)
  })
  const url = toUrl({ ...address, port })
  const leave = await host.run(async (vault) => announce(vault, { what: 'serve', place: url }))
  const loginWith = (word: string): string => `${url}/login?token=${encodeURIComponent(word)}`
  return {
    url,
    login: loginWith(token),
    makeTicketLogin: () => loginWith(access.makeTicket()),
    close: async () => {
      streams.close()
      await closeServer(server)
      leave()
      await host.close()
    },
  }
}

const tokenHint = 'set MEMO_SERVE_TOKEN; "openssl rand -hex 32" makes one'

/** Milliseconds. A client that is slower than this keeps others out. */
const limits = {
  ...{ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5000, connectionsCheckingInterval: 5000 },
}
const idleMs = 60_000
const mostConnections = 512
/** So long answers that were begun may take when the server is told to end. */
const graceMs = 5000
const sweepMs = 20

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection is idle, and kept for the next request, only when its last answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const force = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(force)
}
