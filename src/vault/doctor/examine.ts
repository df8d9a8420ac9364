/** The doctor's round: every check that can run runs, and a check that fails is a finding itself. */
import { messageOf } from '../../lib/errors.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { isDamage } from '../../projections/index/database.ts'
import { maskSecrets } from '../../record/secrets/find-secrets.ts'
import type { Vault } from '../vault.ts'
import type { Check, Counts, Examination } from './check.ts'
import { toDamage } from './check-index.ts'
import { checks } from './checks.ts'
import { type DoctorResult, type Finding, remedyOf, toDoctorResult } from './finding.ts'

export interface ExamineOptions {
  /** Compares the whole index with the log, and looks into every file's counters. */
  deep: boolean
  /** Ends it between two checks. */
  signal?: AbortSignal | undefined
  onProgress?: ((checks: number, total: number) => void) | undefined
}

/** Examines an open vault. Brings it up to date first, as any reader does; mends nothing. Never throws for damage. */
export async function examineVault(vault: Vault, options: ExamineOptions): Promise<DoctorResult> {
  const { findings, checked } = await runChecks(vault, checks, options)
  return toDoctorResult(findings, checked)
}

export interface Examined {
  findings: Finding[]
  checked: string[]
  counts: Counts
}

/** Runs these checks in order, but for those that need a damaged part. */
export async function runChecks(vault: Vault, due: readonly Check[], options: ExamineOptions): Promise<Examined> {
  const { deep, signal, onProgress } = options
  const counts = { writers: 0, segments: 0, events: 0, commits: 0, versions: 0, records: 0, files: 0 }
  const examination: Examination = { vault, deep, broken: new Set(), counts }
  const findings: Finding[] = []
  const checked: string[] = []
  for (const [at, check] of due.entries()) {
    await stopPoint(signal)
    onProgress?.(at, due.length)
    if (check.needs?.some((part) => examination.broken.has(part)) === true) continue
    const found = await runCheck(check, examination)
    findings.push(...found.map(withoutSecret))
    checked.push(check.name)
    if (check.decides !== undefined && found.some(({ severity }) => severity === 'error'))
      examination.broken.add(check.decides)
  }
  return { findings, checked, counts }
}

/** A message may quote what somebody wrote, or what git said. */
function withoutSecret(finding: Finding): Finding {
  return { ...finding, subject: maskSecrets(finding.subject), message: maskSecrets(finding.message) }
}

async function runCheck(check: Check, examination: Examination): Promise<Finding[]> {
  try {
    return await check.run(examination)
  } catch (error) {
    if (!isDamage(error)) return [toFailure(check.name, error)]
    examination.broken.add('index')
    return [toDamage(messageOf(error))]
  }
}

function toFailure(name: string, error: unknown): Finding {
  return {
    code: 'check-failed',
    severity: 'error',
    subject: name,
    message: `The check could not be made: ${messageOf(error)}.`,
    remedy: remedyOf(error),
  }
}
