/** A brief of a test vault with everything that it can be told left as the CLI leaves it. */
import { type BootstrapInput, type BootstrapResult, bootstrap } from '../../src/vault/bootstrap/bootstrap.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { project } from './vault.ts'

export function brief(vault: Vault, input: Partial<BootstrapInput> = {}): Promise<BootstrapResult> {
  const cwd = vault.paths.root
  return bootstrap(vault, { project, cwd, isCounted: true, explain: false, scan: 'none', ...input })
}

/** Ids of the records that are told, part by part. */
export function toldIds({ sections }: BootstrapResult): { [part: string]: string[] } {
  return Object.fromEntries(sections.map(({ name, records }) => [name, records.map(({ id }) => id)]))
}
