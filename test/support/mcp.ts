/** `memo mcp` in a process of its own, spoken to by the real clients of both major versions. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { runScript } from './cli.ts'
import type { CliVault } from './cli-vault.ts'

const clientInfo = { name: 'test', version: '1.0.0' }

type Served = Pick<CliVault, 'root' | 'cwd'>

/** Of the newest protocol, unless told to open as clients of 2025 do. Closed by the caller. */
export async function openClient(vault: Served, { legacy = false } = {}): Promise<Client> {
  const client = new Client(clientInfo, { versionNegotiation: { mode: legacy ? 'legacy' : 'auto' } })
  await client.connect(new StdioClientTransport(toServer(vault)))
  return client
}

/** The same, closed with the test. */
export async function connect(vault: Served, options: { legacy?: boolean } = {}): Promise<Client> {
  const client = await openClient(vault, options)
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

function toServer({ root, cwd }: Served) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
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
