/**
 * The one error that the product throws on purpose, its closed set of codes, and the exit status of each.
 * Expected outcomes (unchanged, missing ids, abstained) are values, never errors.
 */

const exitStatusByCode = {
  /** The call is wrong: unknown flag or value, malformed date, id that names a path. */
  USAGE: 2,
  /** What was asked for is not there. */
  NOT_FOUND: 1,
  /** A short or bare id fits several records. */
  AMBIGUOUS: 1,
  /** Well-formed, but the product says no: empty body, too large, a conflict with what is stored. */
  REFUSED: 1,
  /** What is to be written holds what looks like a secret. */
  SECRET: 1,
  /** The folder given is not a vault, or cannot be one. */
  NOT_A_VAULT: 1,
  /** The vault cannot be written (permissions, read-only mount). */
  READ_ONLY: 1,
  /** The operating system refused (full disk, I/O error, no permission). */
  IO: 1,
  /** A needed program or native module is missing or does not fit. */
  UNSUPPORTED: 1,
  /** A service that the settings name (an embedding server) does not answer, or not as it should. */
  UNAVAILABLE: 1,
  /** Log, index or files contradict each other; `memo doctor` names the remedy. */
  INTEGRITY: 3,
  /** Another process holds the vault and did not let go in time. */
  BUSY: 4,
  /** Ctrl-C ended it at a consistent point: 128 and the number of SIGINT, as shells have it. */
  INTERRUPTED: 130,
  /** SIGTERM did. */
  TERMINATED: 143,
  /** A fault of the product itself. */
  BUG: 70,
} as const

export type ErrorCode = keyof typeof exitStatusByCode

export interface ErrorDetail {
  /** What to do next: one sentence or a command. */
  hint?: string | undefined
  cause?: unknown
}

/** A failure that is told to the user: what went wrong, where, and what to do. */
export class MemoError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause })
    this.name = 'MemoError'
    this.code = code
    this.hint = detail.hint
  }
}

/** The exit status of a process that ends with this error: the same with and without `--json`. */
export function toExitStatus(code: ErrorCode): number {
  return exitStatusByCode[code]
}

/** What any thrown value says of itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The errno name (`ENOSPC`, `EACCES` …) of a file-system error, or undefined for any other value. */
export function findErrno(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What the work gives; undefined where it is REFUSED. Throws whatever else it throws. */
export function unlessRefused<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof MemoError && error.code === 'REFUSED') return undefined
    throw error
  }
}
