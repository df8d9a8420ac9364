/** What a write did, for a person: one line, two if another record was closed by it. */

import { toHarmless } from '../../lib/harmless.ts'
import type { UpsertResult } from '../../vault/writing/upsert.ts'
import type { Paint } from '../color.ts'

export function renderUpsert(result: UpsertResult, paint: Paint): string {
  const name = `${result.kind} ${paint('bold', result.id)} in project ${result.projectId}`
  const lines = [`${toDeed(result)} ${name}: ${toHarmless(result.title)}`]
  if (result.superseded !== null) lines.push(`Superseded ${result.superseded}`)
  return lines.join('\n')
}

function toDeed({ recurrence, created, changed }: UpsertResult): string {
  if (recurrence) return 'Counted again'
  if (created) return 'Created'
  return changed ? 'Changed' : 'Unchanged'
}
