/**
 * Where segment bytes live: the port that the log is written against. A segment is an append-only run of bytes named by
 * (writer, number); numbers start at 1, and a gap in them is damage. Implementations know nothing of events.
 */
import { isId } from '../record/ids.ts'

export interface SegmentStore {
  /** Writers that have at least one segment, sorted. */
  writers(): string[]
  /** Numbers of the writer's segments, ascending. */
  list(writer: string): number[]
  /** Size in bytes, or undefined when there is no such segment. */
  size(writer: string, segment: number): number | undefined
  /** Bytes from `from` up to `to` (default: the end). */
  read(writer: string, segment: number, from: number, to?: number): Buffer
  /** Adds the bytes at the end, all or none, and returns when they are durable. */
  append(writer: string, segment: number, bytes: Buffer): void
  /** Sets the part of an append aside that a crash has cut short, and cuts it. Tells whether there was one. */
  cutUnfinished(writer: string): boolean
  /** Gives the segment other content of the same length, all or none, and returns when it is durable. Nothing is kept aside. */
  replace(writer: string, segment: number, bytes: Buffer): void
  /** Keeps a copy of the bytes aside under a telling name, then makes `length` the size of the segment. */
  truncate(writer: string, segment: number, length: number, reason: string): void
  /** Keeps a copy of the segment aside under a telling name, then removes it. */
  remove(writer: string, segment: number, reason: string): void
  /** How messages name the segment. */
  name(writer: string, segment: number): string
}

/** Segments in memory, for tests and for replays that touch no disk. */
export function memorySegments(): SegmentStore & { setAside: { name: string; bytes: Buffer }[] } {
  const writers = new Map<string, Map<number, Buffer>>()
  const setAside: { name: string; bytes: Buffer }[] = []
  const name = (writer: string, segment: number): string => `events/${writer}/${segmentFile(segment)}`
  const find = (writer: string, segment: number): Buffer | undefined => writers.get(writer)?.get(segment)
  const get = (writer: string, segment: number): Buffer => find(writer, segment) ?? Buffer.alloc(0)
  const put = (writer: string, segment: number, bytes: Buffer): void => {
    const segments = writers.get(writer) ?? new Map<number, Buffer>()
    writers.set(writer, segments.set(segment, bytes))
  }
  return {
    setAside,
    name,
    writers: () => [...writers.keys()].sort(),
    list: (writer) => [...(writers.get(writer)?.keys() ?? [])].sort((a, b) => a - b),
    size: (writer, segment) => find(writer, segment)?.length,
    read: (writer, segment, from, to) => get(writer, segment).subarray(from, to),
    append: (writer, segment, bytes) => put(writer, segment, Buffer.concat([get(writer, segment), bytes])),
    cutUnfinished: () => false,
    replace: put,
    truncate: (writer, segment, length) => {
      setAside.push({ name: name(writer, segment), bytes: get(writer, segment).subarray(length) })
      put(writer, segment, Buffer.from(get(writer, segment).subarray(0, length)))
    },
    remove: (writer, segment) => {
      setAside.push({ name: name(writer, segment), bytes: get(writer, segment) })
      const segments = writers.get(writer)
      if (segments?.delete(segment) && segments.size === 0) writers.delete(writer)
    },
  }
}

export function segmentFile(segment: number): string {
  return `${String(segment).padStart(6, '0')}.jsonl`
}

export interface Segment {
  writer: string
  segment: number
}

/** Reads `events/<writer>/000001.jsonl`; undefined for every other path. */
export function findSegment(path: string): Segment | undefined {
  const [, writer = '', digits = ''] = /^events\/([^/]+)\/(\d{6,})\.jsonl$/.exec(path) ?? []
  return isId(writer) && segmentFile(Number(digits)) === `${digits}.jsonl`
    ? { writer, segment: Number(digits) }
    : undefined
}
