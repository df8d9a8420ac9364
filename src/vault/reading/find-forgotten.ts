/** What a name stood for that was forgotten: it is served no more, but who asks for it is told when it went and how it comes back. */
import { goneRegister } from '../../events/fold.ts'
import { ulidTime } from '../../events/ulid.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { isId } from '../../record/ids.ts'
import { type RecordKey, toRecordKey } from '../../record/record-key.ts'
import { toIso } from '../../record/times.ts'
import type { View } from '../vault.ts'

export interface Forgotten extends RecordKey {
  at: string
  /** The command that brings it back; none where its text was taken out of the log. */
  restore: string | undefined
}

/** By its whole id, as a search tells it too. A moved one is forgotten under its old name and means no less for that. */
export function findForgotten({ projections }: View, name: string, home: string): Forgotten | undefined {
  const key = toRecordKey(name, home)
  if (!isId(key.project) || !isId(key.id)) return undefined
  const state = findRecord(projections.db, key.project, key.id)?.state
  const stamp = state?.stamps[goneRegister]
  if (state?.gone !== true || stamp === undefined || state.fields.movedTo !== undefined) return undefined
  const restore = state.fields.kind === undefined ? undefined : `memo restore ${key.project}/${key.id}`
  return { ...key, at: toIso(ulidTime(stamp)), restore }
}

/** As part of a sentence. */
export function tellForgotten({ project, id, at }: Omit<Forgotten, 'restore'>): string {
  return `${project}/${id} was forgotten at ${at}`
}
