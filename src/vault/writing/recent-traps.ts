/**
 * The traps that a batch has written and that the full-text table does not know yet, because it takes less to write many
 * of its rows at once: by their words, so that one of the batch may recur in it.
 */
import { isPresent, type RecordState } from '../../events/fold.ts'
import { findRecord, statusOf, textOf } from '../../projections/index/record-rows.ts'
import { tokenSet } from '../../record/overlap.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { Vault } from '../vault.ts'

export interface RecentTraps {
  /** A trap of the batch. */
  add(key: RecordKey): void
  /** Active traps of the project that share one of the words, as they are now. */
  find(words: readonly string[], project: string): RecordState[]
}

export function recentTraps({ projections: { db } }: Vault): RecentTraps {
  const keys = new Map<string, Map<string, RecordKey>>()
  const read = ({ project, id }: RecordKey) => findRecord(db, project, id)?.state
  return {
    add: (key) => {
      const { fields = {} } = read(key) ?? {}
      for (const word of tokenSet(`${textOf(fields.title) ?? ''} ${textOf(fields.body) ?? ''}`)) {
        const known = keys.get(word) ?? new Map<string, RecordKey>()
        keys.set(word, known.set(`${key.project}/${key.id}`, key))
      }
    },
    find: (words, project) => {
      const found = new Map(words.flatMap((word) => [...(keys.get(word) ?? [])]))
      return [...found.values()].flatMap((key) => {
        const state = key.project === project ? read(key) : undefined
        const isActive = isPresent(state) && state.fields.kind === 'trap' && statusOf(state) === 'active'
        return isActive ? [state] : []
      })
    },
  }
}
