/** Segments as files: `<root>/<writer>/000001.jsonl`. Damaged bytes are copied to a quarantine folder before a cut. */
import { closeSync, existsSync, openSync, readdirSync, readSync, rmdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { appendDurably, makeFolder, replaceFile, syncFolder } from '../lib/durable-file.ts'
import { findErrno } from '../lib/errors.ts'
import { freePath } from '../lib/move-aside.ts'
import { removeFile } from '../lib/remove-file.ts'
import {
  clearAppendNote,
  isOfSeveralLines,
  isUnfinished,
  readAppendNote,
  saveAppendNote,
  toAppendNote,
} from './append-note.ts'
import { type SegmentStore, segmentFile } from './segments.ts'

/**
 * Opens (and does not create) the segments below `root`; cuts are kept in `quarantine`. Without a file for the `note` of an
 * append, several lines that are appended together may be there in part after a crash.
 */
export function fileSegments(root: string, quarantine: string, note?: string): SegmentStore {
  const path = (writer: string, segment: number): string => join(root, writer, segmentFile(segment))
  const keepAside = (writer: string, segment: number, from: number, reason: string): void => {
    makeFolder(quarantine)
    const copy = freePath(join(quarantine, `${writer}-${segmentFile(segment)}-at-${from}.${reason}`))
    replaceFile(copy, readRange(path(writer, segment), from), { durable: true })
  }
  return {
    name: (writer, segment) => `events/${writer}/${segmentFile(segment)}`,
    writers: () => listWriters(root),
    list: (writer) => listSegments(join(root, writer)),
    size: (writer, segment) => findSize(path(writer, segment)),
    read: (writer, segment, from, to) => readRange(path(writer, segment), from, to),
    append: (writer, segment, bytes) => {
      const folder = join(root, writer)
      if (segment === 1 && !existsSync(folder)) {
        makeFolder(folder)
        syncFolder(root)
      }
      appendTogether(path(writer, segment), { writer, segment, bytes, note })
    },
    cutUnfinished: (writer) => {
      const unfinished = note === undefined ? undefined : readAppendNote(note)
      if (note === undefined || unfinished?.writer !== writer) return false
      const { segment, from } = unfinished
      const isCut = isUnfinished(path(writer, segment), unfinished)
      if (isCut) {
        keepAside(writer, segment, from, 'torn')
        truncateSync(path(writer, segment), from)
      }
      clearAppendNote(note)
      return isCut
    },
    replace: (writer, segment, bytes) => {
      replaceFile(path(writer, segment), bytes, { durable: true })
    },
    truncate: (writer, segment, length, reason) => {
      keepAside(writer, segment, length, reason)
      truncateSync(path(writer, segment), length)
    },
    remove: (writer, segment, reason) => {
      keepAside(writer, segment, 0, reason)
      removeFile(path(writer, segment))
      syncFolder(join(root, writer))
      if (readdirSync(join(root, writer)).length === 0) rmdirSync(join(root, writer))
    },
  }
}

interface Addition {
  writer: string
  segment: number
  bytes: Buffer
  note: string | undefined
}

function appendTogether(path: string, { writer, segment, bytes, note }: Addition): void {
  if (note === undefined || !isOfSeveralLines(bytes)) {
    appendDurably(path, bytes)
    return
  }
  saveAppendNote(note, toAppendNote(path, { writer, segment }, bytes))
  appendDurably(path, bytes)
  clearAppendNote(note)
}

/** A folder stands for its writer unless it is hidden: each open asks, and looking into every folder would cost it. */
function listWriters(root: string): string[] {
  const entries = ifThere(() => readdirSync(root, { withFileTypes: true })) ?? []
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

function listSegments(folder: string): number[] {
  const names = ifThere(() => readdirSync(folder)) ?? []
  return names
    .map((name) => ({ name, segment: Number.parseInt(name, 10) }))
    .filter(({ name, segment }) => name === segmentFile(segment))
    .map(({ segment }) => segment)
    .sort((a, b) => a - b)
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}

function findSize(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

function readRange(path: string, from: number, to?: number): Buffer {
  const fd = openSync(path, 'r')
  try {
    const end = to ?? statSync(path).size
    const bytes = Buffer.allocUnsafe(Math.max(0, end - from))
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(fd, bytes, filled, bytes.length - filled, from + filled)
      if (count === 0) break
      filled += count
    }
    return bytes.subarray(0, filled)
  } finally {
    closeSync(fd)
  }
}
