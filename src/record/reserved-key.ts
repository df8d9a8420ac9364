/**
 * The one name that no key has: what goes through an object loses `__proto__` without a word, or takes it for something
 * else. So it is refused wherever it comes in, in place of being kept here and dropped there.
 */
import { MemoError } from '../lib/errors.ts'

export const reservedKey = '__proto__'

export const reservedKeyProblem = `a key cannot be called ${reservedKey}`

/** Throws USAGE for a value that has such a key. */
export function assertNoReservedKey(value: unknown): void {
  if (hasReservedKey(value)) throw new MemoError('USAGE', reservedKeyProblem)
}

/** Whether an object in the value, at any depth, has such a key. */
export function hasReservedKey(value: unknown): boolean {
  // No recursion: what a program sends may be nested deeper than the stack is.
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, reservedKey)) return true
    for (const item of Object.values(next)) open.push(item)
  }
  return false
}
