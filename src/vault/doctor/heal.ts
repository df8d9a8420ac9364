/**
 * A damaged log file made whole from the version that was committed. The file is then byte for byte what other clones
 * have, which no repair that moves lines can give.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BranchLine, readBranch } from '../../events/branch-lines.ts'
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
export function healSegments(
  { log: { segments }, paths, ports }: Vault,
  committed: readonly CommittedLines[],
): Fixed[] {
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
    makeFolder(paths.quarantine)
    const aside = freePath(join(paths.quarantine, `${version.writer}-${basename(file)}.${ports.now()}.healed`))
    replaceFile(aside, readFileSync(join(paths.root, file)), { durable: true })
    replaceFile(join(paths.root, file), whole, { durable: true })
    return [{ code: 'log-damaged', subject: file, message: 'It was made whole from the version that git has.' }]
  })
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
