/** What was put away or brought back, for a person: a line for each record. */
import { toHarmless } from '../../lib/harmless.ts'
import type { PutAwayResult } from '../../vault/writing/put-away.ts'
import type { Paint } from '../color.ts'

export function renderPutAway({ records }: PutAwayResult, deed: 'Archived' | 'Restored', paint: Paint): string {
  return records
    .map(({ id, projectId, kind, title, was, changed }) => {
      const name = `${kind} ${paint('bold', id)} in project ${projectId}: ${toHarmless(title)}`
      const past = was === 'forgotten' || was === 'superseded' ? ` (it was ${was})` : ''
      return changed ? `${deed} ${name}${past}` : `Unchanged ${name} (it is ${was})`
    })
    .join('\n')
}
