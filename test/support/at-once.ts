/** Values that the local index gives without a promise. */
import type { Awaitable } from '../../src/lib/awaitable.ts'

export function atOnce<T>(value: Awaitable<T>): T {
  if (value instanceof Promise) throw new Error('the local index must answer at once')
  return value
}
