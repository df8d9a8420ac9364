/**
 * What a text is about, as one vector: the weighted mean of its words' vectors (smooth inverse frequency, Arora, Liang
 * and Ma 2017), of length 1, in eight bits a number.
 */
import { wordTable } from './word-table.ts'

/** Words looked at: a mean moves little after these, and a book must not hold up a write. */
const wordLimit = 1000

/** Undefined for a text that holds no word of the table. */
export function toTextVector(text: string): Int8Array | undefined {
  const table = wordTable()
  const sum = new Float32Array(table.dimensions)
  let known = 0
  for (const word of text
    .slice(0, wordLimit * 12)
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.slice(0, wordLimit) ?? []) {
    const place = findPlace(word)
    if (place === undefined) continue
    table.addTo(sum, place)
    known++
  }
  return known === 0 ? undefined : quantise(sum)
}

/** The same words come again and again, in a text and in the next. */
const places = new Map<string, number | undefined>()
const placesKept = 50_000

function findPlace(word: string): number | undefined {
  if (!places.has(word)) {
    if (places.size >= placesKept) places.clear()
    places.set(word, wordTable().find(word))
  }
  return places.get(word)
}

function quantise(vector: Float32Array): Int8Array {
  const length = Math.hypot(...vector)
  return Int8Array.from(vector, (value) => Math.round((value / length) * 127))
}

/**
 * Cosine of the query with each vector, after the mean of the vectors is taken off both: what all candidates have in
 * common tells none of them apart.
 */
export function centredCosines(query: Int8Array, vectors: readonly Int8Array[]): number[] {
  const mean = new Float32Array(query.length)
  for (const vector of vectors)
    vector.forEach((value, i) => {
      mean[i] = (mean[i] ?? 0) + value / vectors.length
    })
  const centred = subtract(query, mean)
  return vectors.map((vector) => dot(centred, subtract(vector, mean)))
}

/** The difference, of length 1. */
function subtract(vector: Int8Array, mean: Float32Array): Float32Array {
  const difference = Float32Array.from(vector, (value, i) => value - (mean[i] ?? 0))
  const length = Math.hypot(...difference) || 1
  return difference.map((value) => value / length)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}
