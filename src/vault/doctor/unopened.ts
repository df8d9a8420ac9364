/** The doctor for a vault that does not open: what can be checked without the index is. */
import { fileSegments } from '../../events/file-segments.ts'
import { type ErrorCode, findErrno, MemoError, messageOf } from '../../lib/errors.ts'
import { isNativeTrouble } from '../../lib/native-trouble.ts'
import { vaultPaths } from '../layout.ts'
import { checkLayout } from './check-layout.ts'
import { checkLines } from './check-lines.ts'
import { checkNode, nativeModule } from './check-program.ts'
import { type DoctorResult, type Finding, remedyOf, toDoctorResult } from './finding.ts'

/** Says why the vault at `root` does not open, and what else is wrong with it. Never throws. */
export function examineUnopened(root: string, error: unknown): DoctorResult {
  const cause = toCause(root, error)
  const findings = [...checkNode(), cause]
  const checked = ['node', 'opening']
  if (cause.code === 'not-a-vault') return toDoctorResult(findings, checked)
  const paths = vaultPaths(root)
  try {
    findings.push(...checkLayout(paths))
    checked.push('layout')
    findings.push(...checkLines(fileSegments(paths.events, paths.quarantine)))
    checked.push('log')
  } catch {
    // No permission, or not a folder: the cause above says so.
  }
  return toDoctorResult(findings, checked)
}

/** What the refusals of an opening are about, and what to do where they do not say it themselves. */
const refusals: { readonly [code in ErrorCode]?: Pick<Finding, 'code' | 'remedy'> & { subject?: string } } = {
  NOT_A_VAULT: { code: 'not-a-vault', remedy: 'memo init' },
  USAGE: { code: 'config-invalid', subject: 'config.json', remedy: 'Mend config.json by hand.' },
  BUSY: { code: 'index-busy', subject: 'memo.sqlite', remedy: 'Try again in a moment.' },
}

function toCause(subject: string, error: unknown): Finding {
  if (isNativeTrouble(error) || (error instanceof MemoError && error.code === 'UNSUPPORTED')) return nativeModule
  const told = { subject, severity: 'error' as const, message: toSentence(messageOf(error)) }
  if (['EACCES', 'EPERM', 'EROFS'].includes(findErrno(error) ?? '')) {
    return { ...told, code: 'no-permission', remedy: remedyOf(error) }
  }
  const unknown = { code: 'cannot-open', remedy: remedyOf(error) }
  if (!(error instanceof MemoError)) return { ...told, ...unknown }
  const known = { ...unknown, ...refusals[error.code] }
  return { ...told, ...known, ...(error.hint !== undefined && { remedy: toSentence(error.hint) }) }
}

function toSentence(message: string): string {
  const text = message.split('\n')[0] ?? ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}
