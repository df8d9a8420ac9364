/** Numbers that look random and are the same for the same seed, everywhere. */

/** @returns a number from 0 up to, but not including, 1 */
export type Random = () => number

/** Mulberry32: small, and the same everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the elements. Throws for an empty list. */
export function pick<T>(random: Random, elements: readonly T[]): T {
  if (elements.length === 0) throw new Error('there is nothing to pick from')
  return elements[Math.floor(random() * elements.length)] as T
}
