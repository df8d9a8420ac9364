/**
 * Matrix times matrix as a WebAssembly program: it works on four numbers at once, several times faster than a loop of
 * the language, and a query must take no longer than a glance. Products and sums are IEEE 754, so every machine gives
 * the same vectors. Knows no model.
 */
import {
  add,
  addFours,
  type Code,
  constant,
  get,
  isBelow,
  loadFour,
  multiply,
  multiplyFours,
  repeatWhile,
  set,
  spread,
  storeFour,
  writeProgram,
} from './instructions.ts'
import { columnStep } from './strips.ts'
import { type Memory, openProgram } from './web-assembly.ts'

/** Rows are worked on in fours: those up to the next multiple must be the caller's to read and to write. */
export const rowStep = 4

/**
 * Places are byte offsets into the memory, sizes are counts of 32-bit floats. The left matrix and the product lie row
 *after row, the right one in strips (`strips.ts`).
 */
export interface Product {
  left: number
  right: number
  /** A row that is added to each row of the product. */
  bias: number
  product: number
  rows: number
  /** Columns of the left matrix, rows of the right one. */
  inner: number
  /** A multiple of `columnStep`. */
  columns: number
}

/** Gives the function that does `product = left × right + bias` over the memory. Throws as `openProgram` does. */
export function compileProduct(memory: Memory): (product: Product) => void {
  const run = openProgram(
    writeProgram({ parameters: 7, integers: 6 + rowStep, fours: fourCount, body: program() }),
    memory,
  )
  return ({ left, right, bias, product, rows, inner, columns }) =>
    run(left, right, bias, product, rows, inner * 4, columns * 4)
}

/** Vectors of four floats in a step of columns. */
const fours = columnStep / 4
const eachFour = Array.from({ length: fours }, (_, four) => four)
const eachRow = Array.from({ length: rowStep }, (_, row) => row)

/** The numbers of the local variables; widths are bytes of a row. */
const left = 0
const right = 1
const bias = 2
const product = 3
const rows = 4
const leftWidth = 5
const rightWidth = 6
const column = 7
const row = 8
const rightAt = 9
const productAt = 10
const strip = 11
const stop = 12
const leftAt = (r: number): number => 13 + r
const rightFour = (four: number): number => 13 + rowStep + four
const leftFour = 13 + rowStep + fours
const sum = (r: number, four: number): number => leftFour + 1 + r * fours + four
const fourCount = fours + 1 + rowStep * fours

/** Strip by strip of columns, and in each all the rows: the strip of the right matrix stays in the cache. */
function program(): Code {
  const eachStrip = [
    ...set(row, constant(0)),
    ...repeatWhile(isBelow(get(row), get(rows)), [...startRows(), ...sumUp(), ...storeRows()]),
    ...set(column, add(get(column), constant(4 * columnStep))),
    ...set(strip, get(rightAt)),
  ]
  return [
    ...set(column, constant(0)),
    ...set(strip, get(right)),
    ...repeatWhile(isBelow(get(column), get(rightWidth)), eachStrip),
  ]
}

function startRows(): Code {
  return [
    ...set(leftAt(0), add(get(left), multiply(get(row), get(leftWidth)))),
    ...eachRow.slice(1).flatMap((r) => set(leftAt(r), add(get(leftAt(r - 1)), get(leftWidth)))),
    ...set(stop, add(get(leftAt(0)), get(leftWidth))),
    ...set(rightAt, get(strip)),
    ...eachRow.flatMap((r) =>
      eachFour.flatMap((four) => set(sum(r, four), loadFour(add(get(bias), get(column)), 16 * four))),
    ),
  ]
}

function sumUp(): Code {
  const addProducts = (r: number): Code => [
    ...set(leftFour, spread(get(leftAt(r)))),
    ...set(leftAt(r), add(get(leftAt(r)), constant(4))),
    ...eachFour.flatMap((four) =>
      set(sum(r, four), addFours(get(sum(r, four)), multiplyFours(get(leftFour), get(rightFour(four))))),
    ),
  ]
  return repeatWhile(isBelow(get(leftAt(0)), get(stop)), [
    ...eachFour.flatMap((four) => set(rightFour(four), loadFour(get(rightAt), 16 * four))),
    ...set(rightAt, add(get(rightAt), constant(4 * columnStep))),
    ...eachRow.flatMap(addProducts),
  ])
}

function storeRows(): Code {
  return [
    ...set(productAt, add(add(get(product), get(column)), multiply(get(row), get(rightWidth)))),
    ...eachRow.flatMap((r) => [
      ...eachFour.flatMap((four) => storeFour(get(productAt), get(sum(r, four)), 16 * four)),
      ...set(productAt, add(get(productAt), get(rightWidth))),
    ]),
    ...set(row, add(get(row), constant(rowStep))),
  ]
}
