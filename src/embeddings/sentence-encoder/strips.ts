/**
 * How the right matrix of a product lies in memory: strips of a few columns follow each other, each row after row, so
 * that the program reads on and on. Row after row of the whole matrix, the numbers of a column are 2 KiB apart, share
 * the few places that a cache has for such addresses, and throw each other out: several times slower.
 */

/** Columns in a strip, and what the number of columns must be a multiple of: sixteen floats fill a line of the cache. */
export const columnStep = 16

/** Where a number lies, counted in floats from the beginning of a matrix with `inner` rows. */
export function toStripPlace(row: number, column: number, inner: number): number {
  const within = column % columnStep
  return (column - within) * inner + row * columnStep + within
}

/** Lays a matrix of `inner` rows that is stored row after row into strips, in place. */
export function layInStrips(matrix: Float32Array, inner: number): void {
  const rowByRow = matrix.slice()
  const columns = matrix.length / inner
  for (let first = 0; first < columns; first += columnStep) {
    for (let row = 0; row < inner; row++) {
      const from = row * columns + first
      const to = toStripPlace(row, first, inner)
      for (let i = 0; i < columnStep; i++) matrix[to + i] = rowByRow[from + i] ?? 0
    }
  }
}
