/** What became of everything that a brief looked at, as it was packed. */
import type { Kind } from '../../record/vocabulary.ts'
import type { BriefCandidate, Place } from './candidates.ts'
import type { Drifted } from './drift.ts'
import type { BriefNotice } from './notices.ts'
import type { PackedPart } from './pack.ts'
import { type PartName, parts } from './part.ts'
import { type BriefTier, toBriefTier } from './tier.ts'

export interface ExplainedPart {
  name: PartName
  /** Bytes that are its own, whatever the others need. */
  share: number
  /** Bytes that it takes. */
  used: number
  told: number
  /** Looked at, and no room for it. */
  leftOut: number
  /** More than are looked at. */
  unseen: number
}

export interface ExplainedRecord {
  part: PartName
  id: string
  projectId: string
  kind: Kind
  title: string
  /** Why it stands where it does. */
  place: Place
  /** Null: left out, for want of room. */
  told: BriefTier | null
  /** What it takes. */
  bytes: number
  /** What all of it would take. */
  fullBytes: number
}

export interface BriefExplain {
  /** Bytes for the parts: what the frame leaves. */
  room: number
  parts: ExplainedPart[]
  /** In the order in which they were to be told. */
  records: ExplainedRecord[]
}

export function explainBrief(
  packed: readonly PackedPart<BriefCandidate | Drifted | BriefNotice>[],
  room: number,
): BriefExplain {
  return {
    room,
    parts: packed.map(({ name, bytes, told, entries, total }) => ({
      name,
      share: Math.floor(room * parts[name].share),
      used: bytes,
      told: told.length,
      leftOut: entries.length - told.length,
      unseen: total - entries.length,
    })),
    records: packed.flatMap(explainRecords),
  }
}

function explainRecords({
  name,
  entries,
  told,
}: PackedPart<BriefCandidate | Drifted | BriefNotice>): ExplainedRecord[] {
  return entries.flatMap((entry) => {
    if (!('body' in entry.item)) return []
    const { id, projectId, kind, title, place } = entry.item
    const shown = told.find((one) => one.entry === entry)
    return [
      {
        ...{ part: name, id, projectId, kind, title, place, fullBytes: entry.fullBytes + 1 },
        told: shown === undefined ? null : toBriefTier(shown.tier, entry.isCut),
        bytes: shown === undefined ? 0 : Buffer.byteLength(shown.text) + 1,
      },
    ]
  })
}
