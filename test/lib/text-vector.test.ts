import { describe, expect, test } from 'vitest'
import { centredCosines, toTextVector } from '../../src/lib/text-vector.ts'
import { wordTable } from '../../src/lib/word-table.ts'

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
