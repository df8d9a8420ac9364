/**
 * A model in ONNX form in a folder of the user's, run by `@huggingface/transformers`, which the user installs: half a
 * gigabyte with its runtimes, so memo does not bring it along. The library is told to take nothing from the network.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MemoError, messageOf } from '../lib/errors.ts'
import { embedInBatches } from './batches.ts'
import type { Embedder } from './embedder.ts'
import { findPackage, howToInstall } from './installed-package.ts'
import { toUnitVector } from './unit-vector.ts'

export interface TransformersOptions {
  /** Absolute path of the folder with `config.json`, `tokenizer.json` and `onnx/`. */
  folder: string
  /** The file whose folder the library is looked for from; default: this one. */
  installedFrom?: string | undefined
}

/** The id holds the name of the folder: put another model into a folder of another name. */
export function openTransformersEmbedder({ folder, installedFrom }: TransformersOptions): Embedder {
  let extractor: Promise<Extractor> | undefined
  let dimensions = 0
  return {
    id: `transformers:${basename(folder)}`,
    get dimensions() {
      return dimensions
    },
    embed: async (texts, options) => {
      options.signal?.throwIfAborted()
      extractor ??= loadExtractor(folder, installedFrom)
      const extract = await extractor
      const embed = async (batch: readonly string[]): Promise<Float32Array[]> => {
        options.signal?.throwIfAborted()
        const vectors = toVectors(await extract(batch, { pooling: 'mean', normalize: true }), batch.length)
        dimensions ||= vectors[0]?.length ?? 0
        return vectors
      }
      return await embedInBatches({ texts, size: batchSize, embed, dimensions: () => dimensions })
    },
    health: async () => {
      const obstacle = findObstacle(folder, installedFrom)
      return obstacle === undefined ? { ok: true } : { ok: false, reason: obstacle }
    },
    close: async () => {
      const loaded = await extractor?.catch(() => undefined)
      extractor = undefined
      await loaded?.dispose?.()
    },
  }
}

/** The runtime holds the thread while it works on them. */
const batchSize = 16

const packageName = '@huggingface/transformers'

/** The part of the library that is used. */
interface Library {
  env: { allowRemoteModels: boolean; localModelPath: string }
  pipeline(task: 'feature-extraction', model: string): Promise<Extractor>
}

interface Extractor {
  (texts: readonly string[], options: { pooling: 'mean'; normalize: true }): Promise<Tensor>
  dispose?(): Promise<unknown>
}

/** Rows of vectors, one after the other. */
interface Tensor {
  data: ArrayLike<number>
  dims: readonly number[]
}

function findObstacle(folder: string, installedFrom: string | undefined): string | undefined {
  if (findPackage(packageName, installedFrom) === undefined) {
    return `${packageName} is not installed: ${howToInstall(packageName)}`
  }
  if (existsSync(join(folder, 'config.json'))) return undefined
  return `there is no model in ${folder}: it holds no config.json`
}

async function loadExtractor(folder: string, installedFrom: string | undefined): Promise<Extractor> {
  const entry = findPackage(packageName, installedFrom)
  const obstacle = findObstacle(folder, installedFrom)
  if (entry === undefined || obstacle !== undefined) throw new MemoError('UNSUPPORTED', obstacle ?? packageName)
  try {
    const loaded: Library & { default?: Library } = await import(/* @vite-ignore */ pathToFileURL(entry).href)
    const { env, pipeline } = loaded.default ?? loaded
    Object.assign(env, { allowRemoteModels: false, localModelPath: dirname(folder) })
    return await pipeline('feature-extraction', basename(folder))
  } catch (error) {
    const message = `${packageName} cannot load the model in ${folder}: ${messageOf(error)}`
    throw new MemoError('UNSUPPORTED', message, { cause: error })
  }
}

function toVectors({ data, dims }: Tensor, count: number): Float32Array[] {
  const width = dims.at(-1) ?? 0
  const numbers = Float32Array.from(data)
  const vectors = Array.from({ length: count }, (_, row) => toUnitVector(numbers.slice(row * width, (row + 1) * width)))
  const present = vectors.filter((vector) => vector !== undefined)
  if (present.length === count && numbers.length === count * width) return present
  throw new MemoError('UNSUPPORTED', `${packageName} gave no vector for each text`, {
    hint: 'take a model that is made for embeddings',
  })
}
