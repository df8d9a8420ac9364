/** Where a record went, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { MoveResult } from '../../vault/writing/move.ts'
import type { Paint } from '../color.ts'

/** The rest is in `--json`. */
const shown = 10

export function renderMove({ id, projectId, kind, title, from, followed }: MoveResult, paint: Paint): string {
  const lines = [
    `Moved ${kind} ${from.projectId}/${from.id} to ${paint('bold', `${projectId}/${id}`)}: ${toHarmless(title)}`,
  ]
  if (followed.length > 0) {
    const names = followed.slice(0, shown).map((record) => `${record.projectId}/${record.id}`)
    const rest = followed.length > shown ? ' …' : ''
    lines.push(`Links of ${plural(followed.length, 'record')} follow: ${names.join(', ')}${rest}`)
  }
  return lines.join('\n')
}
