/** What stands around a record: the records that it names and that name it, and further along their links. */
import type { RecordState } from '../../events/fold.ts'
import { estimateTokens } from '../../lib/token-estimate.ts'
import { findNeighbours } from '../../projections/index/link-rows.ts'
import { kindOf, statusOf, textOf } from '../../projections/index/record-rows.ts'
import type { Kind, Status } from '../../record/vocabulary.ts'
import { linksPerDirection, type Neighbourhood } from '../../retrieval/links.ts'
import { type WalkedRecord, walkLinks } from '../../retrieval/walk-links.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { readIndex } from '../refresh.ts'
import type { Vault, View } from '../vault.ts'
import { findOneIn } from './find-named.ts'

interface RelatedInput {
  /** As `get` takes it. */
  name: string
  project: string | undefined
  cwd: string
  /** Neighbours in each direction; of a walk, all records. */
  limit: number
  /** Milliseconds since the epoch: the records and links as they were then. */
  asOf?: number | undefined
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
  /** The time that was asked for. */
  asOf?: string
}

/** Reads no text and counts no use. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function relatedRecords(vault: Vault, input: RelatedInput): Promise<RelatedResult> {
  return aroundCenter(vault, input, ({ projections }, record) => {
    const around = findNeighbours(projections.db, record.projectId, record.id, input.limit)
    return { record, ...around, tokens: costOf([record, ...around.out, ...around.in]) }
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
  /** The time that was asked for. */
  asOf?: string
}

/** The same, going on from each record found. */
export async function traverseRecords(vault: Vault, input: TraverseInput): Promise<TraverseResult> {
  return aroundCenter(vault, input, ({ projections }, record) => {
    const around = ({ projectId, id }: { projectId: string; id: string }) =>
      findNeighbours(projections.db, projectId, id, linksPerDirection)
    const { nodes, truncated } = walkLinks(record, input, around)
    return { record, nodes, truncated, tokens: costOf([record, ...nodes]) }
  })
}

/** Runs the work on the named record, in the vault as it is or as it was. */
function aroundCenter<T extends object>(
  vault: Vault,
  input: RelatedInput,
  work: (view: View, record: Center) => T,
): Promise<T & Pick<RelatedResult, 'stale' | 'asOf'>> {
  const { asOf, name } = input
  return reading(vault, { asOf, scan: 'bounded' }, ({ view, stale }) =>
    readIndex(vault, view, () => {
      const record = toCenter(findOneIn(vault, view, name, input))
      return { ...work(view, record), stale, ...toldAsOf(asOf) }
    }),
  )
}

function toCenter(state: RecordState): Center {
  const title = textOf(state.fields.title) ?? ''
  return { id: state.id, projectId: state.project, kind: kindOf(state), status: statusOf(state) as Status, title }
}

function costOf(records: readonly { id: string; kind?: Kind; title?: string }[]): number {
  return estimateTokens(records.map(({ id, kind = '', title = '' }) => `${kind} ${id} ${title}`).join('\n'))
}
