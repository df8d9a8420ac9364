/** Embedding through the program: stopped at any point, it goes on from where it was. */
import { expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts'
import { topicVector } from '../support/meaning-vault.ts'
import { startMemo } from '../support/start-memo.ts'
import { until } from '../support/until.ts'

async function makeFilledVault(records: number): Promise<CliVault & { server: EmbeddingServer }> {
  const server = await startEmbeddingServer()
  server.toVector = topicVector
  const vault = await makeCliVault()
  const settings = { enabled: 'true', provider: 'openai', model: 'topics', baseUrl: server.baseUrl }
  for (const [name, value] of Object.entries(settings)) await vault.ask(['config', 'set', `embeddings.${name}`, value])
  const lines = Array.from({ length: records }, (_, n) => ({ id: `n${n}`, kind: 'note', body: `Car number ${n}.` }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(lines) })
  return { ...vault, server }
}

test('embeds what waits, tells what it did, and is found by meaning then', async () => {
  const { memo, ask } = await makeFilledVault(2)
  expect(await memo(['backfill'])).toMatchObject({
    ...{ status: 0, stdout: 'Embedded 2 texts with openai:topics; none waits now.\n', stderr: '' },
  })
  expect(await memo(['backfill'])).toMatchObject({ stdout: 'Every text has its vector of openai:topics.\n' })
  expect(await ask(['search', 'automobile', '--project', 'acme'])).toMatchObject({ total: 2, degraded: null })
  expect(await memo(['reindex', '--embeddings'])).toMatchObject({
    ...{ status: 0, stdout: 'Dropped 2 vectors.\nEmbedded 2 texts with openai:topics; none waits now.\n' },
  })
  expect(await memo(['reindex'])).toMatchObject({ status: 2 })
}, 60_000)

test('tells on stderr that a server is down, and on stdout what the words find', async () => {
  const { memo, server } = await makeFilledVault(1)
  await server.stop()
  expect(await memo(['backfill'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/cannot be reached/),
  })
  const found = await memo(['search', 'car', '--project', 'acme'])
  expect(found).toMatchObject({ status: 0, stdout: expect.stringMatching(/Not everything could be searched/) })
}, 60_000)

test('killed while it waits for the server, it leaves what was stored, and the next call goes on', async () => {
  const { server, ...vault } = await makeFilledVault(150)
  const { ask } = vault
  server.replies.push({}, { delayMs: 60_000 })
  const before = server.requests.length
  const { child } = startMemo(vault, ['backfill', '--json'])
  await until(() => server.requests.length >= before + 2)
  child.kill('SIGKILL')
  expect(await ask(['doctor'])).toMatchObject({
    ...{ healthy: true, findings: expect.arrayContaining([expect.objectContaining({ code: 'embeddings-pending' })]) },
  })
  expect(await ask(['backfill'])).toMatchObject({ embedded: 86, pending: 0, problem: null })
  expect(await ask(['doctor'])).toMatchObject({ healthy: true })
}, 60_000)

test('refuses where there is no embedder', async () => {
  const vault = await makeCliVault()
  expect(await vault.memo(['backfill'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/embeddings are off/),
  })
}, 30_000)
