/** Whether every line of the event log is sound. Must not load SQLite: it is asked when the index does not open too. */
import type { SegmentStore } from '../../events/segments.ts'
import { type Finding as LineFinding, verifyLog } from '../../events/verify.ts'
import { plural } from '../../lib/plural.ts'
import type { Counts } from './check.ts'
import { type Finding, fixRemedy } from './finding.ts'

export function checkLines(segments: SegmentStore, counts?: Counts): Finding[] {
  const { findings, totals } = verifyLog(segments)
  if (counts !== undefined) Object.assign(counts, totals)
  const redacted = Map.groupBy(
    findings.filter(({ code }) => code === 'redacted'),
    ({ file }) => file,
  )
  return [...findings.filter(({ code }) => code !== 'redacted').map(toFinding), ...[...redacted].map(tellRedacted)]
}

/** Each file once: a record may have many events. */
function tellRedacted([subject, lines]: [string, LineFinding[]]): Finding {
  const message = `${plural(lines.length, 'event')} redacted: the text was taken out on purpose.`
  return { code: 'log-redacted', severity: 'info', subject, message, remedy: 'None is needed.' }
}

function toFinding(line: LineFinding): Finding {
  const subject = line.line === 0 ? line.file : `${line.file}:${line.line}`
  if (line.code === 'torn') {
    const message = `${sentence(line)}: a crash or a copy that is still going on cut it off.`
    return {
      code: 'log-torn',
      severity: 'warning',
      subject,
      message,
      remedy:
        'The next write to this log sets it aside; of another clone’s log "memo doctor --fix" does, once it is not being copied.',
    }
  }
  return { code: `log-${line.code}`, severity: 'error', subject, message: `${sentence(line)}.`, remedy: fixRemedy }
}

function sentence({ line, message }: LineFinding): string {
  return line === 0 ? `The segment cannot be read: ${message}` : `Line ${line} is not sound: ${message}`
}
