import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileProduct, rowStep } from '../../../src/embeddings/sentence-encoder/matrix-program.ts'
import { columnStep, layInStrips } from '../../../src/embeddings/sentence-encoder/strips.ts'
import { openMemory } from '../../../src/embeddings/sentence-encoder/web-assembly.ts'

const most = { rows: 11, inner: 37, columns: 4 * columnStep }
const memory = openMemory(1 << 18)
const numbers = new Float32Array(memory.buffer)
const run = compileProduct(memory)
const at = { left: 0, right: 1 << 15, bias: 1 << 16, product: 3 << 15 }

test('is the product and the bias, as three plain loops give it', () => {
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: most.rows }),
    inner: fc.integer({ min: 1, max: most.inner }),
    strips: fc.integer({ min: 1, max: most.columns / columnStep }),
    seed: fc.integer(),
  })
  fc.assert(
    fc.property(sizes, ({ rows, inner, strips, seed }) => {
      const size = { rows, inner, columns: strips * columnStep }
      for (let i = 0; i < numbers.length; i++) numbers[i] = Math.sin(i * 1.7 + seed)
      const wanted = multiplyPlainly(size)
      const after = numbers.slice(afterProduct(size))
      layInStrips(numbers.subarray(at.right / 4, at.right / 4 + inner * size.columns), inner)
      run({ ...at, ...size })
      for (const [i, value] of wanted.entries()) expect(numbers[at.product / 4 + i]).toBeCloseTo(value, 4)
      expect(numbers.slice(afterProduct(size))).toEqual(after)
    }),
    { numRuns: 60 },
  )
})

/** Before the right matrix is laid in strips. */
function multiplyPlainly({ rows, inner, columns }: typeof most): number[] {
  return Array.from({ length: rows * columns }, (_, place) => {
    const row = Math.floor(place / columns)
    const column = place % columns
    let sum = numbers[at.bias / 4 + column] ?? 0
    for (let i = 0; i < inner; i++) {
      sum += (numbers[row * inner + i] ?? 0) * (numbers[at.right / 4 + i * columns + column] ?? 0)
    }
    return sum
  })
}

function afterProduct({ rows, columns }: typeof most): number {
  return at.product / 4 + Math.ceil(rows / rowStep) * rowStep * columns
}
