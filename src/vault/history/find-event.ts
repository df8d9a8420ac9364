/** One event of the log by its id or a beginning of it. */
import { findLines } from '../../events/find-lines.ts'
import type { LogEvent } from '../../events/newest-first.ts'
import { MemoError } from '../../lib/errors.ts'
import { loadReaders, type Vault } from '../vault.ts'

/** Throws NOT_FOUND, AMBIGUOUS where several begin so, INTEGRITY where its line is damaged. */
export async function findEvent(vault: Vault, id: string): Promise<LogEvent> {
  const { toEvent } = await loadReaders(vault)
  const wanted = id.toUpperCase()
  const lines = findLines({ segments: vault.log.segments, toEvent, text: `{"v":1,"id":"${wanted}` })
  const found = [...lines].filter((event) => event.id.startsWith(wanted))
  const [event] = found
  if (event === undefined)
    throw new MemoError('NOT_FOUND', `there is no event ${id}`, { hint: 'run "memo log" to see the newest' })
  if (found.length > 1)
    throw new MemoError('AMBIGUOUS', `${found.length} events begin with ${id}`, { hint: 'write more of the id' })
  return event
}
