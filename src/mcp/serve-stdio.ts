/**
 * The server on standard input and output. Every byte on standard output belongs to the protocol, so whatever else would
 * be written there goes to standard error.
 */
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { VaultHost } from './host.ts'
import { makeServer } from './server.ts'

/** Serves until the client closes standard input or the process is told to end. */
export async function serveOverStdio(
  host: VaultHost,
  options: { version: string; tell(text: string): void },
): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, takeStdout())
  await new Promise<void>((resolve) => {
    const connection = serveStdio(() => makeServer(host, options.version), {
      transport,
      onerror: (error) => options.tell(error.message),
    })
    process.stdin.on('end', resolve)
    process.stdin.on('close', resolve)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.once(signal, () => resolve(connection.close()))
  })
}

/** A stream to standard output for the protocol alone. */
function takeStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  globalThis.console = new Console(stderr, stderr)
  return new Writable({ decodeStrings: false, write: (chunk, encoding, done) => void write(chunk, encoding, done) })
}
