/**
 * A signature over the ends of all logs at a time. Who removes or rewrites lines below them can make a new chain, and not
 * a new signature. One file for each writer that signs, beside its segments, so no two clones write the same one.
 */
import * as z from 'zod'
import { RecordId } from '../record/schema.ts'
import { isLineEnd } from './log-end.ts'
import type { SegmentStore } from './segments.ts'

export const signedFile = 'signed.json'

const Head = z.object({
  segment: z.int().min(1),
  /** Where the last line ends in its segment. */
  offset: z.int().min(1),
  seq: z.int().min(1),
  /** Of the last event, to find it again where its line was moved. */
  id: z.string(),
  /** Of the last line's header: the chain makes it stand for all lines before. */
  hash: z.string(),
})
export type Head = z.infer<typeof Head>

export const SignedHeads = z.object({
  v: z.literal(1),
  writer: RecordId,
  at: z.iso.datetime(),
  heads: z.record(RecordId, Head),
  format: z.enum(['ssh', 'openpgp']),
  signature: z.string().min(1),
})
export type SignedHeads = z.infer<typeof SignedHeads>

/** The bytes that are signed. */
export function signedText({ writer, at, heads }: Pick<SignedHeads, 'writer' | 'at' | 'heads'>): string {
  const sorted = Object.entries(heads).sort(([a], [b]) => (a < b ? -1 : 1))
  const ordered = sorted.map(([name, { segment, offset, seq, id, hash }]) => [name, { segment, offset, seq, id, hash }])
  return `${JSON.stringify({ v: 1, writer, at, heads: Object.fromEntries(ordered) })}\n`
}

/** The writers whose log does not have the signed line in its place any more. */
export function findLostHeads(
  segments: SegmentStore,
  { heads }: Pick<SignedHeads, 'heads'>,
): { writer: string; head: Head }[] {
  return Object.entries(heads)
    .filter(([writer, head]) => !isLineEnd(segments, writer, head))
    .map(([writer, head]) => ({ writer, head }))
}
