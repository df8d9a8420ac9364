/** Whether the event log holds what the index has seen of it, and is dated sensibly. */
import { ulidTime } from '../../events/ulid.ts'
import { dayMs, toIso } from '../../record/times.ts'
import { indexCursor } from '../append.ts'
import { isIndexForeign } from '../bring-up.ts'
import type { Vault } from '../vault.ts'
import { type Finding, fixRemedy } from './finding.ts'

/** Whether the log still holds what the index has folded. */
export function checkLogAgainstIndex(vault: Vault): Finding[] {
  if (isIndexForeign(vault)) return [foreignIndex]
  return findLostWriters(vault).map((writer) => ({
    code: 'log-shorter',
    severity: 'error',
    subject: `events/${writer}`,
    message: `The log of ${writer} ends before what the index has seen of it, or is another one.`,
    remedy: `Put its files back (git, another clone), or run "${fixRemedy}" to write the lost events anew from the index.`,
  }))
}

const foreignIndex: Finding = {
  code: 'index-foreign',
  severity: 'error',
  subject: 'memo.sqlite',
  message: 'The index is that of another vault; no record is lost by that.',
  remedy: fixRemedy,
}

/** Writers of whose log a part that the index knows is gone. The log's lines must be sound. */
export function findLostWriters(vault: Vault): string[] {
  const { log } = vault
  const cursor = indexCursor(vault)
  const shorter = log.shorterThan(cursor)
  const replaced = [...cursor].filter(([writer, { seq, hash }]) => {
    if (seq === 0 || shorter.includes(writer)) return false
    const end = log.end(writer)
    return end.seq < seq || (end.seq === seq && end.hash !== hash)
  })
  return [...shorter, ...replaced.map(([writer]) => writer)]
}

/** A clock that runs ahead by this much is wrong, and not only set a little different. */
const tolerableLeadMs = dayMs

export function checkClock(vault: Vault): Finding[] {
  const ids = [...indexCursor(vault).values()].map(({ id }) => id).sort()
  const newest = ulidTime(ids.at(-1) ?? '')
  if (newest <= vault.ports.now() + tolerableLeadMs) return []
  const days = Math.round((newest - vault.ports.now()) / dayMs)
  return [
    {
      code: 'clock-ahead',
      severity: 'warning',
      subject: toIso(newest),
      message: `The newest event is dated ${days} days ahead of this machine's clock; new events are ordered behind it all the same.`,
      remedy: 'Set the clock of the machine that is wrong.',
    },
  ]
}
