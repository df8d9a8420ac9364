/** The server on standard input and output, for the one client that started it. */
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { untilAborted } from '../lib/until-aborted.ts'
import { drainingTransport } from './draining-transport.ts'
import type { VaultHost } from './host.ts'
import { resourceList } from './resource-list.ts'
import { makeServer } from './server.ts'
import { takeStandardOutput } from './standard-output.ts'

export interface ServeOptions {
  /** Of this program. */
  version: string
  /** For a person: what a client does not see. */
  tell(text: string): void
  /** Fires when the process is told to end. */
  ended: AbortSignal
}

/** Serves until the client closes its end or the process is told to end. */
export async function serveOverStdio(host: VaultHost, { version, tell, ended }: ServeOptions): Promise<void> {
  const servers = new Set<McpServer>()
  const resources = resourceList(host, () => {
    for (const server of servers) server.sendResourceListChanged()
  })
  const transport = drainingTransport(process.stdin, takeStandardOutput())
  const connection = serveStdio(
    () => {
      const server = makeServer({ host, resources, version })
      servers.add(server)
      server.server.onclose = () => servers.delete(server)
      return server
    },
    { transport, onerror: ({ message }) => tell(message) },
  )
  host.warmUp()
  await untilClosed(transport, ended)
  await connection.close()
  resources.close()
}

function untilClosed(transport: { onclose?: (() => void) | undefined }, ended: AbortSignal): Promise<void> {
  const { onclose } = transport
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
    void untilAborted(ended).then(resolve)
  })
}
