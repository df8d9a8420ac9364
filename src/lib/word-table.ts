/**
 * The table of English words that ships with the product (data/words.bin, made by scripts/word-table.mjs): a vector for
 * each word and the words most like it. Opened once, and only when something asks; of a few words only their own rows are read.
 */
import { fstatSync, openSync, readSync } from 'node:fs'
import { packagePath } from './package-path.ts'

export interface WordTable {
  dimensions: number
  /** The word's place in the table, or undefined for a word that is not in it. */
  find(word: string): number | undefined
  /** The same for the letters of a text from one place up to another; of many texts, much faster. */
  findBetween(text: string, from: number, to: number): number | undefined
  /** Adds the word's weighted vector to the sum. */
  addTo(sum: Float32Array, place: number): void
  /** Length of the word's vector, as it is and weighted. */
  lengths(place: number): { plain: number; weighted: number }
  /** Of the vectors of two words, not divided by their plain lengths. */
  dot(one: number, other: number): number
  /** Words like this one, most alike first. */
  neighbours(place: number): { word: string; cosine: number }[]
}

const magic = 'MEMOWRD2'

let table: WordTable | undefined

export function wordTable(): WordTable {
  table ??= openWordTable()
  return table
}

/** Sections as views on one memory, as they lie in the file: nothing is copied and nothing built. */
export function openWordTable(): WordTable {
  const { memory, read } = openFile(packagePath('data/words.bin'))
  read(0, magic.length + 16)
  if (memory.toString('latin1', 0, magic.length) !== magic) throw new Error('data/words.bin is not a word table')
  const view = <T>(
    type: new (buffer: ArrayBufferLike, from: number, length: number) => T,
    from: number,
    length: number,
  ): T => new type(memory.buffer, memory.byteOffset + from, length)
  const [count = 0, dimensions = 0, neighbourCount = 0] = view(Uint32Array, magic.length, 4)
  const start = magic.length + 16
  read(start, 8 * count)
  const scales = view(Float32Array, start, count)
  const ends = view(Uint32Array, start + 4 * count, count)
  const indices = view(Uint16Array, start + 8 * count, count * neighbourCount)
  const cosines = view(Uint8Array, start + (8 + 2 * neighbourCount) * count, count * neighbourCount)
  const numberStart = start + (8 + 3 * neighbourCount) * count
  const numbers = view(Int8Array, numberStart, count * dimensions)
  const textStart = numberStart + dimensions * count
  read(textStart, memory.length - textStart)
  const needNumbers = readingRows(count, (place, rows) => read(numberStart + place * dimensions, rows * dimensions))
  const needNeighbours = readingRows(count, (place, rows) => {
    read(start + 8 * count + 2 * neighbourCount * place, 2 * neighbourCount * rows)
    read(start + (8 + 2 * neighbourCount) * count + neighbourCount * place, neighbourCount * rows)
  })
  const wordAt = (place: number): string =>
    memory.toString('latin1', textStart + (ends[place - 1] ?? 0), textStart + (ends[place] ?? 0))
  const letters = { count, memory, start: textStart, ends }
  let asked = 0
  let slots: Int32Array | undefined
  const dotAt = (one: number, other: number): number => {
    needNumbers(one)
    needNumbers(other)
    const [from, otherFrom] = [one * dimensions, other * dimensions]
    let sum = 0
    for (let i = 0; i < dimensions; i++) sum += (numbers[from + i] ?? 0) * (numbers[otherFrom + i] ?? 0)
    return sum
  }
  return {
    dimensions,
    find: (word) => bisect(letters, word, 0, word.length),
    findBetween: (text, from, to) => {
      if (slots === undefined && asked++ < askedBeforeHashing) return bisect(letters, text, from, to)
      slots ??= toSlots(letters)
      return findInSlots(letters, slots, { text, from, to })
    },
    addTo: (sum, place) => {
      needNumbers(place)
      const scale = scales[place] ?? 0
      const from = place * dimensions
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + scale * (numbers[from + i] ?? 0)
    },
    lengths: (place) => {
      const plain = Math.sqrt(dotAt(place, place))
      return { plain, weighted: plain * (scales[place] ?? 0) }
    },
    dot: dotAt,
    neighbours: (place) => {
      needNeighbours(place)
      const from = place * neighbourCount
      const found = Array.from({ length: neighbourCount }, (_, i) => ({
        word: wordAt(indices[from + i] ?? 0),
        cosine: (cosines[from + i] ?? 0) / 255,
      }))
      return found.filter(({ cosine }) => cosine > 0)
    },
  }
}

