/** Calls that are not wanted any more while they run: they count nothing, write nothing and hold nobody up. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Vault } from '../../src/vault/vault.ts'
import { brief } from '../support/brief.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts'
import { connect, connectFirst, openHttpClient, startHttp } from '../support/mcp.ts'
import { callTool } from '../support/mcp-call.ts'
import { type McpVault, makeMcpVault } from '../support/mcp-vault.ts'
import { find } from '../support/search-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, project, put, putAll } from '../support/vault.ts'

const jitter = { id: 'jitter', kind: 'trap', title: 'Retries need jitter', body: 'All come back at once.' }

/** Of a vault whose embedder takes as long as the test says; its search waits for it. */
async function makeSlow(): Promise<{ vault: McpVault; embedder: EmbeddingServer }> {
  const embedder = await startEmbeddingServer()
  const vault = await makeMcpVault(makeTempDir())
  const embeddings = { enabled: true, provider: 'openai', baseUrl: embedder.baseUrl, model: 'slow', timeoutMs: 2900 }
  writeFileSync(join(vault.root, 'config.json'), JSON.stringify({ embeddings }))
  await vault.put(jitter)
  return { vault, embedder }
}

interface Way {
  name: string
  open(vault: McpVault): Promise<Client | FirstClient>
}

const ways: Way[] = [
  { name: 'client v2', open: (vault) => connect(vault) },
  { name: 'client v2 as of 2025', open: (vault) => connect(vault, { legacy: true }) },
  { name: 'client v1', open: (vault) => connectFirst(vault) },
  { name: 'client v2 over HTTP', open: connectHttp },
]

async function connectHttp(vault: McpVault): Promise<Client> {
  const { url, child } = await startHttp(vault)
  onTestFinished(() => void child.kill('SIGKILL'))
  const client = await openHttpClient(url)
  onTestFinished(() => client.close())
  return client
}

/** The first major version takes the options behind a schema of the answer. */
function callWith(client: Client | FirstClient, call: Call, signal: AbortSignal): Promise<unknown> {
  return client instanceof FirstClient
    ? client.callTool(call, undefined, { signal })
    : client.callTool(call, { signal })
}

interface Call {
  name: string
  arguments: { [parameter: string]: unknown }
}

const longCalls: Call[] = [
  { name: 'search', arguments: { query: 'jitter', hitIds: ['jitter'], projectId: project } },
  { name: 'recall', arguments: { query: 'jitter', projectId: project } },
  { name: 'bootstrap', arguments: { query: 'jitter', projectId: project } },
]

describe.each(ways)('$name', ({ open }) => {
  test('ends a search, a recall and a brief that wait for the embedder, and none of them counts a use', async () => {
    const { vault, embedder } = await makeSlow()
    const client = await open(vault)
    for (const [index, call] of longCalls.entries()) {
      embedder.replies = [{ delayMs: 20_000 }]
      const asked = embedder.requests.length
      const cancelled = new AbortController()
      const result = callWith(client, call, cancelled.signal)
      const caught = expect(result, call.name).rejects.toThrow()
      await vi.waitFor(() => expect(embedder.requests.length, call.name).toBe(asked + 1), 10_000)
      cancelled.abort()
      await caught
      const get = { name: 'get', arguments: { ids: ['jitter'], projectId: project } }
      const { structuredContent } = await client.callTool(get)
      expect(structuredContent, call.name).toMatchObject({ records: [{ hits: index + 1 }] })
    }
  })
})

describe('a call that is cancelled between two steps', () => {
  const calls: [name: string, run: (vault: Vault) => Promise<unknown>][] = [
    ['search', (vault) => find(vault, 'jitter', { hitIds: ['jitter'] })],
    ['bootstrap', (vault) => brief(vault, { query: 'jitter' })],
    ['get', (vault) => callTool(vault, 'get', { ids: ['jitter'], projectId: project }).then(assertAnswer)],
    ['recall', (vault) => callTool(vault, 'recall', { query: 'jitter', projectId: project }).then(assertAnswer)],
  ]

  test.each(calls)('%s counts nothing, and the same call without that does', async (_, run) => {
    const { vault } = await makeVault()
    await put(vault, jitter)
    const { appended } = vault
    const cancelled = new AbortController()
    vault.cancelled = cancelled.signal
    setImmediate(() => cancelled.abort(new Error('not wanted')))
    await expect(run(vault)).rejects.toThrow('not wanted')
    expect(vault.appended).toBe(appended)
    vault.cancelled = new AbortController().signal
    await run(vault)
    if (run !== calls.at(-1)?.[1]) expect(vault.appended).toBe(appended + 1)
  })

  test('looking into the past stops after a part of the log', async () => {
    const { vault, ports } = await makeVault()
    await putAll(
      vault,
      Array.from({ length: 2100 }, (_, n) => ({ id: `n${n}`, body: 'Text.' })),
    )
    const asOf = ports.now()
    ports.advance(1000)
    await put(vault, jitter)
    const cancelled = new AbortController()
    let reads = 0
    const log: Vault['log'] = {
      ...vault.log,
      read: function* (cursor, toEvent) {
        for (const step of vault.log.read(cursor, toEvent)) {
          reads += 1
          cancelled.abort(new Error('not wanted'))
          yield step
        }
      },
    }
    const asked = { ...vault, log, cancelled: cancelled.signal }
    await expect(find(asked, 'text', { asOf })).rejects.toThrow('not wanted')
    expect(reads).toBe(2000)
  })
})

function assertAnswer({ isError, text }: { isError: boolean; text: string }): void {
  if (isError) throw new Error(text)
}
