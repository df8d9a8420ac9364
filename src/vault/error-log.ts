/** Troubles that must not fail a command, kept for `memo doctor`: `.sync/errors.jsonl`, this machine only. */
import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { findErrno, messageOf } from '../lib/errors.ts'
import type { Ports } from '../lib/ports.ts'
import { withoutCredentials } from '../lib/without-credentials.ts'
import { toIso } from '../record/times.ts'
import type { VaultPaths } from './layout.ts'

export interface LoggedError {
  at: string
  /** `memory-hits`, `query-log`, `projection`, `git`. */
  subsystem: string
  message: string
  code?: string | undefined
}

/** Past this the log is turned over once; doctor shows the newest, so older ones may go. */
const largestLog = 256 * 1024

/** Never throws: where even this cannot be written, the caller's own message has to do. */
export function logError(paths: VaultPaths, ports: Ports, subsystem: string, error: unknown): void {
  const entry: LoggedError = {
    at: toIso(ports.now()),
    subsystem,
    message: withoutCredentials(messageOf(error)),
    code: findErrno(error),
  }
  try {
    if ((statSync(paths.errors, { throwIfNoEntry: false })?.size ?? 0) > largestLog)
      renameSync(paths.errors, `${paths.errors}.1`)
    appendFileSync(paths.errors, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  } catch {
    // A read-only or full vault: the command still answers.
  }
}

/** The newest entries, newest first. */
export function readErrors(paths: VaultPaths, limit: number): LoggedError[] {
  try {
    const lines = readFileSync(paths.errors, 'utf8').trim().split('\n').slice(-limit).reverse()
    return lines.flatMap(parseEntry)
  } catch {
    return []
  }
}

/** A line that a crash cut off hides itself and no other. */
function parseEntry(line: string): LoggedError[] {
  try {
    const entry: unknown = JSON.parse(line)
    return isLoggedError(entry) ? [entry] : []
  } catch {
    return []
  }
}

function isLoggedError(value: unknown): value is LoggedError {
  const { at, subsystem, message, code = '' } = (value ?? {}) as Partial<LoggedError>
  return [at, subsystem, message, code].every((text) => typeof text === 'string')
}
