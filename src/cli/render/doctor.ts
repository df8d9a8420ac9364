/** What the doctor did and found, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { DoctorReport } from '../../vault/doctor/consult.ts'
import type { Paint, Style } from '../color.ts'

type Finding = DoctorReport['findings'][number]

const styles: { readonly [severity in Finding['severity']]: Style } = { error: 'red', warning: 'yellow', info: 'blue' }
const severities = ['error', 'warning', 'info'] as const

/** What was mended, what was found with the worst first, and the verdict. */
export function renderDoctor(report: DoctorReport, paint: Paint): string {
  const { fixed = [], indexed, findings } = report
  const mended = fixed.map(({ code, subject, message }) =>
    renderPoint(paint('green', 'fixed'), { code, subject }, [message]),
  )
  const found = severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
  return [
    ...mended,
    ...(indexed === undefined ? [] : [`Indexed ${plural(indexed, 'record')}.`]),
    ...found.map((finding) =>
      renderPoint(paint(styles[finding.severity], finding.severity), finding, [finding.message, `→ ${finding.remedy}`]),
    ),
    renderVerdict(report, paint),
  ].join('\n')
}

function renderPoint(word: string, { code, subject }: { code: string; subject: string }, lines: string[]): string {
  return [`${word}  ${code}  ${toHarmless(subject)}`, ...lines.map((line) => `    ${toHarmless(line)}`)].join('\n')
}

function renderVerdict({ vault, healthy, findings, checked }: DoctorReport, paint: Paint): string {
  const counts = severities.flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length
    if (number === 0) return []
    return [severity === 'info' ? plural(number, 'remark') : plural(number, severity)]
  })
  const verdict = healthy ? paint('green', 'healthy') : paint('red', 'not healthy')
  return `The vault ${toHarmless(vault)} is ${verdict}: ${[plural(checked.length, 'check'), ...counts].join(', ')}.`
}
