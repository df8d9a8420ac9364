/** What a watcher tells while it runs, one object each. */

import { isRecordEvent } from '../../events/fold.ts'
import type { Cursor } from '../../events/log.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'
import { readWriter } from '../writer.ts'

export type WatchLine =
  /** Everything was looked at; from now on edits are taken in as they happen. `poll` in seconds. */
  | { type: 'ready'; vault: string; poll: number | null }
  /** An edit became an event. */
  | { type: 'adopted'; event: string; at: string; change: string; projectId: string; id: string }
  /** Events that others logged were folded. */
  | { type: 'folded'; writer: string; events: number }
  | { type: 'note'; text: string }

/** What the log has beyond the cursor: edits that this clone adopted one by one, the events of others counted. */
export function* tellNews(vault: Vault, cursor: Cursor): Generator<WatchLine> {
  const own = readWriter(vault.paths)?.writer
  const others = new Map<string, number>()
  for (const { event } of vault.log.read(cursor, needReaders(vault).toEvent)) {
    if (event.writer !== own) others.set(event.writer, (others.get(event.writer) ?? 0) + 1)
    else if (isFoldable(event) && event.actor === 'adopt' && isRecordEvent(event)) yield toAdopted(event)
  }
  for (const [writer, events] of others) yield { type: 'folded', writer, events }
}

function toAdopted(event: Extract<StoredEvent, { data: { project: string; id: string } }>): WatchLine {
  const { id: name, at, type, data } = event
  return { type: 'adopted', event: name, at, change: type, projectId: data.project, id: data.id }
}
