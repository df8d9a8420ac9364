/** Content hashes: SHA-256 as lower-case hex, CRC-32 as eight hex digits. */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

export function crc32Hex(data: string | Uint8Array): string {
  return crc32(data).toString(16).padStart(8, '0')
}
