/** Several steps of one search look at the same vectors and texts; each is read once. */

export function remembered<T>(read: (keys: readonly number[]) => Map<number, T>): typeof read {
  const known = new Map<number, T | undefined>()
  return (keys) => {
    const unknown = keys.filter((key) => !known.has(key))
    const found = unknown.length === 0 ? new Map<number, T>() : read(unknown)
    for (const key of unknown) known.set(key, found.get(key))
    const values = new Map<number, T>()
    for (const key of keys) {
      const value = known.get(key)
      if (value !== undefined) values.set(key, value)
    }
    return values
  }
}
