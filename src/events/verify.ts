/** Checks every line of the log. */
import type { SegmentStore } from './segments.ts'
import { type FindingCode, walkWriter } from './walk.ts'

export interface Finding {
  code: FindingCode
  /** As messages name the segment: `events/<writer>/000001.jsonl`. */
  file: string
  /** From 1; 0 when the whole segment is missing. */
  line: number
  writer: string
  segment: number
  /** Of the line's first byte. */
  offset: number
  message: string
}

/** Whether the line keeps the log from being read past it. Redacted and torn ones do not: a write sets a torn one aside. */
export function isDamaging({ code }: Pick<Finding, 'code'>): boolean {
  return code !== 'redacted' && code !== 'torn'
}

export interface VerifyReport {
  findings: Finding[]
  /** `events` counts the lines that hold a sound event, repeated lines once. */
  totals: { writers: number; segments: number; events: number }
}

/** Reads the whole log and never throws for damage. `onSegment` is told each segment when its check begins. */
export function verifyLog(segments: SegmentStore, onSegment?: (writer: string, segment: number) => void): VerifyReport {
  const findings: Finding[] = []
  const totals = { writers: 0, segments: 0, events: 0 }
  for (const writer of segments.writers()) {
    totals.writers += 1
    totals.segments += segments.list(writer).length
    let current = 0
    for (const { segment, line, offset, sound, finding } of walkWriter(segments, writer)) {
      if (segment !== current) onSegment?.(writer, segment)
      current = segment
      if (sound !== undefined && finding?.code !== 'duplicate') totals.events += 1
      if (finding === undefined) continue
      findings.push({ ...finding, file: segments.name(writer, segment), line, writer, segment, offset })
    }
  }
  return { findings, totals }
}
