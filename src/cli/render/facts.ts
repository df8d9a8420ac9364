/** What a line of a list says of a record besides its name and title. */

import { toHarmless } from '../../lib/harmless.ts'
import { humanAge, parseInstant } from '../../record/times.ts'
import type { ListedRecord } from '../../vault/reading/list.ts'

type Told = Pick<ListedRecord, 'updated' | 'hits' | 'occurrences' | 'status'> & {
  severity?: string | undefined
  supersededBy?: string | undefined
  expired?: boolean
}

/** Only what is out of the ordinary; harmless to print, since a file made by hand may hold anything. */
export function toFacts(record: Told, now: number): string[] {
  const updated = parseInstant(record.updated)
  return [
    ...(updated === undefined ? [] : [humanAge(updated, now)]),
    ...(record.hits > 0 ? [`hits ${record.hits}`] : []),
    ...(record.occurrences > 1 ? [`seen ${record.occurrences} times`] : []),
    ...(record.severity === undefined ? [] : [toHarmless(record.severity)]),
    ...(record.status === 'active' ? [] : [record.status]),
    ...(record.supersededBy === undefined ? [] : [`by ${toHarmless(record.supersededBy)}`]),
    ...(record.expired ? ['expired'] : []),
  ]
}
