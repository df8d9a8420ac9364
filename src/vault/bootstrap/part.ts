/** The parts of a brief, in their order, and how their entries are told. What is stored is data and stands quoted. */
import { toHarmless } from '../../lib/harmless.ts'
import { truncateBytes } from '../../lib/text-cut.ts'
import type { Tier } from '../../retrieval/disclosure.ts'
import { toPackTexts } from '../../retrieval/pack-text.ts'
import type { BriefCandidate } from './candidates.ts'
import type { Drifted } from './drift.ts'
import { toInert } from './frame.ts'
import type { BriefNotice } from './notices.ts'

/**
 * The heading of each part, and its share of the room; what a part leaves is there for the others, the first ones first.
 * What is being worked on and what has gone wrong before are what a session needs most.
 */
export const parts = {
  slice: { heading: 'Active slice', share: 0.3 },
  session: { heading: 'Last session', share: 0.1 },
  traps: { heading: 'Traps', share: 0.28 },
  decisions: { heading: 'Decisions', share: 0.18 },
  drift: { heading: 'Drift', share: 0.07 },
  notices: { heading: 'Notices', share: 0.07 },
} as const
export type PartName = keyof typeof parts
export const partNames = Object.keys(parts) as PartName[]

/** Something to be told; all texts harmless and inert. */
export interface PartEntry<Item> {
  item: Item
  /** The text in full is cut: the record is longer than one may be in a brief. */
  isCut: boolean
  /** Bytes that the whole of it would take. */
  fullBytes: number
  texts: { readonly [tier in Tier]: string }
}

/** One record may take this share of the brief, so that a long spec leaves room for the plan behind it. */
const recordShare = 1 / 6

/** @param now milliseconds since the epoch */
export function toRecordEntry(
  candidate: BriefCandidate,
  { maxBytes, now }: { maxBytes: number; now: number },
): PartEntry<BriefCandidate> {
  const told = { ...candidate, name: candidate.id }
  const texts = toPackTexts(told, now)
  const isCut = Buffer.byteLength(candidate.body) > maxBytes * recordShare
  const body = isCut ? truncateBytes(candidate.body, Math.floor(maxBytes * recordShare)) : candidate.body
  const whole = toInert(texts.full)
  const full = isCut
    ? toInert(`${toPackTexts({ ...told, body }, now).full}\nIt goes on: memo get ${candidate.id}\n`)
    : whole
  return {
    item: candidate,
    isCut,
    fullBytes: Buffer.byteLength(whole),
    texts: { full, line: toInert(texts.line), index: toInert(texts.index) },
  }
}

export function toDriftEntry(drifted: Drifted): PartEntry<Drifted> {
  const { kind, id, path, change } = drifted
  const what = change === 'missing' ? 'which is not there' : 'which has changed since'
  return toLineEntry(drifted, `${kind} ${id} names ${toHarmless(path)}, ${what}`)
}

export function toNoticeEntry(notice: BriefNotice): PartEntry<BriefNotice> {
  return toLineEntry(notice, notice.message)
}

function toLineEntry<Item>(item: Item, line: string): PartEntry<Item> {
  const text = toInert(`- ${line}`)
  return { item, isCut: false, fullBytes: Buffer.byteLength(text), texts: { full: text, line: text, index: text } }
}
