/** What is proved of a vault and what is damaged, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { SignResult } from '../../vault/history/sign.ts'
import type { VerifyResult } from '../../vault/history/verify.ts'
import type { Paint } from '../color.ts'

/** A line for each finding and each signature, then how much was looked at. */
export function renderVerify(result: VerifyResult, paint: Paint): string {
  const { findings, signatures = [] } = result
  const found = findings.map(({ code, severity, subject, message, remedy }) => {
    const word = paint(severity === 'error' ? 'red' : 'yellow', code)
    // The doctor looks at no signatures, so it cannot say what to do.
    const advice = /^sign/.test(code) ? `\n    → ${toHarmless(remedy)}` : ''
    return `${word}  ${toHarmless(`${subject}  ${message}`)}${advice}`
  })
  const signed = signatures
    .filter(({ state }) => state === 'good')
    .map(({ by = '', at, logs }) => toHarmless(`Signed by ${by} at ${at}: ${plural(logs, 'log')}.`))
  return [...found, ...signed, renderVerdict(result, paint)].join('\n')
}

function renderVerdict({ findings, counts, sound, checked }: VerifyResult, paint: Paint): string {
  const { events, segments, writers, commits, versions, records, files } = counts
  const parts = [
    `${plural(events, 'event')} in ${plural(segments, 'file')} of ${plural(writers, 'writer')}`,
    ...(commits > 0 ? [`${plural(versions, 'version')} of them in ${plural(commits, 'commit')}`] : []),
    ...(checked.includes('index against log') ? [`${plural(records, 'record')} of the index`] : []),
    ...(checked.includes('files against log') ? [plural(files, 'record file')] : []),
  ]
  const damage = findings.filter(({ severity }) => severity === 'error').length
  const verdict = sound
    ? paint('green', 'all of it agrees')
    : `${paint('red', plural(damage, 'fault'))}; memo doctor says what to do`
  return `${parts.join(', ')}: ${verdict}.`
}

export function renderSign({ file, logs, events }: SignResult): string {
  return toHarmless(`Signed ${plural(events, 'event')} of ${plural(logs, 'log')} in ${file}.`)
}
