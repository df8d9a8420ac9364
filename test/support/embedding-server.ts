/** An embedding server on loopback whose behaviour a test chooses, request by request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export interface EmbeddingServer {
  baseUrl: string
  /** What came in, in order. */
  requests: { path: string; authorization: string | undefined; model: string; input: string[] }[]
  /** What the next requests are answered with; when there is none left, with good vectors. */
  replies: Reply[]
  /** Numbers in a good vector. */
  dimensions: number
  /** What a good vector is. */
  toVector: (text: string, dimensions: number) => number[]
  stop(): Promise<void>
}

export interface Reply {
  delayMs?: number
  status?: number
  headers?: { [name: string]: string }
  /** The answer, made of the texts. Default: good vectors. */
  body?: (input: string[]) => unknown
  /** The connection breaks instead. */
  hangUp?: boolean
}

/** Stopped when the test is over. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const http = createServer((request, response) => {
    void answer(server, request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  const server: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    replies: [],
    dimensions: 4,
    toVector: goodVector,
    stop,
  }
  onTestFinished(stop)
  return server
}

/** Different texts have different directions; the length is never 1. */
export function goodVector(text: string, dimensions: number): number[] {
  return Array.from(
    { length: dimensions },
    (_, i) => 3 + Math.sin((i + 1) * (text.length + (text.codePointAt(0) ?? 0))),
  )
}

async function answer(server: EmbeddingServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { model, input } = JSON.parse(await text(request))
  const { authorization } = request.headers
  server.requests.push({ path: request.url ?? '', authorization, model, input })
  const { delayMs = 0, status = 200, headers = {}, body, hangUp = false } = server.replies.shift() ?? {}
  await setTimeout(delayMs)
  if (hangUp) return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const reply = body ? body(input) : toReply(input, server)
  response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
}

function toReply(input: string[], { dimensions, toVector }: EmbeddingServer): unknown {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: toVector(text, dimensions) }))
  return { object: 'list', data, usage: { total_tokens: 1 } }
}
