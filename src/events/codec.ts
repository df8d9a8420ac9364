/**
 * One event, one line. The header is every field but `data`; `data` stands last, so both can be cut out of the bytes
 * without parsing. `digest` covers the data, `crc` the header before it, `prev` is the hash of the previous line's
 * header: each byte of a line is covered by a check on that same line, and redacting data leaves the chain whole.
 * The grammar is in docs/log-format.md.
 */
import { MemoError } from '../lib/errors.ts'
import { crc32Hex, sha256 } from '../lib/hash.ts'
import type { EventHeader } from './schema.ts'

export type HeaderFields = Omit<EventHeader, 'v' | 'digest' | 'crc'>

export interface EncodedLine {
  /** The line with its final newline. */
  text: string
  dataText: string
  header: EventHeader
  /** What the next line's `prev` must be. */
  headerHash: string
}

export interface DecodedLine {
  header: unknown
  data: unknown
  headerHash: string
  /** False when the data does not match its digest: redacted, if it says so, or damaged. */
  digestHolds: boolean
}

const dataMark = ',"data":'
const crcMark = ',"crc":"'
const crcLength = crcMark.length + 8 + 1

/** `prev` of the first line of a writer. */
export const chainStart = '0'.repeat(64)

export function encodeLine(fields: HeaderFields, data: unknown): EncodedLine {
  const dataText = JSON.stringify(data)
  const { id, writer, seq, at, actor, type, prev } = fields
  const checked = { v: 1 as const, id, writer, seq, at, actor, type, digest: sha256(dataText), prev }
  const start = JSON.stringify(checked)
  const header = { ...checked, crc: crc32Hex(start) }
  const headerText = `${start.slice(0, -1)}${crcMark}${header.crc}"}`
  return {
    text: `${headerText.slice(0, -1)}${dataMark}${dataText}}\n`,
    dataText,
    header,
    headerHash: sha256(headerText),
  }
}

/**
 * Reads a line without its newline. Throws INTEGRITY, with the reason as message, when any byte of it is not as it was
 * written; only data that was redacted passes with `digestHolds: false`.
 */
export function decodeLine(line: Buffer): DecodedLine {
  const split = line.indexOf(dataMark)
  if (split < crcLength || line.at(-1) !== 0x7d) throw damaged(describeForeign(line))
  const headerText = `${line.toString('utf8', 0, split)}}`
  const start = Buffer.concat([line.subarray(0, split - crcLength), Buffer.from('}')])
  if (headerText !== `${start.toString().slice(0, -1)}${crcMark}${crc32Hex(start)}"}`) {
    throw damaged(line.includes(0) ? 'it holds NUL bytes' : 'its header does not match its checksum')
  }
  const dataBytes = line.subarray(split + dataMark.length, -1)
  const header = parse(headerText) as { digest?: unknown }
  const data = parse(dataBytes.toString())
  const digestHolds = header.digest === sha256(dataBytes)
  if (!digestHolds && !isRedaction(data)) throw damaged('its data does not match its digest')
  return { header, data, headerHash: sha256(headerText), digestHolds }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw damaged('it is not JSON', cause)
  }
}

function isRedaction(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'redacted' in data && Object.keys(data).length === 1
}

/** Says what stands there instead of an event, for the two accidents that people meet. */
function describeForeign(line: Buffer): string {
  const text = line.toString('utf8', 0, 16)
  if (/^(<{7}|={7}|>{7}|\|{7})/.test(text)) return 'it is a git conflict marker'
  if (line.includes(0)) return 'it holds NUL bytes'
  return 'it is not an event line'
}

function damaged(reason: string, cause?: unknown): MemoError {
  return new MemoError('INTEGRITY', reason, { cause })
}
