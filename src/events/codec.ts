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
}

const dataMark = ',"data":'
const crcMark = ',"crc":"'
const crcLength = crcMark.length + 8 + 1

/** `prev` of the first line of a writer. */
export const chainStart = '0'.repeat(64)

/** Of a line without data that is written again: the digest of what it had, and the text that stands there, as long as that. */
export interface RedactedData {
  digest: string
  dataText: string
}

/** With `redacted` the line is written as it is since its data was taken out, and `data` counts for nothing. */
export function encodeLine(fields: HeaderFields, data: unknown, redacted?: RedactedData): EncodedLine {
  const dataText = redacted?.dataText ?? JSON.stringify(data)
  const { id, writer, seq, at, actor, type, prev } = fields
  const checked = {
    v: 1 as const,
    id,
    writer,
    seq,
    at,
    actor,
    type,
    digest: redacted?.digest ?? sha256(dataText),
    prev,
  }
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
 * written; only data that was redacted need not fit its digest.
 */
export function decodeLine(line: Buffer): DecodedLine {
  const split = line.indexOf(dataMark)
  if (split < crcLength || line.at(-1) !== 0x7d) throw damaged(describeForeign(line))
  const headerText = `${line.toString('utf8', 0, split)}}`
  const crc = crc32Hex(line.subarray(0, split - crcLength), '}')
  if (line.toString('latin1', split - crcLength, split) !== `${crcMark}${crc}"`) {
    throw damaged(line.includes(0) ? 'it holds NUL bytes' : 'its header does not match its checksum')
  }
  const dataBytes = line.subarray(split + dataMark.length, -1)
  const header = parse(headerText) as { digest?: unknown }
  const data = parse(dataBytes.toString())
  const isAsWritten = header.digest === sha256(dataBytes)
  if (!isAsWritten && findRedactor(data) === undefined) throw damaged('its data does not match its digest')
  return { header, data, headerHash: sha256(headerText) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw damaged('it is not JSON', cause)
  }
}

/** What `encodeLine` wants to write a line without data again; undefined for a line that has its data. */
export function findRedactedData(line: Buffer, header: { digest: string }, data: unknown): RedactedData | undefined {
  if (findRedactor(data) === undefined) return undefined
  const { digest } = header
  const text = line.toString().trimEnd()
  return { digest, dataText: text.slice(text.indexOf(dataMark) + dataMark.length, -1) }
}

/**
 * The id of the event that says why the data is gone; undefined for data that is there, also where a newer version has a
 * field of that name in it.
 */
export function findRedactor(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('redacted' in data)) return undefined
  return Object.keys(data).length === 1 ? String(data.redacted) : undefined
}

/**
 * The line without its data, which names the event that took it out. As long as before, because offsets into the log are
 * kept in many places: spaces fill the room. Data that is shorter than the name stays, since it has no room for words.
 */
export function redactLine(line: Buffer, by: string): Buffer {
  const start = line.indexOf(dataMark) + dataMark.length
  const text = `{"redacted":${JSON.stringify(by)}`
  const room = line.length - start - 2
  if (room < text.length) return line
  return Buffer.concat([line.subarray(0, start), Buffer.from(`${text.padEnd(room)}}}`)])
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
