/** What was made of an earlier moment, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { ReplayResult } from '../../vault/history/replay.ts'

export function renderReplay({ vault, at, event, events, records, removals }: ReplayResult): string {
  const when = event ?? at ?? 'now'
  const later = removals === 0 ? '' : ` It also holds ${plural(removals, 'later event')} by which records or data went.`
  return `Made ${toHarmless(vault)} as of ${when}: ${plural(events, 'event')}, ${plural(records, 'record')}.${later}`
}
