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
  const small = text.slice(0, wordLimit * 12).toLowerCase()
  let [start, words, known] = [-1, 0, 0]
  for (let at = 0; at <= small.length && words < wordLimit; at++) {
    const code = at < small.length ? small.charCodeAt(at) : 0
    if (code >= smallA && code <= smallZ) {
      if (start < 0) start = at
      continue
    }
    if (start < 0) continue
    const place = table.findBetween(small, start, at)
    start = -1
    words++
    if (place === undefined) continue
    table.addTo(sum, place)
    known++
  }
  return known === 0 ? undefined : quantise(sum)
}

const smallA = 0x61
const smallZ = 0x7a

function quantise(vector: Float32Array): Int8Array {
  let square = 0
  for (const value of vector) square += value * value
  const scale = 127 / Math.sqrt(square)
  const numbers = new Int8Array(vector.length)
  for (let i = 0; i < vector.length; i++) numbers[i] = Math.round((vector[i] ?? 0) * scale)
  return numbers
}

/** Cosine of two vectors as made here, at most 1. */
export function cosine(one: Int8Array, other: Int8Array): number {
  let dot = 0
  for (let i = 0; i < one.length; i++) dot += (one[i] ?? 0) * (other[i] ?? 0)
  return Math.min(1, dot / (127 * 127))
}

/**
 * Whether the cosine of some two of them is above the floor. What two differ by only grows from number to number, so that
 * nearly every pair is told apart by its first few.
 */
export function hasPairAbove(floor: number, vectors: readonly Int8Array[]): boolean {
  const squares = vectors.map(squareOf)
  return vectors.some((one, at) => {
    for (let next = at + 1; next < vectors.length; next++) {
      const other = vectors[next]
      // One more than the law of cosines says, so that no rounding decides.
      const most = (squares[at] ?? 0) + (squares[next] ?? 0) - 2 * 127 * 127 * floor + 1
      if (other !== undefined && !isFartherThan(most, one, other) && cosine(one, other) > floor) return true
    }
    return false
  })
}

function squareOf(vector: Int8Array): number {
  let square = 0
  for (let i = 0; i < vector.length; i++) square += (vector[i] ?? 0) * (vector[i] ?? 0)
  return square
}

/** By the square of the distance. */
function isFartherThan(most: number, one: Int8Array, other: Int8Array): boolean {
  let square = 0
  for (let i = 0; i < one.length; i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0)
    square += difference * difference
    if (square > most) return true
  }
  return false
}

type Numbers = Int8Array | Float32Array

/**
 * Cosine of the query with each vector, after the mean of the vectors is taken off both: what all candidates have in
 * common tells none of them apart.
 */
export function centredCosines(query: Numbers, vectors: readonly Numbers[]): number[] {
  const mean = meanOf(vectors, query.length)
  const wanted = centre(query, mean)
  return vectors.map((vector) => {
    const other = centre(vector, mean)
    let dot = 0
    for (let i = 0; i < other.length; i++) dot += (wanted[i] ?? 0) * (other[i] ?? 0)
    return dot
  })
}

function meanOf(vectors: readonly Numbers[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions)
  for (const vector of vectors) for (let i = 0; i < dimensions; i++) mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0)
  for (let i = 0; i < dimensions; i++) mean[i] = (mean[i] ?? 0) / vectors.length
  return mean
}

/** The difference to the mean, of length 1. */
function centre(vector: Numbers, mean: Float32Array): Float32Array {
  const difference = new Float32Array(mean.length)
  let square = 0
  for (let i = 0; i < mean.length; i++) {
    const value = (vector[i] ?? 0) - (mean[i] ?? 0)
    difference[i] = value
    square += value * value
  }
  const length = Math.sqrt(square) || 1
  for (let i = 0; i < mean.length; i++) difference[i] = (difference[i] ?? 0) / length
  return difference
}
