/**
 * A damaged log file made whole, from the version that was committed or by what is no line of it taken out. The file is
 * then byte for byte what other clones have, which no repair that moves lines can give.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BranchBytes, type BranchLine, readBranch } from '../../events/branch-lines.ts'
import { chainStart } from '../../events/codec.ts'
import { splitLines, tryDecode } from '../../events/lines.ts'
import type { SegmentStore } from '../../events/segments.ts'
import { isDamaging, verifyLog } from '../../events/verify.ts'
import { makeFolder, replaceFile } from '../../lib/durable-file.ts'
import { MemoError } from '../../lib/errors.ts'
import { freePath } from '../../lib/move-aside.ts'
import type { Vault } from '../vault.ts'
import type { Fixed } from './fixed.ts'
import type { CommittedLines } from './take-in.ts'

/** Only where the whole file holds every sound line that the damaged one has. */
export function healSegments(vault: Vault, committed: readonly CommittedLines[]): Fixed[] {
  const { segments } = vault.log
  // To know which files are damaged the whole log is read.
  if (committed.length === 0) return []
  const damaged = new Set(
    verifyLog(segments)
      .findings.filter(isDamaging)
      .map(({ file }) => file),
  )
  return committed.flatMap((version) => {
    const file = segments.name(version.writer, version.segment)
    const whole = damaged.has(file) ? toWhole(segments, version) : undefined
    if (whole === undefined) return []
    replaceSegment(vault, version, whole)
    return [{ code: 'log-damaged', subject: file, message: 'It was made whole from the version that git has.' }]
  })
}

/**
 * A writer's log without what is no line of it (conflict markers, a piece of a line, a line again), where all that is left is one
 * chain. Its lines stay where other clones have them: moved to another log they would count twice once those bring them.
 */
export function freeOfJunk(vault: Vault, writer: string): Fixed[] {
  const { segments } = vault.log
  const seen = new Set<string>()
  const branch = new Map(
    segments.list(writer).map((segment) => [segment, linesOf(segments.read(writer, segment, 0), seen)] as const),
  )
  if (!isChain(segments, writer, branch)) return []
  const changed = [...branch].filter(([segment, bytes]) => segments.size(writer, segment) !== bytes.length)
  return changed.map(([segment, bytes]) => {
    replaceSegment(vault, { writer, segment }, bytes)
    const subject = segments.name(writer, segment)
    return { code: 'log-damaged', subject, message: 'What is no line of it, or stands there twice, was set aside.' }
  })
}

/** @param seen hashes of the lines before, to which those of these are added */
function linesOf(bytes: Buffer, seen: Set<string>): Buffer {
  const sound = [...splitLines(bytes, 0)].filter((line) => {
    const decoded = tryDecode(line)
    if (typeof decoded === 'string' || seen.has(decoded.headerHash)) return false
    seen.add(decoded.headerHash)
    return true
  })
  return Buffer.concat(sound.map(({ start, end }) => bytes.subarray(start, end)))
}

function isChain(segments: SegmentStore, writer: string, branch: BranchBytes): boolean {
  try {
    readBranch(segments, writer, branch, chainStart)
    return true
  } catch (error) {
    if (error instanceof MemoError) return false
    throw error
  }
}

function replaceSegment(
  { log: { segments }, paths, ports }: Vault,
  { writer, segment }: { writer: string; segment: number },
  bytes: Buffer,
): void {
  const file = segments.name(writer, segment)
  makeFolder(paths.quarantine)
  const aside = freePath(join(paths.quarantine, `${writer}-${basename(file)}.${ports.now()}.healed`))
  replaceFile(aside, readFileSync(join(paths.root, file)), { durable: true })
  replaceFile(join(paths.root, file), bytes, { durable: true })
}

/** The committed bytes, and what was written behind them since. */
function toWhole(segments: SegmentStore, { writer, segment, bytes }: CommittedLines): Buffer | undefined {
  if (segments.size(writer, segment) === undefined) return undefined
  const now = segments.read(writer, segment, 0)
  const whole = Buffer.concat([bytes, now.subarray(bytes.length)])
  const lines = tryRead(segments, writer, segment, whole)
  const end = lines?.at(-1)
  if (lines === undefined || end === undefined || end.start + end.bytes.length !== whole.length) return undefined
  const there = new Set(lines.map(({ hash }) => hash))
  return soundHashes(now).every((hash) => there.has(hash)) ? whole : undefined
}

function tryRead(segments: SegmentStore, writer: string, segment: number, bytes: Buffer): BranchLine[] | undefined {
  try {
    return readBranch(segments, writer, new Map([[segment, bytes]]))
  } catch (error) {
    if (error instanceof MemoError) return undefined
    throw error
  }
}

function soundHashes(bytes: Buffer): string[] {
  return [...splitLines(bytes, 0)].flatMap((line) => {
    const decoded = tryDecode(line)
    return typeof decoded === 'string' ? [] : [decoded.headerHash]
  })
}
