/**
 * CRC-32 as gzip has it (IEEE 802.3, reflected, 0xedb88320). Node's own lies in node:zlib, and to load that takes 2 ms: more
 * than a command that writes needs for all of its lines.
 */

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/**
 * @param before sum of what stands in front of the bytes
 * @returns 0 to 2 ** 32 - 1
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return ~sum >>> 0
}
