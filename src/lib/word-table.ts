/**
 * The table of English words that ships with the product (data/words.bin, made by scripts/word-table.mjs): a vector for
 * each word and the words most like it. Read once, and only when something asks.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface WordTable {
  dimensions: number
  /** The word's place in the table, or undefined for a word that is not in it. */
  find(word: string): number | undefined
  /** Adds the word's weighted vector to the sum. */
  addTo(sum: Float32Array, place: number): void
  /** Words like this one, most alike first. */
  neighbours(place: number): { word: string; cosine: number }[]
}

const magic = 'MEMOWRD1'

let table: WordTable | undefined

export function wordTable(): WordTable {
  table ??= parse(readFileSync(findFile()))
  return table
}

/** The sources and the bundle lie at different depths below the package, so the way up is searched. */
function findFile(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'data/words.bin')) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, 'data/words.bin')
}

function parse(file: Buffer): WordTable {
  if (file.toString('latin1', 0, magic.length) !== magic) throw new Error('data/words.bin is not a word table')
  const [count = 0, dimensions = 0, neighbourCount = 0, textLength = 0] = new Uint32Array(copy(file, magic.length, 16))
  let at = magic.length + 16
  const take = (length: number): ArrayBuffer => {
    at += length
    return copy(file, at - length, length)
  }
  const words = Buffer.from(take(textLength)).toString('latin1').split('\n')
  at += (4 - (textLength % 4)) % 4
  const scales = new Float32Array(take(count * 4))
  const indices = new Uint16Array(take(count * neighbourCount * 2))
  const cosines = new Uint8Array(take(count * neighbourCount))
  const numbers = new Int8Array(take(count * dimensions))
  const places = new Map(words.map((word, index) => [word, index]))
  return {
    dimensions,
    find: (word) => places.get(word),
    addTo: (sum, place) => {
      const scale = scales[place] ?? 0
      const start = place * dimensions
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + scale * (numbers[start + i] ?? 0)
    },
    neighbours: (place) => {
      const start = place * neighbourCount
      const found = Array.from({ length: neighbourCount }, (_, i) => ({
        word: words[indices[start + i] ?? 0] ?? '',
        cosine: (cosines[start + i] ?? 0) / 255,
      }))
      return found.filter(({ cosine }) => cosine > 0)
    },
  }
}

/** Typed arrays want aligned memory, which a slice of a file is not. */
function copy(file: Buffer, start: number, length: number): ArrayBuffer {
  return new Uint8Array(file.subarray(start, start + length)).buffer
}
