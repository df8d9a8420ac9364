/**
 * The wordings of traps that were counted as recurrences. Only the log keeps them: a recurrence changes no field. What
 * is written in bulk may be written again, and that is no further recurrence.
 */
import type { EventDraft } from '../../events/schema.ts'
import { sha256 } from '../../lib/hash.ts'
import { readLog } from '../read-log.ts'
import type { Vault } from '../vault.ts'

type Recurrence = Pick<Extract<EventDraft, { type: 'record.recurred' }>, 'data'>

export interface CountedWordings {
  /** The same wording was counted before, in this batch or ever. Reads the log once, and only if there is a recurrence at all. */
  has(recurrence: Recurrence): boolean
  add(recurrence: Recurrence): void
  /** Before each try to write a chunk: what the last one added counts only if the log has it. */
  beginChunk(): void
  /** What was added is durable. */
  endChunk(): void
}

export function countedWordings(vault: Vault): CountedWordings {
  let known: Set<string> | undefined
  let isDurable = true
  const read = (): Set<string> => {
    known ??= readWordings(vault)
    return known
  }
  return {
    has: (recurrence) => read().has(keyOf(recurrence)),
    add: (recurrence) => {
      isDurable = false
      read().add(keyOf(recurrence))
    },
    beginChunk: () => {
      if (!isDurable) known = undefined
      isDurable = true
    },
    endChunk: () => {
      isDurable = true
    },
  }
}

function readWordings(vault: Vault): Set<string> {
  const keys = new Set<string>()
  for (const event of readLog(vault)) if (event.type === 'record.recurred') keys.add(keyOf(event))
  return keys
}

/** Whichever trap it was counted for: of several alike, another may be the nearest by now. */
function keyOf({ data: { project, title, body } }: Recurrence): string {
  return sha256(JSON.stringify([project, title, body]))
}
