/** Events folded into a projection by themselves. */
import type { StoredEvent } from '../../src/events/schema.ts'
import type { Projection } from '../../src/projections/projection.ts'

export function foldAll(projection: Projection, events: readonly StoredEvent[]): void {
  const fold = projection.begin()
  fold.apply(events)
  fold.finish()
}
