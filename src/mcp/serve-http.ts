/** The server over Streamable HTTP, for any number of clients at once. */
import { createServer, type ServerResponse } from 'node:http'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Address, toUrl } from '../lib/address.ts'
import { assertGuarded, listenOn } from '../lib/listen.ts'
import { untilAborted } from '../lib/until-aborted.ts'
import type { VaultHost } from './host.ts'
import { findRefusal, type Refusal } from './http-guard.ts'
import { resourceList } from './resource-list.ts'
import type { ServeOptions } from './serve-stdio.ts'
import { makeServer } from './server.ts'

export interface HttpOptions extends ServeOptions {
  address: Address
  token: string | undefined
  /** Called once, when the server can be reached. */
  onListening(url: string): void
}

const tokenHint = 'set MEMO_MCP_TOKEN, or name a file with --token-file; "openssl rand -hex 32" makes one'

/** Serves until the process is told to end. Throws REFUSED for an address that needs a token, IO for one that is taken. */
export async function serveOverHttp(host: VaultHost, options: HttpOptions): Promise<void> {
  const { address, token, version, tell, ended, onListening } = options
  const guarded = { host: address.host, token }
  assertGuarded(address, token, tokenHint)
  const resources = resourceList(host, () => handler.notify.resourcesChanged())
  const onerror = ({ message }: Error): void => tell(message)
  const handler = createMcpHandler(() => makeServer({ host, resources, version }), { onerror })
  const handle = toNodeHandler(handler, { onerror })
  const server = createServer((request, response) => {
    const refusal = findRefusal(request, guarded)
    if (refusal === undefined) void handle(request as NodeIncomingMessageLike, response)
    else refuse(response, refusal)
  })
  const port = await listenOn(server, address, 'name another with --http')
  host.place = `${toUrl({ ...address, port })}/mcp`
  host.warmUp()
  onListening(host.place)
  await untilAborted(ended)
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
