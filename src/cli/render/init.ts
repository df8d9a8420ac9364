/** What `memo init` made, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import type { InitResult } from '../../vault/init.ts'

export function renderInit({ vault, created, git }: InitResult): string {
  const place = toHarmless(vault)
  const made =
    created.length === 0 ? `The vault ${place} is complete.` : `Made the vault ${place}: ${created.join(', ')}.`
  if (git.state !== 'unavailable') return made
  return `${made}\nIt is no git repository (${toHarmless(git.reason ?? 'git failed')}); everything but its history works.`
}
