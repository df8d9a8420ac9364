/** Several steps of one search look at the same vectors; each is read once. */
import type { SearchReader } from './port.ts'

export function rememberedVectors(read: SearchReader['vectors']): SearchReader['vectors'] {
  const known = new Map<number, Int8Array | undefined>()
  return (keys) => {
    const unknown = keys.filter((key) => !known.has(key))
    const found = unknown.length === 0 ? new Map<number, Int8Array>() : read(unknown)
    for (const key of unknown) known.set(key, found.get(key))
    const vectors = new Map<number, Int8Array>()
    for (const key of keys) {
      const vector = known.get(key)
      if (vector !== undefined) vectors.set(key, vector)
    }
    return vectors
  }
}
