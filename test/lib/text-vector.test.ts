import { describe, expect, test } from 'vitest'
import { centredCosines, cosine, hasPairAbove, toTextVector } from '../../src/lib/text-vector.ts'
import { openWordTable, wordTable } from '../../src/lib/word-table.ts'

describe('the word table', () => {
  test('finds its first, last and other words, and no others', () => {
    const table = wordTable()
    for (const word of ['able', 'car', 'database', 'zone']) expect(table.find(word)).toBeTypeOf('number')
    for (const word of ['', 'a', 'zzzzzz', 'Car', 'naïve']) expect(table.find(word)).toBeUndefined()
  })

  test('knows which words mean nearly the same', () => {
    const table = wordTable()
    const near = (word: string): string[] => table.neighbours(table.find(word) ?? 0).map((neighbour) => neighbour.word)
    expect(near('car')).toContain('vehicle')
    expect(near('database')).toContain('databases')
  })

  test('says the same of a word, whether it is the first that is asked for or one of many', () => {
    const words = ['able', 'car', 'database', 'zone']
    const told = (table = openWordTable()) =>
      words.map((word) => {
        const place = table.find(word) ?? 0
        const sum = new Float32Array(table.dimensions)
        table.addTo(sum, place)
        return { sum, lengths: table.lengths(place), dot: table.dot(place, 7), neighbours: table.neighbours(place) }
      })
    const asked = openWordTable()
    for (let place = 0; place < 300; place++) asked.addTo(new Float32Array(asked.dimensions), place)
    for (let place = 0; place < 300; place++) asked.neighbours(place)
    expect(told(asked)).toEqual(told())
    expect(told(asked)[1]?.neighbours.map(({ word }) => word)).toContain('vehicle')
  })
})

describe('the vector of a text', () => {
  test('has length 1 in eight bits, and is missing without a known word', () => {
    expect(Math.hypot(...(toTextVector('the cache of the database') ?? []))).toBeCloseTo(127, -1)
    expect(toTextVector('12345 ??? 漢字')).toBeUndefined()
  })

  test('is nearer to what says the same in other words', () => {
    const texts = ['the car would not start this morning', 'our cake recipe needs three eggs', 'taxes are due in april']
    const vectors = texts.flatMap((text) => toTextVector(text) ?? [])
    const query = toTextVector('vehicle engine trouble')
    const [same = 0, ...others] = centredCosines(query ?? new Int8Array(100), vectors)
    for (const other of others) expect(same).toBeGreaterThan(other)
  })
})

describe('a pair above a floor', () => {
  const texts = [
    'the cache is full',
    'the cache is full again',
    'our cake recipe',
    'taxes are due',
    'the cache was full',
  ]
  const vectors = texts.flatMap((text) => toTextVector(text) ?? [])
  const cosines = vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => cosine(one, other)))

  test('is there as the cosines of all pairs say, whatever the floor', () => {
    const floors = [-1, 0, 0.5, 0.995, 1, ...cosines, ...cosines.map((each) => each - 1e-9)]
    for (const floor of floors) {
      expect(hasPairAbove(floor, vectors), String(floor)).toBe(cosines.some((each) => each > floor))
    }
  })

  test('is none of one vector', () => {
    expect(hasPairAbove(-1, vectors.slice(0, 1))).toBe(false)
  })
})
