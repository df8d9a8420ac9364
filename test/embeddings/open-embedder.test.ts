import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/defaults.ts'
import type { Config } from '../../src/config/schema.ts'
import { type EmbeddingSettings, openEmbedder } from '../../src/embeddings/open-embedder.ts'
import { startEmbeddingServer } from '../support/embedding-server.ts'
import { makeTempDir } from '../support/temp-dir.ts'

function open(settings: Partial<Config['embeddings']>, variables: { [name: string]: string } = {}) {
  const all: EmbeddingSettings = { ...defaultConfig.embeddings, enabled: true, ...settings }
  return openEmbedder(all, { now: () => 0, variable: (name) => variables[name], home: '/home/ada' })
}

test('there is none when embeddings are off, or done without vectors', async () => {
  expect(await open({ enabled: false, provider: 'sentence-encoder' })).toBeUndefined()
  expect(await open({ provider: 'local' })).toBeUndefined()
})

test('the settings name the provider', async () => {
  const folder = makeTempDir()
  expect(await open({ provider: 'sentence-encoder' })).toMatchObject({ dimensions: 512 })
  expect(await open({ provider: 'transformers', model: join(folder, 'mini') })).toMatchObject({
    id: 'transformers:mini',
  })
  expect(await open({ provider: 'transformers', model: '~/models/e5' })).toMatchObject({ id: 'transformers:e5' })
  expect(await open({ provider: 'openai', baseUrl: 'http://127.0.0.1:9', model: 'm' })).toMatchObject({
    id: 'openai:m',
  })
})

test('the key is read from the variable that the settings name', async () => {
  const server = await startEmbeddingServer()
  const settings = { provider: 'openai', baseUrl: server.baseUrl, model: 'm', apiKeyEnv: 'MY_KEY' } as const
  const embedder = await open(settings, { MY_KEY: 'abc\n' })
  expect(await embedder?.health()).toEqual({ ok: true })
  expect(server.requests).toMatchObject([{ authorization: 'Bearer abc' }])
  for (const variables of [{}, { MY_KEY: '' }, { MY_KEY: 'two words' }]) {
    await expect(open(settings, variables)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }
})

test.each([
  [{ provider: 'openai', model: 'm' }, 'embeddings.baseUrl'],
  [{ provider: 'openai', baseUrl: 'http://127.0.0.1:9' }, 'embeddings.model'],
  [{ provider: 'transformers' }, 'embeddings.model'],
  [{ provider: 'transformers', model: 'models/e5' }, 'embeddings.model'],
  [{ provider: 'sentence-encoder', model: 'en' }, 'embeddings.model'],
] as const)('%o lacks %s', async (settings, name) => {
  await expect(open(settings)).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(name) })
})
