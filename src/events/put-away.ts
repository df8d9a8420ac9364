/** Records put away and taken back into use. Pure. */
import { keyOf } from '../record/record-key.ts'
import type { Actor } from '../record/vocabulary.ts'
import { isPresent, type RecordState } from './fold.ts'
import type { EventDraft } from './schema.ts'

interface PutAwayCommand {
  /** The record as it is; a forgotten one can be restored. */
  record: RecordState
  reason: string | undefined
  actor: Actor
}

/** Nothing for a record that is in the archive. */
export function decideArchiving({ record, reason, actor }: PutAwayCommand): EventDraft[] {
  if (record.fields.status === 'archived') return []
  return [{ actor, type: 'record.archived', data: { ...keyOf(record), ...(reason !== undefined && { reason }) } }]
}

/** Nothing for a record that is there and neither archived nor superseded. */
export function decideRestoring({ record, reason, actor }: PutAwayCommand): EventDraft[] {
  const { status } = record.fields
  if (isPresent(record) && status !== 'archived' && status !== 'superseded') return []
  return [{ actor, type: 'record.restored', data: { ...keyOf(record), ...(reason !== undefined && { reason }) } }]
}
