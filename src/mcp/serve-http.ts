/** The server over Streamable HTTP, for any number of clients at once. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Address, toUrl } from '../lib/address.ts'
import { findErrno, MemoError } from '../lib/errors.ts'
import type { VaultHost } from './host.ts'
import { assertGuarded, findRefusal, type Refusal } from './http-guard.ts'
import { resourceList } from './resource-list.ts'
import type { ServeOptions } from './serve-stdio.ts'
import { makeServer } from './server.ts'

export interface HttpOptions extends ServeOptions {
  address: Address
  token: string | undefined
  /** Called once, when the server can be reached. */
  onListening(url: string): void
}

/** Serves until the process is told to end. Throws REFUSED for an address that needs a token, IO for one that is taken. */
export async function serveOverHttp(host: VaultHost, options: HttpOptions): Promise<void> {
  const { address, token, version, tell, ended, onListening } = options
  const guarded = { host: address.host, token }
  assertGuarded(guarded)
  const resources = resourceList(host, () => handler.notify.resourcesChanged())
  const onerror = ({ message }: Error): void => tell(message)
  const handler = createMcpHandler(() => makeServer({ host, resources, version }), { onerror })
  const handle = toNodeHandler(handler, { onerror })
  const server = createServer((request, response) => {
    const refusal = findRefusal(request, guarded)
    if (refusal === undefined) void handle(request as NodeIncomingMessageLike, response)
    else refuse(response, refusal)
  })
  await listen(server, address)
  const { port } = server.address() as AddressInfo
  host.place = `${toUrl({ ...address, port })}/mcp`
  host.warmUp()
  onListening(host.place)
  await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()))
  resources.close()
  server.close()
  await host.idle()
  await handler.close()
  server.closeAllConnections()
}

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  // What it wanted to say is not read: the connection ends here.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}

function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, { host, port })))
    server.listen(port, host, resolve)
  })
}

function toListenError(error: Error, { host, port }: Address): unknown {
  const errno = findErrno(error)
  const whys: { [errno: string]: string } = {
    EADDRINUSE: `port ${port} of ${host} is taken`,
    EACCES: `port ${port} needs more rights than this user has`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  }
  const why = whys[errno ?? '']
  return why === undefined ? error : new MemoError('IO', why, { hint: 'name another with --http', cause: error })
}
