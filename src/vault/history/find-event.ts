/** One event of the log by its id or a beginning of it, and by its writer where two have one id. */
import { findLines } from '../../events/find-lines.ts'
import type { LogEvent } from '../../events/newest-first.ts'
import { MemoError } from '../../lib/errors.ts'
import { loadReaders, type Vault } from '../vault.ts'

/**
 * @param name an id, a beginning of one, or either behind `writer/`
 * @throws NOT_FOUND, AMBIGUOUS where several begin so, INTEGRITY where its line is damaged
 */
export async function findEvent(vault: Vault, name: string): Promise<LogEvent> {
  const { toEvent } = await loadReaders(vault)
  const slash = name.lastIndexOf('/')
  const [writer, id] = [slash === -1 ? undefined : name.slice(0, slash), name.slice(slash + 1).toUpperCase()]
  const lines = findLines({ segments: vault.log.segments, toEvent, text: `{"v":1,"id":"${id}` })
  const found = [...lines].filter((event) => event.id.startsWith(id) && event.writer === (writer ?? event.writer))
  const [event] = found
  if (event === undefined)
    throw new MemoError('NOT_FOUND', `there is no event ${name}`, { hint: 'run "memo log" to see the newest' })
  if (found.length > 1) throw tooMany(name, found)
  return event
}

/** Ids are drawn by each writer for itself, so that two have one id only where a log was copied or made by hand. */
function tooMany(name: string, found: readonly LogEvent[]): MemoError {
  const ids = new Set(found.map(({ id }) => id))
  if (ids.size > 1)
    return new MemoError('AMBIGUOUS', `${found.length} events begin with ${name}`, { hint: 'write more of the id' })
  const names = found.map((event) => `${event.writer}/${event.id}`)
  const hint = `name its writer: ${names.join(' or ')}`
  return new MemoError('AMBIGUOUS', `${found.length} writers have an event ${name}`, { hint })
}
