/** The vector at length 1; undefined when it has none: only zeros, or a number that is not finite. */
export function toUnitVector(numbers: ArrayLike<number>): Float32Array | undefined {
  let square = 0
  for (let i = 0; i < numbers.length; i++) square += (numbers[i] ?? 0) ** 2
  const length = Math.sqrt(square)
  if (!Number.isFinite(length) || length === 0) return undefined
  return Float32Array.from(numbers, (number) => number / length)
}
