/**
 * The doctor for a vault that does not open. Imports nothing that loads SQLite, because the native module may be what
 * fails; what can be checked without the index is.
 */
import { fileSegments } from '../../events/file-segments.ts'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { vaultPaths } from '../layout.ts'
import { checkLayout } from './check-layout.ts'
import { checkLines } from './check-lines.ts'
import { checkNode } from './check-program.ts'
import { type DoctorResult, type Finding, fixRemedy, toDoctorResult } from './finding.ts'

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

function toCause(subject: string, error: unknown): Finding {
  const severity = 'error' as const
  const message = sentence(error)
  const hint = error instanceof MemoError ? error.hint : undefined
  if (isNativeTrouble(error)) {
    return {
      code: 'native-module',
      severity,
      subject: 'better-sqlite3',
      message: `The native module better-sqlite3 does not load under Node ${process.versions.node}; no record is lost by that.`,
      remedy: 'npm rebuild better-sqlite3',
    }
  }
  const code = error instanceof MemoError ? error.code : undefined
  if (code === 'NOT_A_VAULT') return { code: 'not-a-vault', severity, subject, message, remedy: hint ?? 'memo init' }
  if (code === 'USAGE')
    return {
      code: 'config-invalid',
      severity,
      subject: 'config.json',
      message,
      remedy: hint ?? 'Mend config.json by hand.',
    }
  if (code === 'BUSY')
    return { code: 'index-busy', severity, subject: 'memo.sqlite', message, remedy: hint ?? 'Try again in a moment.' }
  if (['EACCES', 'EPERM', 'EROFS'].includes(findErrno(error) ?? '')) {
    return {
      code: 'no-permission',
      severity,
      subject,
      message,
      remedy: 'Check the owner and permissions of the vault.',
    }
  }
  return { code: 'cannot-open', severity, subject, message, remedy: hint ?? fixRemedy }
}

function isNativeTrouble(error: unknown): boolean {
  if (error instanceof MemoError && error.code === 'UNSUPPORTED') return true
  const code = findErrno(error) ?? ''
  return (
    code === 'ERR_DLOPEN_FAILED' || code.endsWith('MODULE_NOT_FOUND') || String(error).includes('NODE_MODULE_VERSION')
  )
}

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}
