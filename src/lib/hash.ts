/** Content hashes: SHA-256 as lower-case hex, CRC-32 as eight hex digits. */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Of the parts one behind the other. */
export function crc32Hex(...parts: (string | Uint8Array)[]): string {
  return parts
    .reduce((sum, part) => crc32(part, sum), 0)
    .toString(16)
    .padStart(8, '0')
}
