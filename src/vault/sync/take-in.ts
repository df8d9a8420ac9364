/**
 * Their side taken into this one, in one go under the vault's lock: lines of the log, then what people without memo have
 * changed, then files. Nothing in it can end in a conflict, and an interruption anywhere is repaired by the next run.
 */
import { findSegment } from '../../events/segments.ts'
import { parseRecordPath } from '../../record/locations.ts'
import { appendAndFold, needReaders } from '../append.ts'
import { bringUp, foldNews } from '../bring-up.ts'
import type { Vault } from '../vault.ts'
import { type Conflict, findConflicts } from './conflicts.ts'
import { readDeltas } from './deltas.ts'
import { findForeignEdits } from './foreign-edits.ts'
import type { News, Skipped } from './news.ts'
import { keyOf, readRecordChanges } from './record-changes.ts'
import { takeCompiled, takeRecordFiles } from './take-files.ts'
import { type Fork, takeLogs } from './take-logs.ts'
import { type SettingsCheck, takeOtherFile } from './take-settings.ts'

export interface Taken {
  /** Events of others that were not here before. */
  events: number
  /** Ids of the events that adopt edits by people without memo. */
  adopted: string[]
  /** `project/id` of the records that are not as they were. */
  records: string[]
  conflicts: Conflict[]
  /** Names of settings that changed. */
  settings: string[]
  skipped: Skipped[]
  forks: Fork[]
  /** Files of names that no clone takes, which went for one of theirs. */
  replaced: string[]
}

/** Each was looked at before. */
const judged = { allowSecret: true }

/** The caller holds the lock and has brought everything up; the readers are loaded. */
export function takeIn(vault: Vault, news: News, check: SettingsCheck): Taken {
  const records = readRecordChanges(news, needReaders(vault).readRecordFile)
  const logs = takeLogs(vault, news)
  const damaged = new Set(logs.skipped.map(({ path }) => path))
  const deltas = readDeltas(vault, news, damaged, records.changes.map(keyOf))
  foldNews(vault)
  const isLogPartial = damaged.size > 0
  const edits = findForeignEdits(vault, { news, changes: records.changes, deltas, isLogPartial })
  const adopted = appendAndFold(vault, edits.drafts, judged)
  const replaced = takeRecordFiles(vault, news, records.changes)
  const others = news.changes.flatMap((change) => {
    if (parseRecordPath(change.path) !== undefined || findSegment(change.path) !== undefined) return []
    return takeCompiled(vault, news, change) ? [] : [takeOtherFile(vault, news, change, check)]
  })
  bringUp(vault, {})
  return {
    events: logs.events,
    adopted: adopted.map(({ id }) => id),
    records: [...new Set([...deltas.came.keys(), ...adopted.flatMap(keyOfEvent)])].sort(),
    conflicts: findConflicts(deltas),
    settings: others.flatMap(({ settings }) => settings),
    skipped: [
      news.skipped,
      logs.skipped,
      records.skipped,
      edits.skipped,
      ...others.map(({ skipped }) => skipped),
    ].flat(),
    forks: logs.forks,
    replaced,
  }
}

function keyOfEvent({ data }: { data: object }): string[] {
  return 'project' in data && 'id' in data ? [`${data.project}/${data.id}`] : []
}
