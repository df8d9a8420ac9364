/** The events that a commit names in its message. */
import type { ToldEvent } from '../../audit/commit-message.ts'
import type { Cursor, Position, ToEvent } from '../../events/log.ts'
import { ownWriter } from '../append.ts'
import type { Vault } from '../vault.ts'

/** Own events behind `from`, as far as the cursor goes. They were checked when they were folded. */
export function readOwnEvents(vault: Vault, from: Position, to: Cursor): ToldEvent[] {
  const writer = ownWriter(vault)
  const end = to.get(writer)?.seq ?? 0
  const events: ToldEvent[] = []
  for (const { event } of vault.log.read(new Map(to).set(writer, from), asWritten)) {
    if (event.writer === writer && event.seq <= end) events.push(event)
  }
  return events
}

const asWritten: ToEvent = ({ header, data }) => ({ ...(header as object), data }) as ReturnType<ToEvent>
