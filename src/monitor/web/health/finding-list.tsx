/** What the doctor found, the worst first, each with what mends it. */
import type { DoctorResult, Finding } from '../../../vault/doctor/finding.ts'

const severities = ['error', 'warning', 'info'] as const

export function FindingList({ report: { healthy, findings, checked } }: { report: DoctorResult }) {
  return (
    <section aria-label="Findings">
      <p class={`verdict ${healthy ? 'is-well' : 'is-ill'}`}>{toVerdict(healthy, findings.length)}</p>
      <p class="soft small">{checked.length} checks, at most half a minute old. Nothing is mended from here.</p>
      <ul class="plain findings">
        {severities.flatMap((severity) =>
          findings
            .filter((finding) => finding.severity === severity)
            .map((finding, place) => <FindingItem key={`${severity} ${place}`} finding={finding} />),
        )}
      </ul>
    </section>
  )
}

function toVerdict(healthy: boolean, count: number): string {
  if (!healthy) return 'Something does not work or cannot be trusted.'
  return count === 0 ? 'All is well.' : 'Nothing is broken; there is something to know.'
}

function FindingItem({ finding: { code, severity, subject, message, remedy } }: { finding: Finding }) {
  return (
    <li class="finding" data-severity={severity}>
      <p>
        <strong class="finding-severity">{severity}</strong> <span>{message}</span>
      </p>
      <p class="soft small">
        <code>{code}</code> · {subject}
      </p>
      <p class="small">
        Remedy: <code>{remedy}</code>
      </p>
    </li>
  )
}
