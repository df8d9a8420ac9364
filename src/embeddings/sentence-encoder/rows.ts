/** What is done to each row of a matrix by itself. Matrices lie row after row; places count numbers, not bytes. */

/** A matrix within the numbers: where it begins and how wide its rows are. */
export interface Rows {
  numbers: Float32Array
  at: number
  count: number
  width: number
}

/** Each row with mean 0 and variance 1, then scaled and shifted (Ba, Kiros and Hinton 2016), written to `target`. */
export function normaliseRows({ numbers, at, count, width }: Rows, target: number, weights: Scale): void {
  for (let row = 0; row < count; row++) {
    const from = at + row * width
    const { mean, deviation } = measure(numbers, from, width)
    for (let i = 0; i < width; i++) {
      const value = ((numbers[from + i] ?? 0) - mean) / deviation
      numbers[target + row * width + i] =
        value * (numbers[weights.scale / 4 + i] ?? 0) + (numbers[weights.shift / 4 + i] ?? 0)
    }
  }
}

/** Byte offsets of the weights. */
export interface Scale {
  scale: number
  shift: number
}

/** Keeps the division from zero for a row of equal numbers; the constant of the published graph. */
const epsilon = 1e-6

function measure(numbers: Float32Array, from: number, width: number): { mean: number; deviation: number } {
  let mean = 0
  for (let i = from; i < from + width; i++) mean += numbers[i] ?? 0
  mean /= width
  let square = 0
  for (let i = from; i < from + width; i++) square += ((numbers[i] ?? 0) - mean) ** 2
  return { mean, deviation: Math.sqrt(square / width + epsilon) }
}

export function addRows({ numbers, at, count, width }: Rows, other: number): void {
  for (let i = 0; i < count * width; i++) numbers[at + i] = (numbers[at + i] ?? 0) + (numbers[other + i] ?? 0)
}

/** Nothing below zero stays. */
export function rectifyRows({ numbers, at, count, width }: Rows): void {
  for (let i = at; i < at + count * width; i++) if ((numbers[i] ?? 0) < 0) numbers[i] = 0
}

/** Turns the first `used` numbers of each row into shares of 1 by their exponentials; the rest of the row is 0. */
export function shareRows({ numbers, at, count, width }: Rows, used: number): void {
  for (let row = 0; row < count; row++) {
    const from = at + row * width
    const top = numbers.subarray(from, from + used).reduce((a, b) => Math.max(a, b), -Infinity)
    let sum = 0
    for (let i = from; i < from + used; i++) {
      const value = Math.exp((numbers[i] ?? 0) - top)
      numbers[i] = value
      sum += value
    }
    for (let i = from; i < from + used; i++) numbers[i] = (numbers[i] ?? 0) / sum
    numbers.fill(0, from + used, from + width)
  }
}

/** The mean of all rows, written to `target`. */
export function averageRows({ numbers, at, count, width }: Rows, target: number): void {
  numbers.fill(0, target, target + width)
  for (let i = 0; i < count * width; i++) {
    const place = target + (i % width)
    numbers[place] = (numbers[place] ?? 0) + (numbers[at + i] ?? 0)
  }
  for (let i = target; i < target + width; i++) numbers[i] = (numbers[i] ?? 0) / count
}
