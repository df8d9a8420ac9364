/** What the server offers besides tools, and how it behaves under way; over real pipes, in both eras of the protocol. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClient } from '../support/mcp.ts'
import { type McpVault, makeMcpVault } from '../support/mcp-vault.ts'

const records = [
  { id: 'jitter', kind: 'trap', title: 'Retries need jitter', body: 'Without it all come back at once.' },
  { id: 'json', kind: 'decision', title: 'JSON lines', body: 'One line each.' },
  { id: 'redis', kind: 'decision', title: 'Use Redis', body: 'The queue lives there. [[jitter]]' },
]

describe.each([{ legacy: false }, { legacy: true }])('legacy: $legacy', ({ legacy }) => {
  const folder = mkdtempSync(join(tmpdir(), 'memo-test-'))
  let made: McpVault
  let client: Client

  beforeAll(async () => {
    made = await makeMcpVault(folder)
    await made.putAll(records)
    client = await openClient(made, { legacy })
  })

  afterAll(async () => {
    await client.close()
    rmSync(folder, { recursive: true })
  })

  test('records are resources, with a template and completion, and reading one counts no use', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri).sort()).toEqual(records.map(({ id }) => `memo://acme/${id}`))
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'memo://{project}/{id}', mimeType: 'text/markdown' }])
    const { contents } = await client.readResource({ uri: 'memo://acme/jitter' })
    expect(contents).toMatchObject([{ uri: 'memo://acme/jitter', mimeType: 'text/markdown' }])
    expect(JSON.stringify(contents)).toContain('Without it all come back at once.')
    expect(await complete('id', 'j', { project: 'acme' })).toEqual(['jitter', 'json'])
    expect(await complete('project', 'a')).toEqual(['acme'])
    expect(await call('search', { query: 'jitter', kinds: ['trap'], full: true })).toMatchObject({
      hits: [{ hits: 0 }],
    })
    await expect(client.readResource({ uri: 'memo://acme/nothing' })).rejects.toThrow(/not found/i)
    await expect(client.readResource({ uri: 'memo://acme/../../etc/passwd' })).rejects.toThrow()
  })

  test('B143 a tool that is not there is an error, and not an answer', async () => {
    const asked = client.callTool({ name: 'memo_nope', arguments: {} })
    expect(await asked.then(({ isError }) => isError, String)).toEqual(expect.stringMatching(/memo_nope.*not found/i))
  })

  async function complete(name: string, value: string, given?: { [name: string]: string }): Promise<string[]> {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'memo://{project}/{id}' },
      argument: { name, value },
      ...(given !== undefined && { context: { arguments: given } }),
    })
    return completion.values
  }

  async function call(name: string, parameters: { [name: string]: unknown }): Promise<unknown> {
    return (await client.callTool({ name, arguments: parameters })).structuredContent
  }

  test('the workflow is a prompt, and what the server says of itself', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([{ name: 'workflow' }])
    const { messages } = await client.getPrompt({ name: 'workflow' })
    expect(messages).toMatchObject([{ role: 'user', content: { text: client.getInstructions() } }])
    expect(client.getInstructions()).toMatch(/search.*timeline.*get/s)
  })

  test('whoever has the list of resources is told when it is an old one', async () => {
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/resources/list_changed', () => resolve())
    })
    if (!legacy) await client.listen({ resourcesListChanged: true })
    await client.listResources()
    await call('upsert', { id: 'new', kind: 'note', body: 'New.' })
    await changed
    await call('forget', { id: 'new' })
  })

  test('a call that asks for it is told its progress, also while the log is taken in', async () => {
    const messages: (string | undefined)[] = []
    const onprogress = ({ message }: { message?: string | undefined }): void => void messages.push(message)
    rmSync(join(made.root, 'memo.sqlite'))
    await client.callTool({ name: 'search', arguments: { query: 'redis' } }, { onprogress })
    expect(messages).toEqual(['working', expect.stringMatching(/^taking in the log: \d+ events$/)])
  })

  test('a call that is cancelled while it waits is not made', async () => {
    const first = call('search', { query: 'redis' })
    const cancelled = new AbortController()
    const late = { name: 'upsert', arguments: { id: 'late', kind: 'note', body: 'Never.' } }
    const second = client.callTool(late, { signal: cancelled.signal })
    cancelled.abort()
    await expect(second).rejects.toThrow()
    await first
    expect(await call('get', { ids: ['late'] })).toMatchObject({ records: [], missing: [{ name: 'late' }] })
  })

  test('what another process writes is in the next answer', async () => {
    expect(await call('search', { query: 'zeppelin' })).toMatchObject({ abstained: { reason: 'never_known' } })
    await made.put({ id: 'zeppelin', body: 'A zeppelin.' })
    expect(await call('search', { query: 'zeppelin' })).toMatchObject({ hits: [{ id: 'zeppelin' }] })
  })
})
