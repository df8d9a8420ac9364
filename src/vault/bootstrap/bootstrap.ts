/**
 * The brief at the start of a session: the active slice, traps, decisions, drift and notices of a project, as one text
 * within a budget of bytes. The uses of what it tells are counted, since it is told to be used.
 */
import { MemoError } from '../../lib/errors.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { hitEligibleKinds, type Kind, type Status } from '../../record/vocabulary.ts'
import { reading } from '../history/as-of.ts'
import { type Scan, withIndexRecovery } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { recordHits } from '../writing/hits.ts'
import type { BriefCandidate, BriefLists } from './candidates.ts'
import type { Drifted } from './drift.ts'
import { type BriefExplain, explainBrief } from './explain.ts'
import { frameBytes, toClosing, toFrame } from './frame.ts'
import { type BriefScope, type Gathered, gather } from './gather.ts'
import type { BriefNotice } from './notices.ts'
import { type PackedPart, type PartList, packParts } from './pack.ts'
import { parts, toDriftEntry, toNoticeEntry, toRecordEntry } from './part.ts'
import { type BriefTier, toBriefTier } from './tier.ts'

export interface BootstrapInput extends BriefScope {
  /** Most bytes of the text; what the settings say when left out. */
  maxBytes?: number | undefined
  /** Counts each record once in this session. */
  session?: string | undefined
  /** Whether the uses are counted. */
  isCounted: boolean
  /** Tell of every record that was looked at what became of it. */
  explain: boolean
  scan: Scan
}

export interface BriefRecord {
  id: string
  projectId: string
  kind: Kind
  title: string
  status: Status
  /** How much of it is told. */
  tier: BriefTier
  /** What that takes. */
  bytes: number
}

export interface BriefSection {
  name: 'slice' | 'session' | 'traps' | 'decisions'
  /** How many there are in the project. */
  total: number
  /** Those that are told, best first. */
  records: BriefRecord[]
}

export interface BootstrapResult {
  project: string
  /** Markdown inside one element; stored text in it is quoted and harmless. */
  text: string
  /** Of the text, in UTF-8. */
  bytes: number
  maxBytes: number
  sections: BriefSection[]
  /** Those that are told. */
  drift: Drifted[]
  notices: BriefNotice[]
  /** Records, drift and notices that are not told. */
  omitted: number
  /** Ids of the records whose use was counted. */
  bumped: string[]
  degraded: { reason: string } | null
  stale: boolean
  explain?: BriefExplain
}

/** A brief of fewer bytes would be little more than its frame. */
export const fewestBytes = 512

type Item = BriefCandidate | Drifted | BriefNotice

/** Makes the brief. Throws USAGE for too small a budget, NOT_FOUND for a named project that nobody knows. */
export async function bootstrap(vault: Vault, input: BootstrapInput): Promise<BootstrapResult> {
  const maxBytes = input.maxBytes ?? vault.config.bootstrap.maxBytes
  assertBudget(maxBytes)
  return reading(vault, { scan: input.scan }, async ({ view, now, stale }) => {
    const found = await withIndexRecovery(vault, () => gather(vault, view, { input, now, stale }))
    await stopPoint(vault.cancelled)
    const result = toResult(found, { maxBytes, now, explain: input.explain })
    const bumped = input.isCounted ? await countUses(vault, result.sections, input) : []
    return { ...result, bumped, stale }
  })
}

function assertBudget(maxBytes: number): void {
  if (Number.isInteger(maxBytes) && maxBytes >= fewestBytes) return
  throw new MemoError('USAGE', `a brief of ${maxBytes} bytes is too small`, {
    hint: `allow at least ${fewestBytes} bytes`,
  })
}

interface Shape {
  maxBytes: number
  now: number
  explain: boolean
}

function toResult(found: Gathered, shape: Shape): Omit<BootstrapResult, 'bumped' | 'stale'> {
  const { project, degraded } = found
  const { maxBytes } = shape
  const lists = toPartLists(found, shape)
  const isEmpty = lists.every(({ total }) => total === 0)
  const most = lists.map(({ name, total }) => ({ heading: parts[name].heading, count: total }))
  const room = maxBytes - frameBytes(project) - Buffer.byteLength(toClosing(most, isEmpty))
  const packed = packParts(lists, room)
  const omitted = packed.map(({ name, total, told }) => ({ heading: parts[name].heading, count: total - told.length }))
  const text = toFrame(project, `${packed.map((part) => part.text).join('')}${toClosing(omitted, isEmpty)}`)
  return {
    ...{ project, text, bytes: Buffer.byteLength(text), maxBytes },
    sections: packed.flatMap(toSection),
    drift: found.drift.filter((item) => isTold(packed, item)),
    notices: found.notices.filter((item) => isTold(packed, item)),
    omitted: omitted.reduce((sum, { count }) => sum + count, 0),
    degraded,
    ...(shape.explain && { explain: explainBrief(packed, room) }),
  }
}

function toPartLists({ lists, drift, notices }: Gathered, shape: Shape): PartList<Item>[] {
  const { slice, session, traps, decisions } = lists
  const toRecords = (name: BriefSection['name'], { candidates, total }: BriefLists['slice']): PartList<Item> => ({
    ...{ name, total },
    entries: candidates.map((candidate) => toRecordEntry(candidate, shape)),
  })
  return [
    toRecords('slice', slice),
    toRecords('session', session),
    toRecords('traps', traps),
    toRecords('decisions', decisions),
    { name: 'drift', entries: drift.map(toDriftEntry), total: drift.length },
    { name: 'notices', entries: notices.map(toNoticeEntry), total: notices.length },
  ]
}

function toSection({ name, total, told }: PackedPart<Item>): BriefSection[] {
  if (name === 'drift' || name === 'notices') return []
  const records = told.flatMap(({ entry, tier, text }) => {
    if (!('body' in entry.item)) return []
    const { id, projectId, kind, title, status } = entry.item
    const bytes = Buffer.byteLength(text) + 1
    return [{ id, projectId, kind, title, status, tier: toBriefTier(tier, entry.isCut), bytes }]
  })
  return [{ name, total, records }]
}

function isTold(packed: readonly PackedPart<Item>[], item: Item): boolean {
  return packed.some(({ told }) => told.some(({ entry }) => entry.item === item))
}

/** Seed "Memory Search", retrieval hits: of what is in the text, and of kinds that are counted. */
async function countUses(
  vault: Vault,
  sections: readonly BriefSection[],
  { session, query }: BootstrapInput,
): Promise<string[]> {
  const records = sections
    .flatMap((section) => section.records)
    .filter(({ kind }) => hitEligibleKinds.includes(kind))
    .map(({ id, projectId: project, kind }) => ({ id, project, kind }))
  const counted = await recordHits(vault, { records, via: 'bootstrap', session, query: query?.trim() || undefined })
  return counted.map(({ id }) => id)
}
