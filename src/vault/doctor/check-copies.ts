/** Copies of log files that a tool which synchronises folders has left beside them: events in them are in no log yet. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { segmentFile } from '../../events/segments.ts'
import { findErrno } from '../../lib/errors.ts'
import type { VaultPaths } from '../layout.ts'
import { type Finding, fixRemedy } from './finding.ts'

export function checkCopies(paths: VaultPaths): Finding[] {
  return findCopies(paths).map(({ path, writer, segment }) => ({
    code: 'log-copy',
    severity: 'error',
    subject: path,
    message: `It is another version of events/${writer}/${segmentFile(segment)}, and events in it may be in no log.`,
    remedy: fixRemedy,
  }))
}

export interface LogCopy {
  /** Relative to the vault. */
  path: string
  writer: string
  /** The segment whose version it is. */
  segment: number
}

/** `000003 (conflicted copy).jsonl`, `000003.sync-conflict-….jsonl`, `000003 2.jsonl`: the number, and more behind it. */
export function findCopies({ events }: VaultPaths): LogCopy[] {
  return list(events).flatMap((writer) =>
    list(join(events, writer)).flatMap((name) => {
      const number = /^(\d{6,})\D.*\.jsonl$/.exec(name)?.[1]
      return number === undefined ? [] : [{ path: `events/${writer}/${name}`, writer, segment: Number(number) }]
    }),
  )
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(findErrno(error) ?? '')) return []
    throw error
  }
}
