/**
 * What a record's file says beyond the events that came with it: an edit by someone without memo, on a forge's web page or
 * with an editor and git. Two versions of the file and the events of the time between are compared, so that what memo
 * wrote into the file by itself is no edit, and an edit that another clone has adopted already is none any more. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import { type FieldValue, foldRecord, type RecordState } from '../../events/fold.ts'
import type { StoredEvent } from '../../events/schema.ts'
import type { RecordFile } from './read-record-file.ts'
import { bodyHash, contentOf, type Frontmatter, toFrontmatter } from './render.ts'

export interface FileVersions {
  /** What it had said; undefined for a file that was not there before. */
  before: { data: Frontmatter; bodyHash: string } | undefined
  after: RecordFile
  /** Events of the record that came together with the later version. */
  came: readonly StoredEvent[]
  /** Events of the record that were written here meanwhile. */
  here: readonly StoredEvent[]
  /** The record as it is with all of them. */
  current: RecordState
  /** Somebody without memo is known to have changed the file; else it may only be behind its events. */
  isForeign: boolean
}

export interface UnsaidFields {
  set: { [name: string]: FieldValue }
  unset: string[]
}

/** The fields that were changed in the file and by no event; the text is the field `body`. */
export function findUnsaid(versions: FileVersions): UnsaidFields {
  const before: Values =
    versions.before === undefined ? {} : { ...contentOf(versions.before.data), body: versions.before.bodyHash }
  const after: Values = { ...contentOf(versions.after.data), body: bodyHash(versions.after.body) }
  const current = valuesOf(versions.current)
  const isEdit = (name: string): boolean =>
    !isDeepStrictEqual(after[name], before[name]) &&
    !isDeepStrictEqual(after[name], current[name]) &&
    !isSaid(versions, name, after[name])
  const set: Values = Object.fromEntries(Object.entries(after).filter(([name]) => isEdit(name)))
  if ('body' in set) set.body = versions.after.body
  const unset = Object.keys(before).filter((name) => !Object.hasOwn(after, name) && name !== 'kind' && isEdit(name))
  return [...Object.keys(set), ...unset].every(isIncidental) ? { set: {}, unset: [] } : { set, unset }
}

/** An adopted file keeps its time of change until a clone writes it anew; that alone is no edit. */
function isIncidental(name: string): boolean {
  return name === 'updated'
}

/** The text by its hash, which is all that is kept of what a file had said. */
type Values = { [name: string]: FieldValue }

function valuesOf(state: RecordState): Values {
  return { ...contentOf(toFrontmatter(state)), body: bodyHash(String(state.fields.body ?? '')) }
}

/** A file that is only behind says an earlier of the values that came; one that was edited may say it on purpose. */
function isSaid({ came, here, isForeign }: FileVersions, name: string, value: FieldValue): boolean {
  const says = (events: readonly StoredEvent[]): boolean => {
    const [first] = events
    if (first === undefined || !('id' in first.data)) return false
    const state = foldRecord(first.data, events)
    return Object.hasOwn(state.stamps, name) && isDeepStrictEqual(valuesOf(state)[name] ?? '', value ?? '')
  }
  return says(came) || here.some((event) => says([event])) || (!isForeign && came.some((event) => says([event])))
}
