/** JSON that the index holds: written by us, so that anything else is damage, as a page is that SQLite cannot read. */

/** Throws what `isDamage` knows for text that is no object or list, or not one of the form that was written. */
export function parseStored(text: unknown, isSound: (value: object) => boolean = () => true): object {
  const value = parse(String(text))
  if (typeof value === 'object' && value !== null && isSound(value)) return value
  throw damaged()
}

/** What to throw for any other value that was not written like that. */
export function damaged(): Error {
  return Object.assign(new Error('the index holds a value that was not written like that'), { code: 'SQLITE_CORRUPT' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
