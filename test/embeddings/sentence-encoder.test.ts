/**
 * The fixture holds texts with the tokens and the first eight numbers that the reference gives: @energetic-ai/embeddings
 * 0.2.0, which runs the published graph, on the same weights.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSentenceEncoder } from '../../src/embeddings/sentence-encoder.ts'
import reference from '../fixtures/sentence-encoder.json' with { type: 'json' }
import { makeTempDir } from '../support/temp-dir.ts'

const encoder = openSentenceEncoder()
const embed = (texts: readonly string[]) => encoder.embed(texts, { kind: 'document' })

test('gives the vectors of the reference', async () => {
  const vectors = await embed(reference.map(({ text }) => text))
  for (const [place, { text, vector }] of reference.entries()) {
    for (const [i, number] of vector.entries()) expect(vectors[place]?.[i], text).toBeCloseTo(number, 4)
  }
})

test('a text has the same vector alone and among others', async () => {
  const texts = Array.from({ length: 40 }, (_, i) => `Record ${i} says ${'more and '.repeat(i)}nothing else.`)
  const together = await embed(texts)
  for (const place of [0, 1, 17, 39]) expect(await embed([texts[place] ?? ''])).toEqual([together[place]])
})

test('every vector has length 1, or is zeros for a blank text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
      const [vector = new Float32Array()] = await embed([text])
      expect(vector).toHaveLength(encoder.dimensions)
      expect(Math.hypot(...vector)).toBeCloseTo(text.normalize('NFKC').trim() === '' ? 0 : 1, 4)
    }),
    { numRuns: 50 },
  )
})

test('says the same of a text whatever keeps its words apart', async () => {
  const [line, lines] = await embed(['one two three', '  one\n\n\ttwo   three\n'])
  expect(lines).toEqual(line)
})

test('paraphrases are closer than texts on other things', async () => {
  const pairs = [
    ['The deploy key was rotated on Monday.', 'Credentials for deployment were changed at the start of the week.'],
    ['The build fails because the path is too long.', 'Long file names break compilation.'],
    ['How do I reset my password?', 'I forgot my login and cannot get in.'],
    ['We chose Postgres for the billing service.', 'Billing data is stored in a Postgres database.'],
  ] as const
  const vectors = await embed(pairs.flat())
  const cosine = (a: number, b: number) => vectors[a]?.reduce((sum, n, i) => sum + n * (vectors[b]?.[i] ?? 0), 0) ?? 0
  for (const [pair] of pairs.entries()) {
    const twin = cosine(2 * pair, 2 * pair + 1)
    for (const [other] of pairs.entries())
      if (other !== pair) expect(twin).toBeGreaterThan(cosine(2 * pair, 2 * other + 1))
  }
})

test('a very long text is read to its 128th token', async () => {
  const start = 'word by word the same text goes on and on '.repeat(20)
  const [short, long] = await embed([start, `${start}${'and ends elsewhere '.repeat(5000)}`])
  expect(long).toEqual(short)
})

test('stops between passes when it is told to', async () => {
  const controller = new AbortController()
  const texts = Array.from({ length: 20 }, () => 'a text that is longer than it would have to be '.repeat(12))
  const promise = encoder.embed(texts, { kind: 'document', signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(promise).rejects.toThrow('enough')
  await expect(encoder.embed(['x'], { kind: 'query', signal: controller.signal })).rejects.toThrow('enough')
})

test('tells by its health whether the weights are there', async () => {
  expect(await encoder.health()).toEqual({ ok: true })
  const empty = openSentenceEncoder({ folder: makeTempDir() })
  expect(await empty.health()).toMatchObject({ ok: false, reason: expect.stringContaining('model.json') })
  await expect(empty.embed(['x'], { kind: 'query' })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test.each([
  ['another model', { weightsManifest: [{ paths: ['shard'], weights: [{ name: 'x', shape: [2, 2] }] }] }],
  ['no model', { layers: [] }],
])('does not take %s for the encoder', async (_, model) => {
  const folder = join(makeTempDir(), 'model')
  mkdirSync(folder)
  writeFileSync(join(folder, 'model.json'), `/* licence */ ${JSON.stringify(model)}`)
  writeFileSync(join(folder, 'vocab.json'), '[]')
  const other = openSentenceEncoder({ folder })
  await expect(other.embed(['x'], { kind: 'query' })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: `${folder} does not hold the weights of the sentence encoder`,
  })
  expect(await other.health()).toMatchObject({ ok: false })
})
