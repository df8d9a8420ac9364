/** Every event of the log that adds to a state, from the first on. */
import type { StoredEvent } from '../events/schema.ts'
import { isFoldable } from '../events/schema-guard.ts'
import { needReaders } from './append.ts'
import type { Vault } from './vault.ts'

/** The readers must be loaded. Throws INTEGRITY at a damaged line. */
export function* readLog(vault: Vault): Generator<StoredEvent> {
  const { toEvent } = needReaders(vault)
  for (const { event } of vault.log.read(new Map(), toEvent)) if (isFoldable(event)) yield event
}
