/** `memo verify`: log, commits, index and files held against each other, line by line; it mends nothing. */
import type { Counts } from '../doctor/check.ts'
import { checks } from '../doctor/checks.ts'
import { type ExamineOptions, runChecks } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import type { Vault } from '../vault.ts'
import type { CheckedSignature } from './check-signatures.ts'

export interface VerifyResult {
  vault: string
  /** No finding is an error. */
  sound: boolean
  /** All of them, in the order of the checks. */
  findings: Finding[]
  /** Names of the checks that ran; one that needs a damaged part does not. */
  checked: string[]
  /** How much was looked at. */
  counts: Counts
  /** With `signed`: whose signatures there are. */
  signatures?: CheckedSignature[]
}

export interface VerifyInput extends Omit<ExamineOptions, 'deep'> {
  /** Also check the signatures. */
  signed: boolean
}

/** Damage is a finding, not an error. Throws UNSUPPORTED when signatures are to be checked and the program is missing. */
export async function verifyVault(vault: Vault, { signed, ...options }: VerifyInput): Promise<VerifyResult> {
  const due = checks.filter(({ isProof }) => isProof)
  const { findings, checked, counts } = await runChecks(vault, due, { ...options, deep: true })
  const signatures = signed ? await (await import('./check-signatures.ts')).checkSignatures(vault) : undefined
  const all = [...findings, ...(signatures?.findings ?? [])]
  return {
    vault: vault.paths.root,
    sound: all.every(({ severity }) => severity !== 'error'),
    findings: all,
    checked: signatures === undefined ? checked : [...checked, 'signatures'],
    counts,
    ...(signatures !== undefined && { signatures: signatures.signatures }),
  }
}
