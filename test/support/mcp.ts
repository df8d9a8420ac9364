/** `memo mcp` in a process of its own, spoken to by the real clients of both major versions. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import { runScript } from './cli.ts'
import type { CliVault } from './cli-vault.ts'

const clientInfo = { name: 'test', version: '1.0.0' }

type Served = Pick<CliVault, 'root' | 'cwd'>

interface Opening {
  /** As clients of 2025 do. */
  legacy?: boolean
  /** NODE_OPTIONS of the server. */
  nodeOptions?: string
}

/** Of the newest protocol, unless told otherwise. Closed by the caller. */
export async function openClient(vault: Served, opening: Opening = {}): Promise<Client> {
  return (await openServed(vault, opening)).client
}

/** The same, with the process id of the server. */
export async function openServed(vault: Served, { legacy = false, nodeOptions }: Opening = {}) {
  const client = new Client(clientInfo, { versionNegotiation: { mode: legacy ? 'legacy' : 'auto' } })
  const transport = new StdioClientTransport(toServer(vault, nodeOptions))
  await client.connect(transport)
  return { client, pid: transport.pid ?? 0 }
}

/** The same, closed with the test. */
export async function connect(vault: Served, opening: Opening = {}): Promise<Client> {
  const client = await openClient(vault, opening)
  onTestFinished(() => client.close())
  return client
}

/** The first major version of the SDK. */
export async function connectFirst(vault: Served): Promise<FirstClient> {
  const client = new FirstClient(clientInfo)
  await client.connect(new FirstStdio(toServer(vault)))
  onTestFinished(() => client.close())
  return client
}

function toServer({ root, cwd }: Served, nodeOptions?: string) {
  const variables = { ...process.env, ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }) }
  const env = Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { command: process.execPath, args: [runScript, 'mcp', '--vault', root], cwd, env, stderr: 'ignore' as const }
}

export interface RawServer {
  child: ChildProcess
  /** Writes bytes as they are. */
  write(bytes: string | Uint8Array): void
  /** Writes one message as a line. */
  send(message: object): void
  /** The answer with this id. Every line on standard output up to there must be JSON. */
  answer(id: number | string): Promise<RawAnswer>
  /** Every line of standard output so far. */
  lines: string[]
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

export interface RawAnswer {
  id?: number | string | null
  result?: { [field: string]: unknown; isError?: boolean }
  error?: { code: number; message: string }
}

/** The server without a client: what is written is what a broken client might write. */
export function startRaw({ root, cwd }: Served, env: { [name: string]: string } = {}): RawServer {
  const child = spawn(process.execPath, [runScript, 'mcp', '--vault', root], { cwd, env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => {})
  child.stderr.resume()
  const lines: string[] = []
  const waiting = new Map<number | string, (answer: RawAnswer) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    const answer: RawAnswer = JSON.parse(line)
    if (answer.id !== undefined && answer.id !== null) waiting.get(answer.id)?.(answer)
  })
  return {
    child,
    lines,
    write: (bytes) => void child.stdin.write(bytes),
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answer: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))),
  }
}

/** The opening of a client of 2025. */
export const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
}

export interface HttpServer {
  url: string
  port: number
  child: ChildProcess
  stderr(): string
  ended: Promise<number | NodeJS.Signals>
}

/** `memo mcp --http` on any free port, once it can be reached. */
export async function startHttp(
  { root, cwd }: Served,
  options: { args?: string[]; env?: { [name: string]: string } } = {},
): Promise<HttpServer> {
  const args = [runScript, 'mcp', '--vault', root, '--http', '127.0.0.1:0', '--json', ...(options.args ?? [])]
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...options.env } })
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')),
  )
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes
  })
  let printed = ''
  for await (const bytes of child.stdout) {
    printed += bytes
    if (printed.includes('}')) break
  }
  if (!printed.includes('}')) throw new Error(`memo mcp --http did not start: ${said}`)
  const { url } = JSON.parse(printed) as { url: string }
  return { url, port: Number(new URL(url).port), child, stderr: () => said, ended }
}

/** A client of the server over HTTP, closed by the caller. */
export async function openHttpClient(url: string, { legacy = false, token = '' } = {}): Promise<Client> {
  const client = new Client(clientInfo, { versionNegotiation: { mode: legacy ? 'legacy' : 'auto' } })
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** The same with the first major version of the SDK. */
export async function openFirstHttpClient(url: string, token = ''): Promise<FirstClient> {
  const client = new FirstClient(clientInfo)
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  const transport = new FirstHttp(new URL(url), { requestInit: { headers } })
  // Its own types do not agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<FirstClient['connect']>[0])
  return client
}
