/** Guards over events that need no schema library, for the paths that must start fast. */
import type { OpaqueEvent, StoredEvent } from './schema.ts'

/** False for an event of an unknown type or with redacted data: part of the chain, not of the fold. */
export function isFoldable(event: StoredEvent | OpaqueEvent): event is StoredEvent {
  return event.data !== undefined
}
