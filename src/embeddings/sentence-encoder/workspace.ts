/** The memory of the sentence encoder: the weights at its beginning, then room for what is worked on. */
import { wideWidth, width } from './layer-weights.ts'
import { compileProduct, type Product } from './matrix-program.ts'
import { type ModelFiles, readWeights } from './model-files.ts'
import { openMemory } from './web-assembly.ts'

/** The model looks at no more tokens of a text. */
export const tokenLimit = 128
/** Tokens in one pass: short texts share it, and more in it would gain nothing. */
export const rowLimit = 2 * tokenLimit

/** Places are byte offsets into the memory; what lies at a place is at a quarter of it in `numbers`. */
export interface Workspace {
  numbers: Float32Array
  multiply(product: Product): void
  /** Room for `rowLimit` rows each of `width` numbers, and of `wideWidth`. */
  flow: number
  kept: number
  normed: number
  mixed: number
  wide: number
  /** Room for the matrices of one head of attention. */
  head: { questions: number; keys: number; scores: number; values: number; taken: number }
  /** A row of zeros. */
  zeros: number
}

/** Throws as `readWeights` does. */
export function openWorkspace(files: ModelFiles): Workspace {
  // On a line of the cache, wherever the weights end.
  let end = Math.ceil(files.size / 64) * 64
  const reserve = (numbers: number): number => {
    end += 4 * numbers
    return end - 4 * numbers
  }
  const rows = (): number => reserve(rowLimit * width)
  const square = (): number => reserve(tokenLimit * tokenLimit)
  const room = {
    flow: rows(),
    kept: rows(),
    normed: rows(),
    mixed: rows(),
    wide: reserve(rowLimit * wideWidth),
    head: { questions: square(), keys: square(), scores: square(), values: square(), taken: square() },
    zeros: reserve(tokenLimit),
  }
  const memory = openMemory(end)
  readWeights(files, new Uint8Array(memory.buffer))
  return { ...room, numbers: new Float32Array(memory.buffer), multiply: compileProduct(memory) }
}
