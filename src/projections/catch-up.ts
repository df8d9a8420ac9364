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

/** Large enough that the transaction's own cost vanishes, small enough to hold a batch of large bodies in memory. */
const batchSize = 2000

export interface CatchUpInput {
  log: Pick<EventLog, 'read'>
  store: CursorStore
  projections: readonly Projection[]
  toEvent: ToEvent
}

export interface CatchUpLimits {
  /** Told after each batch how many events are done. */
  onProgress?: ((events: number) => void) | undefined
  /** Stops behind the batch with which it has read so many events; there may be more. */
  atMost?: number | undefined
}

/** Folds everything beyond the stored cursors. Returns how many events were read. */
export function catchUp(input: CatchUpInput, { onProgress, atMost = Infinity }: CatchUpLimits = {}): number {
  let count = 0
  for (const done of catchUpInSteps(input)) {
    count = done
    onProgress?.(done)
    if (count >= atMost) break
  }
  return count
}

/** The same, for whoever has something to do after each batch: gives how many events are done. */
export function* catchUpInSteps({ log, store, projections, toEvent }: CatchUpInput): Generator<number> {
  resetOutdated(store, projections)
  const start = commonCursor(projections.map(({ name }) => store.cursor(name)))
  let batch: ReadEvent[] = []
  let count = 0
  const flush = (): number => {
    applyEvents(store, projections, batch)
    count += batch.length
    batch = []
    return count
  }
  for (const step of log.read(start, toEvent)) {
    batch.push(step)
    if (batch.length >= batchSize) yield flush()
  }
  if (batch.length > 0) yield flush()
  noteComplete(store, projections)
}

/** Whether any stored state is of another version than the code. */
export function isOutdated(store: CursorStore, projections: readonly Projection[]): boolean {
  return projections.some(({ name, version }) => store.version(name) !== version)
}

/** Whether any is only a part, because it was begun anew and has not come to the log's end since. */
export function isPart(store: CursorStore, projections: readonly Projection[]): boolean {
  return projections.some(({ name }) => !store.isComplete(name))
}

function noteComplete(store: CursorStore, projections: readonly Projection[]): void {
  if (!isPart(store, projections)) return
  store.transaction(() => {
    for (const { name } of projections) store.complete(name)
  })
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
    folding.save()
  })
}

export interface Folding {
  apply(events: readonly ReadEvent[]): void
  /** Ends it: notes how far the projections have come. */
  save(): void
}

/** Folds events a few at a time within the caller's transaction; cursors are read once and saved once. */
export function beginFold(store: CursorStore, projections: readonly Projection[]): Folding {
  const folds = projections.map((projection) => {
    const cursor = store.cursor(projection.name)
    return { projection, fold: projection.begin(), cursor, moved: new Map<string, Position>() }
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
