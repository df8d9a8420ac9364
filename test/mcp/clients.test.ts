/** The real clients of both major versions over real pipes, each through a search, a read and a write. */
import type { Client } from '@modelcontextprotocol/client'
import type { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { connect, connectFirst } from '../support/mcp.ts'

const trap = [
  'upsert',
  '--kind',
  'trap',
  '--id',
  'jitter',
  '--title',
  'Retries need jitter',
  '--body',
  'All come back.',
]

interface Way {
  name: string
  protocol: string
  open(vault: CliVault): Promise<Client | FirstClient>
}

const ways: Way[] = [
  { name: 'client v2', protocol: '2026-07-28', open: (vault) => connect(vault) },
  { name: 'client v2 as of 2025', protocol: '2025-11-25', open: (vault) => connect(vault, { legacy: true }) },
  { name: 'client v1', protocol: '2025-11-25', open: (vault) => connectFirst(vault) },
]

test.each(ways)(
  '$name speaks $protocol: search, get, upsert, and an error that is an answer',
  async ({ open, protocol }) => {
    const vault = await makeCliVault()
    await vault.ask(trap)
    const client = await open(vault)
    if ('getNegotiatedProtocolVersion' in client) expect(client.getNegotiatedProtocolVersion()).toBe(protocol)
    expect(client.getInstructions()).toContain('search before you work')
    const found = await client.callTool({ name: 'search', arguments: { query: 'jitter' } })
    expect(found.structuredContent).toMatchObject({ hits: [{ id: 'jitter', kind: 'trap' }], total: 1 })
    expect(JSON.parse(textOf(found))).toEqual(found.structuredContent)
    const got = await client.callTool({ name: 'get', arguments: { ids: ['jitter', 'nothing'] } })
    expect(got.structuredContent).toMatchObject({
      records: [{ body: 'All come back.', hits: 1 }],
      missing: [{ name: 'nothing' }],
    })
    const written = await client.callTool({ name: 'upsert', arguments: { kind: 'note', title: 'New', body: 'Text.' } })
    expect(written.structuredContent).toMatchObject({ id: 'new', created: true })
    const failed = await client.callTool({ name: 'search', arguments: { query: 'x', projectId: 'nobody' } })
    expect(failed.isError).toBe(true)
    expect(JSON.parse(textOf(failed))).toMatchObject({ error: { code: 'NOT_FOUND', hint: expect.any(String) } })
    expect(await vault.ask(['get', 'new'])).toMatchObject({ records: [{ body: 'Text.' }] })
  },
)

function textOf(result: { [field: string]: unknown }): string {
  const [first] = result.content as { text: string }[]
  return first?.text ?? ''
}
