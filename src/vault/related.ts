/** What stands around a record: the records that it names and that name it, and further along their links. */
import type { RecordState } from '../events/fold.ts'
import { estimateTokens } from '../lib/token-estimate.ts'
import { findNeighbours } from '../projections/index/link-rows.ts'
import { kindOf, statusOf, textOf } from '../projections/index/record-rows.ts'
import type { Kind, Status } from '../record/vocabulary.ts'
import { linksPerDirection, type Neighbourhood } from '../retrieval/links.ts'
import { type WalkedRecord, walkLinks } from '../retrieval/walk-links.ts'
import { findOne } from './get.ts'
import { refresh, withIndexRecovery } from './refresh.ts'
import type { Vault } from './vault.ts'

interface RelatedInput {
  /** As `get` takes it. */
  name: string
  project: string | undefined
  cwd: string
  /** Neighbours in each direction; of a walk, all records. */
  limit: number
}

/** The record that the links are of. */
export interface Center {
  id: string
  projectId: string
  kind: Kind
  status: Status
  title: string
}

export interface RelatedResult extends Neighbourhood {
  record: Center
  /** Estimate of what this answer costs. */
  tokens: number
  stale: boolean
}

/** Reads no text and counts no use. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function relatedRecords(vault: Vault, input: RelatedInput): Promise<RelatedResult> {
  const { stale } = await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => {
    const record = toCenter(findOne(vault, input.name, input))
    const around = findNeighbours(vault.projections.db, record.projectId, record.id, input.limit)
    return { record, ...around, tokens: costOf([record, ...around.out, ...around.in]), stale }
  })
}

export interface TraverseInput extends RelatedInput {
  depth: number
}

export interface TraverseResult {
  record: Center
  /** Nearest first, each record once. */
  nodes: WalkedRecord[]
  /** There is more within this depth than is shown. */
  truncated: boolean
  tokens: number
  stale: boolean
}

/** The same, going on from each record found. */
export async function traverseRecords(
  vault: Vault,
  { depth, limit, ...input }: TraverseInput,
): Promise<TraverseResult> {
  const { stale } = await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => {
    const { db } = vault.projections
    const record = toCenter(findOne(vault, input.name, input))
    const around = ({ projectId, id }: { projectId: string; id: string }) =>
      findNeighbours(db, projectId, id, linksPerDirection)
    const { nodes, truncated } = walkLinks(record, { depth, limit }, around)
    return { record, nodes, truncated, tokens: costOf([record, ...nodes]), stale }
  })
}

function toCenter(state: RecordState): Center {
  const title = textOf(state.fields.title) ?? ''
  return { id: state.id, projectId: state.project, kind: kindOf(state), status: statusOf(state) as Status, title }
}

function costOf(records: readonly { id: string; kind?: Kind; title?: string }[]): number {
  return estimateTokens(records.map(({ id, kind = '', title = '' }) => `${kind} ${id} ${title}`).join('\n'))
}
