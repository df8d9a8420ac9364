/** The library is half a gigabyte, so a package of its name and form stands in for it and writes down its calls. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTransformersEmbedder } from '../../src/embeddings/transformers-embedder.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const standIn = `
const { appendFileSync } = require('node:fs')
const note = (call) => appendFileSync(__dirname + '/calls.jsonl', JSON.stringify(call) + '\\n')
exports.env = { allowRemoteModels: true, localModelPath: '/models/' }
exports.pipeline = async (task, model) => {
  note({ task, model, ...exports.env })
  if (model === 'broken') throw new Error('unknown model type')
  const extract = async (texts, options) => {
    note({ texts, options })
    const rows = model === 'words' ? texts.concat(texts) : texts
    return { data: Float32Array.from(rows.flatMap((text) => [text.length, 1, 0])), dims: [texts.length, 3] }
  }
  extract.dispose = async () => note('disposed')
  return extract
}`

function install(model: string) {
  const root = makeTempDir()
  const library = join(root, 'node_modules/@huggingface/transformers')
  mkdirSync(library, { recursive: true })
  writeFileSync(join(library, 'package.json'), '{"name":"@huggingface/transformers","main":"index.cjs"}')
  writeFileSync(join(library, 'index.cjs'), standIn)
  const folder = join(root, model)
  mkdirSync(folder)
  writeFileSync(join(folder, 'config.json'), '{}')
  const calls = () =>
    readFileSync(join(library, 'calls.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { root, folder, calls, embedder: openTransformersEmbedder({ folder, installedFrom: join(root, 'memo.js') }) }
}

const document = { kind: 'document' } as const

test('runs the model of the folder and takes nothing from the network', async () => {
  const { root, calls, embedder } = install('mini')
  expect(embedder.id).toBe('transformers:mini')
  expect(await embedder.health()).toEqual({ ok: true })
  const texts = ['abc', ' ', ...Array.from({ length: 20 }, () => 'x')]
  const vectors = await embedder.embed(texts, document)
  expect(vectors[0]).toEqual(Float32Array.from([3 / Math.sqrt(10), 1 / Math.sqrt(10), 0]))
  expect(vectors[1]).toEqual(new Float32Array(3))
  expect(embedder.dimensions).toBe(3)
  await embedder.close()
  const options = { pooling: 'mean', normalize: true }
  expect(calls()).toEqual([
    { task: 'feature-extraction', model: 'mini', allowRemoteModels: false, localModelPath: root },
    { texts: ['abc', ...Array.from({ length: 15 }, () => 'x')], options },
    { texts: Array.from({ length: 5 }, () => 'x'), options },
    'disposed',
  ])
})

test('says how to install the library', async () => {
  const root = makeTempDir()
  const embedder = openTransformersEmbedder({ folder: root, installedFrom: join(root, 'memo.js') })
  const reason = expect.stringContaining('run "npm install @huggingface/transformers"')
  expect(await embedder.health()).toEqual({ ok: false, reason })
  await expect(embedder.embed(['x'], document)).rejects.toMatchObject({ code: 'UNSUPPORTED', message: reason })
  await embedder.close()
})

test('says that there is no model in the folder', async () => {
  const { root } = install('mini')
  const embedder = openTransformersEmbedder({ folder: join(root, 'none'), installedFrom: join(root, 'memo.js') })
  const reason = `there is no model in ${join(root, 'none')}: it holds no config.json`
  expect(await embedder.health()).toEqual({ ok: false, reason })
  await expect(embedder.embed(['x'], document)).rejects.toMatchObject({ code: 'UNSUPPORTED', message: reason })
})

test('says what the library says of a model that it cannot load', async () => {
  await expect(install('broken').embedder.embed(['x'], document)).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('unknown model type'),
  })
})

test('refuses a model that gives something else than a vector for each text', async () => {
  await expect(install('words').embedder.embed(['x'], document)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test('stops when it is told to', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(install('mini').embedder.embed(['x'], { ...document, signal })).rejects.toThrow('enough')
})
