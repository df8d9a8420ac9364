/** What a clone holds, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { CloneResult } from '../../vault/sync/clone.ts'

export function renderClone({ vault, branch, records, events }: CloneResult): string {
  const held = `${plural(records, 'record')}, ${plural(events, 'event')}`
  return `Cloned into ${toHarmless(vault)} (branch ${toHarmless(branch)}): ${held}.`
}
