/**
 * The wordings of traps that were counted as recurrences. Only the log keeps them: a recurrence changes no field. What
 * is written in bulk may be written again, and that is no further recurrence.
 */
import type { EventDraft } from '../../events/schema.ts'
import { sha256 } from '../../lib/hash.ts'
import { readLog } from '../read-log.ts'
import type { Vault } from '../vault.ts'

type Recurrence = Extract<EventDraft, { type: 'record.recurred' }>

export interface CountedWordings {
  /** False when the same wording was counted before, in this batch or ever. */
  add(recurrence: Recurrence): boolean
}

/** Reads the log once, and only if there is a recurrence at all. */
export function countedWordings(vault: Vault): CountedWordings {
  let known: Set<string> | undefined
  return {
    add: (recurrence) => {
      known ??= readWordings(vault)
      const size = known.size
      return known.add(keyOf(recurrence)).size > size
    },
  }
}

function readWordings(vault: Vault): Set<string> {
  const keys = new Set<string>()
  for (const event of readLog(vault)) if (event.type === 'record.recurred') keys.add(keyOf(event))
  return keys
}

/** Whichever trap it was counted for: of several alike, another may be the nearest by now. */
function keyOf({ data: { project, title, body } }: Pick<Recurrence, 'data'>): string {
  return sha256(JSON.stringify([project, title, body]))
}
