/**
 * Mending a damaged or forked log: the writer keeps its lines up to the first bad one, and the sound lines after it
 * move to the log of another writer, so nothing readable is lost. Bytes that are taken out are kept aside.
 */
import { MemoError } from '../lib/errors.ts'
import { assertId } from '../record/ids.ts'
import { forkWriter, lineKey } from './branch-lines.ts'
import { type EntryWriter, openEntryWriter } from './entry-writer.ts'
import type { SegmentStore } from './segments.ts'
import { type WalkedLine, walkWriter } from './walk.ts'

export interface RepairInput {
  segments: SegmentStore
  writer: string
  /**
   * Takes the sound lines after the first bad one; the one that follows from the first of them, if not said, so that
   * another clone which repairs the same damage moves them to the same log. Its own log must not be damaged.
   */
  newWriter?: string
}

export interface RepairReport {
  /** Lines that stay where they were. */
  kept: number
  /** Lines that moved, and to whom. */
  rehomed: number
  home: string | undefined
  /** Lines that could not be read, by their place before the repair. */
  setAside: { file: string; line: number }[]
}

/**
 * Repairs one writer; does nothing when there is nothing bad. The lines are written to their new home before they are
 * cut, and those that are in another log already are not moved again: a repair that was interrupted is run again.
 */
export function repairWriter({ segments, writer, newWriter }: RepairInput): RepairReport {
  if (newWriter !== undefined) assertId(newWriter, 'writer')
  if (newWriter === writer) throw new MemoError('BUG', `the lines of ${writer} cannot move to its own log`)
  const report: RepairReport = { kept: 0, rehomed: 0, home: undefined, setAside: [] }
  const mover = openMover(segments, writer, newWriter)
  let cut: WalkedLine | undefined
  for (const walked of walkWriter(segments, writer)) {
    if (cut === undefined && isBad(walked)) cut = walked
    if (cut === undefined) report.kept += 1
    else if (walked.finding?.code === 'duplicate') continue
    else if (walked.sound !== undefined) mover.add(walked.sound)
    else if (walked.line > 0) report.setAside.push({ file: segments.name(writer, walked.segment), line: walked.line })
  }
  Object.assign(report, mover.finish())
  if (cut !== undefined) cutFrom(segments, writer, cut)
  return report
}

function isBad({ finding }: WalkedLine): boolean {
  return finding !== undefined && finding.code !== 'redacted'
}

type Sound = NonNullable<WalkedLine['sound']>

interface Mover {
  add(line: Sound): void
  /** Writes what is left and tells how many lines were moved in all. */
  finish(): Pick<RepairReport, 'rehomed' | 'home'>
}

function openMover(segments: SegmentStore, writer: string, newWriter: string | undefined): Mover {
  let known: Set<string> | undefined
  let output: EntryWriter | undefined
  let home = newWriter
  return {
    add: (line) => {
      known ??= linesOfOthers(segments, writer)
      home ??= forkWriter(line.header)
      if (known.has(lineKey(line.header))) return
      output ??= openEntryWriter(segments, home)
      output.add({ ...line.header, data: line.data, redacted: line.redacted })
    },
    finish: () => {
      const rehomed = output?.finish() ?? 0
      return { rehomed, home: rehomed === 0 ? undefined : home }
    },
  }
}

function linesOfOthers(segments: SegmentStore, writer: string): Set<string> {
  const keys = new Set<string>()
  for (const other of segments.writers()) {
    if (other === writer) continue
    for (const { sound } of walkWriter(segments, other)) if (sound !== undefined) keys.add(lineKey(sound.header))
  }
  return keys
}

/** From the back, so that an interruption leaves no gap. */
function cutFrom(segments: SegmentStore, writer: string, { segment, offset }: WalkedLine): void {
  for (const later of segments.list(writer).reverse()) {
    if (later > segment || (later === segment && offset === 0)) segments.remove(writer, later, 'repair')
  }
  if (offset > 0) segments.truncate(writer, segment, offset, 'repair')
}
