/** The doctor as a test asks it: which findings there are, and that a fix leaves none of them. */
import { expect } from 'vitest'
import { examineVault } from '../../src/vault/doctor/examine.ts'
import type { Finding } from '../../src/vault/doctor/finding.ts'
import { fixVault } from '../../src/vault/doctor/fix.ts'
import type { Vault } from '../../src/vault/vault.ts'

/** Findings about the machine and not about the vault under test. */
const elsewhere = ['git-identity', 'git-missing', 'quarantine']

export async function findings(vault: Vault, deep = true): Promise<Finding[]> {
  const result = await examineVault(vault, { deep })
  expect(result.healthy).toBe(result.findings.every(({ severity }) => severity !== 'error'))
  return result.findings.filter(({ code }) => !elsewhere.includes(code))
}

export async function codes(vault: Vault, deep = true): Promise<string[]> {
  return [...new Set((await findings(vault, deep)).map(({ code }) => code))].sort()
}

/** Mends the vault, tells the codes that were mended, and proves that a second examination finds nothing more. */
export async function fixed(vault: Vault): Promise<string[]> {
  const result = await fixVault(vault)
  expect(await findings(vault)).toEqual([])
  return [...new Set(result.fixed.map(({ code }) => code))].sort()
}