/** Memory for the whole file, of which the system gives only what is touched, and what reads a part of it into its place. */
function openFile(path: string) {
  const file = openSync(path, 'r')
  const memory = Buffer.from(new ArrayBuffer(fstatSync(file).size))
  const read = (from: number, length: number): void => {
    const end = Math.min(from + length, memory.length)
    for (let at = from; at < end; ) {
      const count = readSync(file, memory, at, end - at, at)
      if (count === 0) throw new Error('data/words.bin was cut')
      at += count
    }
  }
  return { memory, read }
}

/** A query has some words, and a text that is taken in has hundreds: all rows take as long to read as so many one by one. */
const askedBeforeAll = 200

/** What makes sure that a row has been read. */
function readingRows(count: number, read: (place: number, rows: number) => void): (place: number) => void {
  const isRead = new Uint8Array(count)
  let asked = 0
  return (place) => {
    if (isRead[place] === 1) return
    if (asked++ < askedBeforeAll) {
      read(place, 1)
      isRead[place] = 1
    } else {
      read(0, count)
      isRead.fill(1)
    }
  }
}

interface Letters {
  count: number
  memory: Buffer
  start: number
  ends: Uint32Array
}

function bisect(letters: Letters, text: string, start: number, end: number): number | undefined {
  let low = 0
  let high = letters.count
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compareAt(letters, middle, { text, from: start, to: end })
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return undefined
}

interface Part {
  text: string
  from: number
  to: number
}

/** Below zero when the word at the place comes before the given one. Letter by letter, so that no text is made. */
function compareAt({ memory, start, ends }: Letters, place: number, { text, from, to }: Part): number {
  const first = start + (ends[place - 1] ?? 0)
  const length = start + (ends[place] ?? 0) - first
  const shared = Math.min(length, to - from)
  for (let i = 0; i < shared; i++) {
    const difference = (memory[first + i] ?? 0) - text.charCodeAt(from + i)
    if (difference !== 0) return difference
  }
  return length - (to - from)
}

/** Hashing all words takes some 3 ms, as long as so many searches for one. A search looks for a few. */
const askedBeforeHashing = 5000

/** Three times the words and more, so that a word nearly always stands in its own slot. */
const slotCount = 2 ** 16

/** For each hash one more than the place of its word, or of the next free slot behind. */
function toSlots({ count, memory, start, ends }: Letters): Int32Array {
  const slots = new Int32Array(slotCount)
  for (let place = 0; place < count; place++) {
    let hash = seed
    for (let at = ends[place - 1] ?? 0; at < (ends[place] ?? 0); at++) hash = addLetter(hash, memory[start + at] ?? 0)
    let slot = toSlot(hash)
    while (slots[slot] !== 0) slot = (slot + 1) % slotCount
    slots[slot] = place + 1
  }
  return slots
}

function findInSlots(letters: Letters, slots: Int32Array, part: Part): number | undefined {
  let hash = seed
  for (let at = part.from; at < part.to; at++) hash = addLetter(hash, part.text.charCodeAt(at))
  for (let slot = toSlot(hash); ; slot = (slot + 1) % slotCount) {
    const place = (slots[slot] ?? 0) - 1
    if (place < 0) return undefined
    if (compareAt(letters, place, part) === 0) return place
  }
}

/** FNV-1a of 32 bits. */
const seed = 0x811c9dc5

function addLetter(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function toSlot(hash: number): number {
  return (hash ^ (hash >>> 15)) & (slotCount - 1)
}
