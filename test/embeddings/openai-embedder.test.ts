import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Embedder } from '../../src/embeddings/embedder.ts'
import { type OpenAiOptions, openOpenAiEmbedder } from '../../src/embeddings/openai-embedder.ts'
import { toUnitVector } from '../../src/embeddings/unit-vector.ts'
import { type EmbeddingServer, goodVector, startEmbeddingServer } from '../support/embedding-server.ts'

const now = Date.parse('2031-03-05T10:00:00Z')

function open(server: { baseUrl: string }, options: Partial<OpenAiOptions> = {}): Embedder {
  const { baseUrl } = server
  return openOpenAiEmbedder({
    baseUrl,
    model: 'm',
    key: undefined,
    timeoutMs: 2000,
    now: () => now,
    firstWaitMs: 5,
    ...options,
  })
}

const document = { kind: 'document' } as const
const query = { kind: 'query' } as const
const unit = (text: string, dimensions = 4) => toUnitVector(goodVector(text, dimensions))

test('asks for model and texts, with the key, and gives vectors of length 1', async () => {
  const server = await startEmbeddingServer()
  const embedder = open(server, { key: 'k-1', model: 'nomic' })
  expect(embedder.id).toBe('openai:nomic')
  expect(await embedder.embed(['one', 'three'], document)).toEqual([unit('one'), unit('three')])
  expect(embedder.dimensions).toBe(4)
  expect(server.requests).toEqual([
    { path: '/v1/embeddings', authorization: 'Bearer k-1', model: 'nomic', input: ['one', 'three'] },
  ])
})

test.each(['', '/', '/v1', '/v1/'])('the address may end in %j', async (ending) => {
  const server = await startEmbeddingServer()
  await open({ baseUrl: `${server.baseUrl}${ending}` }).embed(['x'], query)
  expect(server.requests).toMatchObject([{ path: '/v1/embeddings', authorization: undefined }])
})

test('vectors of any number of texts come in their order, of length 1, blank texts without asking', async () => {
  const server = await startEmbeddingServer()
  const embedder = open(server)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 150 }), async (texts) => {
      const vectors = await embedder.embed(texts, document)
      for (const [i, text] of texts.entries()) {
        if (text.trim() === '') expect(Math.hypot(...(vectors[i] ?? []))).toBe(0)
        else expect(vectors[i]).toEqual(unit(text.toWellFormed()))
      }
    }),
    { numRuns: 15 },
  )
  for (const { input } of server.requests) {
    expect(input.length).toBeLessThanOrEqual(64)
    expect(input.filter((text) => text.trim() === '')).toEqual([])
  }
})

test('puts an unordered answer in order by its index', async () => {
  const server = await startEmbeddingServer()
  server.replies = [
    { body: (input) => ({ data: input.map((text, index) => ({ index, embedding: goodVector(text, 4) })).reverse() }) },
  ]
  expect(await open(server).embed(['a', 'bb', 'ccc'], document)).toEqual([unit('a'), unit('bb'), unit('ccc')])
})

