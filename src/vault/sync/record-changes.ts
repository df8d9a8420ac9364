/** The record files among the news, read: what each said at the common base and says on their side. */

import type { TreeChange, TreeFile } from '../../audit/tree.ts'
import { MemoError } from '../../lib/errors.ts'
import type { ReadRecordFile, RecordFile } from '../../projections/files/read-record-file.ts'
import { slugify } from '../../record/ids.ts'
import { parseRecordPath, type RecordLocation } from '../../record/locations.ts'
import type { News, Skipped } from './news.ts'

export interface RecordChange {
  path: string
  location: RecordLocation
  /** The record that the file is about. */
  id: string
  change: TreeChange
  before: RecordFile | undefined
  /** Undefined where the file went. */
  after: RecordFile | undefined
}

export interface RecordChanges {
  changes: RecordChange[]
  /** Files of theirs that cannot be read as records, such as those with conflict markers. */
  skipped: Skipped[]
}

export function readRecordChanges(news: News, read: ReadRecordFile): RecordChanges {
  const result: RecordChanges = { changes: [], skipped: [] }
  for (const change of news.changes) {
    const location = parseRecordPath(change.path)
    if (location === undefined) continue
    const tryRead = (file: TreeFile | undefined) => tryReadFile(news, read, location, file)
    const before = tryRead(change.before)
    const after = tryRead(change.after)
    if (after instanceof MemoError) {
      result.skipped.push({ path: change.path, reason: after.message })
      continue
    }
    const sound = before instanceof MemoError ? undefined : before
    const id = after?.id ?? sound?.id ?? slugify(location.stem)
    result.changes.push({ path: change.path, location, id, change, before: sound, after })
  }
  return result
}

function tryReadFile(
  news: News,
  read: ReadRecordFile,
  location: RecordLocation,
  file: TreeFile | undefined,
): RecordFile | MemoError | undefined {
  if (file === undefined) return undefined
  try {
    return read(news.read(file.oid), location)
  } catch (error) {
    if (error instanceof MemoError) return error
    throw error
  }
}

/** `project/id`, as events are grouped. */
export function keyOf({ location, id }: Pick<RecordChange, 'location' | 'id'>): string {
  return `${location.project}/${id}`
}
