/** `memo mcp --project`: which project a call is about that names none. */
import { expect, onTestFinished, test } from 'vitest'
import { openHttpClient, startHttp } from '../support/mcp.ts'
import { makeMcpVault } from '../support/mcp-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'

async function serve(project: string) {
  const vault = await makeMcpVault(makeTempDir())
  await vault.put({ id: 'here', body: 'A word of acme.' })
  const server = await startHttp(vault, { args: ['--project', project] })
  onTestFinished(() => void server.child.kill('SIGTERM'))
  const client = await openHttpClient(server.url)
  onTestFinished(() => client.close())
  const ask = async (name: string, parameters: object) => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...parameters } })
    return isError ? JSON.parse(content[0]?.type === 'text' ? content[0].text : '') : structuredContent
  }
  return { ask, client, cwd: vault.cwd }
}

test('a call that says neither a project nor a folder is about the one that the server was started for', async () => {
  const { ask, client, cwd } = await serve('harbor')
  expect(await ask('search', { query: 'word' })).toMatchObject({ hits: [], abstained: { reason: 'out_of_scope' } })
  expect(await ask('upsert', { id: 'there', kind: 'note', body: 'A word.' })).toMatchObject({ projectId: 'harbor' })
  expect(await ask('search', { query: 'word' })).toMatchObject({ hits: [{ id: 'there' }] })
  expect(await ask('recall', { query: 'word' })).toMatchObject({ entries: [{ id: 'there' }] })
  expect(await ask('timeline', { query: 'word' })).toMatchObject({ entries: [{ id: 'there' }] })
  expect(await ask('bootstrap', {})).toMatchObject({ project: 'harbor' })
  expect(await ask('status', {})).toMatchObject({ project: { id: 'harbor' } })
  expect(await ask('get', { ids: ['there'] })).toMatchObject({ records: [{ projectId: 'harbor' }] })
  expect(await client.listResources()).toMatchObject({ resources: [{ uri: 'memo://harbor/there' }] })
  expect(await ask('search', { query: 'word', projectId: 'acme' })).toMatchObject({ hits: [{ id: 'here' }] })
  expect(await ask('search', { query: 'word', cwd })).toMatchObject({ hits: [{ id: 'here' }] })
  expect(await ask('search', { query: 'word', crossProject: true })).toMatchObject({ total: 2 })
})

test('one that cannot be a project is told by each call', async () => {
  const { ask } = await serve('../harbor')
  expect(await ask('search', { query: 'word' })).toMatchObject({
    error: { code: 'USAGE', message: expect.stringContaining('../harbor') },
  })
})
