/** Bytes as text, refused where they are none: what a lenient decoder puts in the place of a bad byte is lost text. */

const decoder = new TextDecoder('utf-8', { fatal: true })
const keepingDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text, or undefined for bytes that are not UTF-8. A byte order mark is no part of it, unless `keepMark`. */
export function decodeUtf8(bytes: Uint8Array, { keepMark = false } = {}): string | undefined {
  try {
    return (keepMark ? keepingDecoder : decoder).decode(bytes)
  } catch {
    return undefined
  }
}
