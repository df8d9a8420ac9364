/** A vault with three records, and what may befall its index. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '../../src/vault/vault.ts'
import { findIds } from './search-vault.ts'
import { makeVault, put, type TestVault } from './vault.ts'

export async function withThree(): Promise<TestVault & { index: string }> {
  const made = await makeVault()
  for (const word of ['alpha', 'beta', 'gamma'])
    await put(made.vault, { id: word, kind: 'trap', title: `About ${word}`, body: `the ${word} text` })
  return { ...made, index: join(made.root, 'memo.sqlite') }
}

export function find(vault: Vault, query: string): Promise<string[]> {
  return findIds(vault, query, { scan: 'bounded' })
}

export function overwrite(path: string, from: number, length: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, from, Math.min(bytes.length, from + length))
  writeFileSync(path, bytes)
}
