/** What `memo init` made, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import type { InitResult } from '../../vault/init.ts'

export function renderInit({ vault, created, git }: InitResult): string {
  const made = toMade(toHarmless(vault), created)
  if (git.state !== 'unavailable') return made
  return `${made}\nIt is no git repository (${toHarmless(git.reason ?? 'git failed')}); everything but its history works.`
}

/** A vault begins with its settings and its log; whatever else was missing is a part of one that was there. */
function toMade(place: string, created: readonly string[]): string {
  if (created.length === 0) return `The vault ${place} is complete.`
  const isNew = created.includes('config.json') && created.includes('events')
  return `${isNew ? 'Made' : 'Completed'} the vault ${place}: ${created.join(', ')}.`
}
