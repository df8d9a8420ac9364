/**
 * Standard input and output as a transport that answers before it ends. The SDK drops what is not answered when its input
 * ends; a shell that writes some lines and closes the pipe still wants them answered.
 */
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** After the client closed its end (ms): it may be gone, and must not be survived. */
const longestDrainMs = 2000

type RequestId = string | number

export function drainingTransport(input: Readable, output: Writable): Transport {
  const feed = new PassThrough()
  const wire = new StdioServerTransport(feed, output)
  const open = new Set<RequestId>()
  let isEnding = false
  let latest: NodeJS.Timeout | undefined
  const transport: Transport = {
    start: async () => {
      wire.onmessage = receive
      wire.onerror = (error) => transport.onerror?.(error)
      wire.onclose = () => {
        clearTimeout(latest)
        transport.onclose?.()
      }
      await wire.start()
      input.on('end', end).on('close', end).pipe(feed, { end: false })
    },
    send: async (message) => {
      if ('id' in message && !('method' in message) && message.id !== undefined) open.delete(message.id)
      await wire.send(message)
      endWhenDone()
    },
    close: async () => {
      input.unpipe(feed).pause()
      await wire.close()
    },
  }
  return transport

  function receive(message: JSONRPCMessage): void {
    note(message)
    transport.onmessage?.(message)
  }

  function note(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    const { method, params } = message
    if (method === 'notifications/cancelled') open.delete(params?.requestId as RequestId)
    // A subscription is answered when it ends, which is now.
    else if ('id' in message && method !== 'subscriptions/listen') open.add(message.id)
  }

  function end(): void {
    if (isEnding) return
    isEnding = true
    latest = setTimeout(() => feed.end(), longestDrainMs)
    // What was piped before the end has still to be read.
    setImmediate(endWhenDone)
  }

  function endWhenDone(): void {
    if (isEnding && open.size === 0) feed.end()
  }
}
