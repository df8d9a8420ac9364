/**
 * Every line of a writer's log from the start, sound or not, each with what is wrong with it. Goes on after damage, so
 * that one bad line is one finding: the line after it begins the chain anew.
 */
import { chainStart, findRedactedData, findRedactor, type RedactedData } from './codec.ts'
import { type Line, splitLines, tryDecode, tryToEvent } from './lines.ts'
import { type EventHeader, toEvent } from './schema.ts'
import type { SegmentStore } from './segments.ts'

export type FindingCode =
  /** A bad last line, as a crash leaves it. */
  | 'torn'
  /** Not a line as it was written; a git conflict marker also. */
  | 'damaged'
  /** A sound line with the right number that does not continue the line before it. */
  | 'chain'
  /** The numbers jump: lines or a segment are missing. */
  | 'sequence'
  /** A second branch of this writer's chain. */
  | 'fork'
  /** A line that stands there twice. */
  | 'duplicate'
  /** A line of another writer. */
  | 'foreign'
  /** Data that was taken out on purpose; no damage. */
  | 'redacted'

export interface WalkedLine {
  segment: number
  /** From 1; 0 for a segment that is missing. */
  line: number
  offset: number
  /** What the line holds, if it is an event, even one in the wrong place. */
  sound: { header: EventHeader; data: unknown; redacted: RedactedData | undefined } | undefined
  finding: { code: FindingCode; message: string } | undefined
}

/** Walks one writer's segments. Pure reading, never throws for damage. */
export function* walkWriter(segments: SegmentStore, writer: string): Generator<WalkedLine> {
  const numbers = new Set(segments.list(writer))
  const last = Math.max(0, ...numbers)
  const chain: Chain = { seq: 0, hash: chainStart, known: new Set([chainStart]), used: new Set(), hasGap: false }
  for (let segment = 1; segment <= last; segment++) {
    if (!numbers.has(segment)) {
      chain.hasGap = true
      yield { segment, line: 0, offset: 0, sound: undefined, finding: { code: 'sequence', message: 'it is missing' } }
      continue
    }
    let number = 0
    for (const line of splitLines(segments.read(writer, segment, 0), 0)) {
      number += 1
      const judged = judge(chain, writer, line, segment === last)
      yield { segment, line: number, offset: line.start, ...judged }
    }
  }
}

/** What is known of the chain up to a line. */
interface Chain {
  seq: number
  hash: string
  /** Header hashes of all lines so far, on side branches too. */
  known: Set<string>
  used: Set<number>
  /** Whether lines may be missing since the last sound one: then the next one need not continue it. */
  hasGap: boolean
}

type Judged = Pick<WalkedLine, 'sound' | 'finding'>

function judge(chain: Chain, writer: string, line: Line, isActive: boolean): Judged {
  const decoded = tryDecode(line)
  const header: EventHeader | string = typeof decoded === 'string' ? decoded : tryToEvent(toEvent, decoded)
  if (typeof decoded === 'string' || typeof header === 'string') {
    chain.hasGap = true
    const isTorn = typeof decoded === 'string' && isActive && line.isLast
    return { sound: undefined, finding: { code: isTorn ? 'torn' : 'damaged', message: String(header) } }
  }
  const sound = { header, data: decoded.data, redacted: findRedactedData(line.bytes, header, decoded.data) }
  if (header.writer !== writer) {
    return { sound, finding: { code: 'foreign', message: `it belongs to the writer ${header.writer}` } }
  }
  return { sound, finding: place(chain, header, decoded.headerHash) ?? tellRedacted(decoded.data) }
}

/** Adds the line to the chain, or says why it does not fit there. */
function place(chain: Chain, { seq, prev }: EventHeader, hash: string): WalkedLine['finding'] {
  if (chain.known.has(hash)) return { code: 'duplicate', message: 'it repeats an earlier line' }
  const finding = findMisfit(chain, seq, prev)
  chain.known.add(hash)
  chain.used.add(seq)
  if (finding?.code === 'fork' || seq <= chain.seq) return finding
  Object.assign(chain, { seq, hash, hasGap: false })
  return finding
}

function findMisfit({ seq: before, hash, known, used, hasGap }: Chain, seq: number, prev: string) {
  const message = `it is number ${seq} after number ${before}`
  if (prev === hash) return seq === before + 1 ? undefined : { code: 'sequence' as const, message }
  if (known.has(prev) || used.has(seq)) return { code: 'fork' as const, message: `${message}, on another branch` }
  if (hasGap && seq > before) return undefined
  if (seq !== before + 1) return { code: 'sequence' as const, message }
  return { code: 'chain' as const, message: 'it does not continue the line before it' }
}

function tellRedacted(data: unknown): WalkedLine['finding'] {
  const by = findRedactor(data)
  return by === undefined ? undefined : { code: 'redacted', message: `its data was redacted by the event ${by}` }
}
