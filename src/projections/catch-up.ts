/** The one loop that brings projections up to the log's end, in batches, each batch one transaction. */
import {
  type Cursor,
  type EventLog,
  type Position,
  type ReadEvent,
  startPosition,
  type ToEvent,
} from '../events/log.ts'
import { isFoldable } from '../events/schema-guard.ts'
import type { CursorStore, Projection } from './projection.ts'

/**
 * Bytes of log that are folded in one transaction: some 15,000 new records, or 40,000 uses. Of a record that many events are about,
 * what the last of them has made of it is written once, and until then kept in memory.
 */
const largeBatch = 16 * 2 ** 20

/** Events that are read together at most: some tenths of a second. */
const strideEvents = 2000

export interface CatchUpInput {
  log: Pick<EventLog, 'read'>
  store: CursorStore
  projections: readonly Projection[]
  toEvent: ToEvent
  /** Bytes of log that are folded in one transaction, to the next whole stride; 16 MiB if nobody says. */
  batchBytes?: number
}

export interface CatchUpLimits {
  /** Told now and then how many events are done. */
  onProgress?: ((events: number) => void) | undefined
  /** Stops behind the first batch; there may be more. */
  isOneBatch?: boolean | undefined
}

/** Folds everything beyond the stored cursors. Returns how many events were read. */
export function catchUp(input: CatchUpInput, { onProgress, isOneBatch = false }: CatchUpLimits = {}): number {
  let count = 0
  for (const done of catchUpInBatches(input, onProgress)) {
    count = done
    if (isOneBatch) break
  }
  return count
}

/** The same, for whoever has something to do after each batch: gives how many events are done. */
export function* catchUpInBatches(
  { log, store, projections, toEvent, batchBytes = largeBatch }: CatchUpInput,
  onProgress: CatchUpLimits['onProgress'] = () => {},
): Generator<number> {
  resetOutdated(store, projections)
  const start = commonCursor(projections.map(({ name }) => store.cursor(name)))
  const reading = inStrides(log.read(start, toEvent), start)
  let count = 0
  let isAtEnd = false
  let isDone = false
  const foldBatch = (): void => {
    const folding = beginFold(store, projections)
    for (let bytes = 0; bytes < batchBytes; ) {
      const { value: stride } = reading.next()
      if (stride === undefined) {
        isAtEnd = true
        break
      }
      folding.apply(stride.events)
      bytes += stride.bytes
      count += stride.events.length
      onProgress(count)
    }
    folding.finish()
  }
  const goOn = (): void => {
    if (!isAtEnd) foldBatch()
    isDone = isAtEnd && !completePart(store, projections)
  }
  while (!isDone) {
    store.transaction(goOn)
    yield count
  }
}

interface Stride {
  events: ReadEvent[]
  /** Of their lines. */
  bytes: number
}

function* inStrides(steps: Iterable<ReadEvent>, start: Cursor): Generator<Stride, undefined> {
  const ends = new Map(start)
  let stride: Stride = { events: [], bytes: 0 }
  for (const step of steps) {
    const { writer } = step.event
    stride.events.push(step)
    stride.bytes += lengthOf(step, ends.get(writer))
    ends.set(writer, step.position)
    if (stride.events.length < strideEvents && stride.bytes < largeBatch) continue
    yield stride
    stride = { events: [], bytes: 0 }
  }
  if (stride.events.length > 0) yield stride
}

/** Bytes of its line, which begins where the writer's line before it ends, or a segment does. */
function lengthOf({ position }: ReadEvent, before: Position | undefined): number {
  return position.offset - (before?.segment === position.segment ? before.offset : 0)
}

/** Whether any stored state is of another version than the code. */
export function isOutdated(store: CursorStore, projections: readonly Projection[]): boolean {
  return projections.some(({ name, version }) => store.version(name) !== version)
}

/** Whether any is only a part, because it was begun anew and has not come to the log's end since. */
export function isPart(store: CursorStore, projections: readonly Projection[]): boolean {
  return projections.some(({ name }) => !store.isComplete(name))
}

/** At the log's end a part becomes whole, a step at a time. Gives whether more is left. */
function completePart(store: CursorStore, projections: readonly Projection[]): boolean {
  for (const { name, completePart } of projections) {
    if (store.isComplete(name)) continue
    if (completePart?.() === true) return true
    store.complete(name)
  }
  return false
}

function resetOutdated(store: CursorStore, projections: readonly Projection[]): void {
  for (const projection of projections) {
    if (store.version(projection.name) === projection.version) continue
    store.transaction(() => {
      projection.reset()
      store.restart(projection.name, projection.version)
    })
  }
}

/** Folds events, already read or just appended, into each projection that has not seen them. One transaction. */
export function applyEvents(
  store: CursorStore,
  projections: readonly Projection[],
  events: readonly ReadEvent[],
): void {
  store.transaction(() => {
    const folding = beginFold(store, projections)
    folding.apply(events)
    folding.finish()
  })
}

/** As `Fold`, of several projections. */
export interface Folding {
  apply(events: readonly ReadEvent[]): void
  save(): void
  /** Notes how far the projections have come, too. */
  finish(): void
}

/** Folds events a few at a time within the caller's transaction; cursors are read once and saved once. */
export function beginFold(store: CursorStore, projections: readonly Projection[]): Folding {
  const folds = projections.map((projection) => {
    const [cursor, isPart] = [store.cursor(projection.name), !store.isComplete(projection.name)]
    return { projection, fold: projection.begin(isPart), cursor, moved: new Map<string, Position>() }
  })
  return {
    apply: (events) => {
      for (const { fold, cursor, moved } of folds) {
        const unseen = events.filter(({ event, position }) => {
          const seen = moved.get(event.writer) ?? cursor.get(event.writer) ?? startPosition
          if (event.seq > seen.seq) moved.set(event.writer, position)
          return event.seq > seen.seq
        })
        const foldable = unseen.map(({ event }) => event).filter(isFoldable)
        if (foldable.length > 0) fold.apply(foldable)
      }
    },
    save: () => {
      for (const { fold } of folds) fold.save?.()
    },
    finish: () => {
      for (const { projection, fold, moved } of folds) {
        fold.finish()
        store.advance(projection.name, moved)
      }
    },
  }
}

/** The position that every projection has reached, writer by writer. */
export function commonCursor(cursors: readonly Cursor[]): Cursor {
  const [first, ...rest] = cursors
  const common = new Map<string, Position>()
  for (const [writer, position] of first ?? []) {
    const positions = [position, ...rest.map((cursor) => cursor.get(writer) ?? startPosition)]
    common.set(
      writer,
      positions.reduce((low, other) => (other.seq < low.seq ? other : low)),
    )
  }
  return common
}
