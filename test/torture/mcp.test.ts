/** Servers with many calls at once, and with many calls in all. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'
import { openClient, openHttpClient, startHttp } from '../support/mcp.ts'
import { callMany, fill } from '../support/mcp-load.ts'
import { makeMcpVault } from '../support/mcp-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const run = promisify(execFile)

/** Records that the other process writes. */
const written = 60

/** What a search for everything of the sequence answers: its numbers, in order. */
async function readSequence(client: Client): Promise<number[]> {
  const parameters = { query: 'sequence', sort: 'updated', limit: 1000, maxTokens: 1_000_000 }
  const { structuredContent, isError } = await client.callTool({ name: 'search', arguments: parameters })
  expect(isError, JSON.stringify(structuredContent)).not.toBe(true)
  const { hits } = structuredContent as { hits: { id: string }[] }
  return hits.map(({ id }) => Number(id.slice(1))).sort((a, b) => a - b)
}

test('200 calls at once over both transports while another process writes: all answered, each from a state the log has had', {
  timeout: 120_000,
}, async () => {
  const vault = await makeMcpVault(makeTempDir())
  await vault.put({ id: 'n0', body: 'Of the sequence.' })
  const server = await startHttp(vault)
  const clients = [
    await openClient(vault),
    await openHttpClient(server.url),
    await openHttpClient(server.url, { legacy: true }),
  ]
  const writing = run(process.execPath, [
    join(packageRoot, 'test/support/write-sequence.ts'),
    vault.root,
    String(written),
  ])
  const calls = Array.from({ length: 200 }, async (_, call) => {
    const client = clients[call % clients.length] as Client
    if (call % 10 !== 9) return readSequence(client)
    const beside = await client.callTool({
      name: 'upsert',
      arguments: { id: `by-${call}`, kind: 'decision', body: 'Beside it.' },
    })
    expect(beside.structuredContent, JSON.stringify(beside)).toMatchObject({ created: true })
    return undefined
  })
  const answers = (await Promise.all(calls)).filter((answer) => answer !== undefined)
  await writing
  for (const numbers of answers) expect(numbers).toEqual(numbers.map((_, index) => index))
  expect(answers).toHaveLength(180)
  for (const client of clients) {
    expect(await readSequence(client)).toHaveLength(written + 1)
    const found = await client.callTool({ name: 'search', arguments: { kinds: ['decision'] } })
    expect(found.structuredContent).toMatchObject({ total: 20 })
  }
  await Promise.all(clients.map((client) => client.close()))
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('120 calls within a heap that has no room for what each of them would leave behind', {
  timeout: 120_000,
}, async () => {
  const vault = await makeMcpVault(makeTempDir())
  await fill(vault, 200)
  const client = await openClient(vault, { nodeOptions: '--max-old-space-size=24' })
  await callMany(client, 120)
  expect((await client.callTool({ name: 'search', arguments: { query: 'jitter' } })).structuredContent).toMatchObject({
    total: 200,
  })
  await client.close()
})
