/**
 * What a projection is: state folded from events and nothing else. The catch-up loop owns cursors and transactions;
 * a projection only says how events change its state, and how to start from nothing.
 */
import type { Cursor } from '../events/log.ts'
import type { StoredEvent } from '../events/schema.ts'

export interface Projection {
  readonly name: string
  /** Raised when the same events would give another state; a stored state of another version is dropped and replayed. */
  readonly version: number
  /** Drops everything and starts empty. */
  reset(): void
  /**
   * Begins to fold within a transaction of the caller's.
   * @param isPart nobody asks it before it has come to the log's end: what `completePart` writes may be left to that
   */
  begin(isPart?: boolean): Fold
  /** Writes some of what was left while it was a part, within a transaction of the caller's. Gives whether more is left. */
  completePart?(): boolean
}

/** One transaction's work on a projection. */
export interface Fold {
  /** Folds some events, each writer's in its order. Each event comes once, by its writer and sequence. */
  apply(events: readonly StoredEvent[]): void
  /** Writes so much that whoever decides by what is stored finds records and projects as they are now; not there where `apply` does. */
  save?(): void
  /** Writes all, also what takes less for many records at once: what is searched, counted and due. */
  finish(): void
}

/** Where the loop keeps what each projection has seen, in the same transaction as the projections' own state. */
export interface CursorStore {
  version(projection: string): number | undefined
  cursor(projection: string): Cursor
  /** Notes where the projection stands now with the writers that it went on with. */
  advance(projection: string, moved: Cursor): void
  /** Notes that the projection is empty, and of which version: what it holds is a part until it is noted as complete. */
  restart(projection: string, version: number): void
  /** Notes that the projection has seen all that the log held at some moment since it was empty. */
  complete(projection: string): void
  isComplete(projection: string): boolean
  /** Runs the work as one transaction: all of it, or nothing. */
  transaction<T>(work: () => T): T
}
