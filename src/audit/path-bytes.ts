/**
 * Paths as git has them: any bytes. One that is no UTF-8 becomes text that leads back to its bytes (each byte that fits
 * nowhere is half a surrogate pair, which no other text holds), so that no two paths become one, and none becomes another.
 */
import { isUtf8 } from 'node:buffer'

/** Where the halves begin that stand for bytes from 0x80 on. */
const halves = 0xdc00

/** The pieces of a `-z` output that are paths, or end in one. */
export function splitPaths(bytes: Buffer): string[] {
  if (isUtf8(bytes)) return bytes.toString().split('\0').slice(0, -1)
  const pieces: string[] = []
  for (let at = 0, end = bytes.indexOf(0); end >= 0; at = end + 1, end = bytes.indexOf(0, at)) {
    pieces.push(toPath(bytes.subarray(at, end)))
  }
  return pieces
}

function toPath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : halves + byte)).join('')
}

/** The bytes of lines with such paths, as git takes them on its stdin. */
export function toPathBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text)
  return Buffer.concat(text.split(/([\udc80-\udcff])/u).map(toBytes))
}

function toBytes(piece: string): Buffer {
  return piece.isWellFormed() ? Buffer.from(piece) : Buffer.of(piece.charCodeAt(0) - halves)
}
