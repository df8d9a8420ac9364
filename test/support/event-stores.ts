/** Segment stores to run a log on, with damage as a verb: each later case is one line. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileSegments } from '../../src/events/file-segments.ts'
import { memorySegments, type SegmentStore } from '../../src/events/segments.ts'
import { makeTempDir } from './temp-dir.ts'

export interface TestStore {
  segments: SegmentStore
  /** Replaces a segment's bytes behind the store's back. */
  write(writer: string, segment: number, bytes: string | Buffer): void
  /** Removes a segment behind the store's back. */
  lose(writer: string, segment: number): void
  /** What was set aside so far, in no order. */
  setAside(): Buffer[]
}

export const testStores: { [name: string]: () => TestStore } = { memory: memoryStore, files: fileStore }

export function memoryStore(): TestStore {
  const segments = memorySegments()
  const lose = (writer: string, segment: number): void => {
    segments.remove(writer, segment, 'test')
    segments.setAside.pop()
  }
  return {
    segments,
    lose,
    write: (writer, segment, bytes) => {
      lose(writer, segment)
      segments.append(writer, segment, Buffer.from(bytes))
    },
    setAside: () => segments.setAside.map(({ bytes }) => bytes),
  }
}

function fileStore(): TestStore {
  const folder = makeTempDir()
  const segments = fileSegments(join(folder, 'events'), join(folder, 'quarantine'))
  const path = (writer: string, segment: number): string => join(folder, segments.name(writer, segment))
  return {
    segments,
    lose: (writer, segment) => rmSync(path(writer, segment)),
    write: (writer, segment, bytes) => {
      mkdirSync(dirname(path(writer, segment)), { recursive: true })
      writeFileSync(path(writer, segment), bytes)
    },
    setAside: () => listFiles(join(folder, 'quarantine')).map((file) => readFileSync(file)),
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    // There is no such folder before something was set aside.
    return []
  }
}