test('asks again when the server is busy, and sends no accepted batch twice', async () => {
  const server = await startEmbeddingServer()
  server.replies = [{}, { status: 500 }, { hangUp: true }, { status: 429, headers: { 'retry-after': '0' } }]
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i}`)
  const vectors = await open(server).embed(texts, document)
  expect(vectors).toEqual(texts.map((text) => unit(text)))
  expect(server.requests.map(({ input }) => input[0])).toEqual(['text 0', 'text 64', 'text 64', 'text 64', 'text 64'])
})

test('gives up after three more tries for a document, and one for a query', async () => {
  const server = await startEmbeddingServer()
  const busy = { status: 503, body: () => 'loading model' }
  server.replies = [busy, busy, busy, busy]
  await expect(open(server).embed(['x'], document)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `the embedding server at ${server.baseUrl}/v1/embeddings answers 503: loading model`,
    hint: expect.stringContaining('embeddings.baseUrl'),
  })
  expect(server.requests).toHaveLength(4)
  server.replies = [busy, busy]
  await expect(open(server).embed(['x'], query)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(server.requests).toHaveLength(6)
})

test.each([
  ['3600', '3600'],
  [new Date(now + 90_000).toUTCString(), '90'],
])('does not wait for a server that asks for a long pause (%s)', async (header, seconds) => {
  const server = await startEmbeddingServer()
  server.replies = [{ status: 429, headers: { 'retry-after': header } }]
  await expect(open(server).embed(['x'], document)).rejects.toThrow(`asks to wait ${seconds} s`)
  expect(server.requests).toHaveLength(1)
})

test.each([400, 401, 404, 302])(
  'does not ask again after status %i, and hides the key that comes back',
  async (status) => {
    const server = await startEmbeddingServer()
    server.replies = [{ status, headers: { location: '/elsewhere' }, body: () => `bad key sk-secret\n!` }]
    await expect(open(server, { key: 'sk-secret' }).embed(['x'], document)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(`answers ${status}: bad key *** !`),
    })
    expect(server.requests).toHaveLength(1)
  },
)

test('names both sizes when the vectors change theirs', async () => {
  const server = await startEmbeddingServer()
  const embedder = open(server)
  await embedder.embed(['x'], document)
  server.dimensions = 3
  await expect(embedder.embed(['y'], document)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('a vector of 3 numbers where 4 came before'),
  })
})

test.each([
  ['no JSON', () => '<html>', 'the answer'],
  ['an error with status 200', () => ({ error: 'no such model' }), 'data'],
  ['vectors as text', () => ({ data: [{ index: 0, embedding: 'AAAA' }] }), 'data.0.embedding'],
  ['no number in a vector', () => ({ data: [{ index: 0, embedding: [1, null] }] }), 'data.0.embedding.1'],
  ['a number too large', () => '{"data":[{"index":0,"embedding":[1,1e999]}]}', 'data.0.embedding.1'],
  ['only zeros', () => ({ data: [{ index: 0, embedding: [0, 0] }] }), 'the vector at 0 has no length'],
  ['too few', () => ({ data: [] }), '0 vectors for 1 texts'],
  ['too many', () => ({ data: [{ embedding: [1] }, { embedding: [1] }] }), '1 is not the index'],
])('refuses an answer with %s', async (_, body, reason) => {
  const server = await startEmbeddingServer()
  server.replies = [{ body }]
  await expect(open(server).embed(['x'], document)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(reason),
  })
})

test('does not wait longer than it may: a query once, a document again', async () => {
  const server = await startEmbeddingServer()
  const embedder = open(server, { timeoutMs: 100 })
  server.replies = [{ delayMs: 1000 }]
  await expect(embedder.embed(['x'], query)).rejects.toThrow('gave no answer in 100 ms')
  expect(server.requests).toHaveLength(1)
  server.replies = [{ delayMs: 1000 }]
  expect(await embedder.embed(['x'], document)).toEqual([unit('x')])
})

test('stops with the reason of the signal, while it waits for an answer and between tries', async () => {
  const server = await startEmbeddingServer()
  for (const reply of [{ delayMs: 1000 }, { status: 429, headers: { 'retry-after': '20' } }]) {
    server.replies = [reply]
    const controller = new AbortController()
    const promise = open(server).embed(['x'], { ...document, signal: controller.signal })
    await expect.poll(() => server.requests.length).toBeGreaterThan(0)
    controller.abort(new Error('enough'))
    await expect(promise).rejects.toThrow('enough')
    server.requests = []
  }
})

test('close ends what runs', async () => {
  const server = await startEmbeddingServer()
  server.replies = [{ delayMs: 1000 }]
  const embedder = open(server)
  const promise = embedder.embed(['x'], document)
  await expect.poll(() => server.requests.length).toBe(1)
  await embedder.close()
  await expect(promise).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'the embedder was closed' })
})

test('tells by its health whether the server answers, and learns the dimensions', async () => {
  const server: EmbeddingServer = await startEmbeddingServer()
  const embedder = open(server)
  expect(embedder.dimensions).toBe(0)
  expect(await embedder.health()).toEqual({ ok: true })
  expect(embedder.dimensions).toBe(4)
  await server.stop()
  expect(await embedder.health()).toEqual({
    ok: false,
    reason: `the embedding server at ${server.baseUrl}/v1/embeddings cannot be reached: ECONNREFUSED`,
  })
})
