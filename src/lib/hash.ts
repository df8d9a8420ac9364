/** Content hashes: SHA-256 as lower-case hex, half of it as 22 letters, CRC-32 as eight hex digits. */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** For what is only to be told apart, and kept for every record: 128 of the 256 bits, as base64url. */
export function shortHash(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url').slice(0, 22)
}

/** Of the parts one behind the other. */
export function crc32Hex(...parts: (string | Uint8Array)[]): string {
  return parts
    .reduce((sum, part) => crc32(part, sum), 0)
    .toString(16)
    .padStart(8, '0')
}
