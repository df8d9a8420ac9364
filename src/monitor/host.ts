/** The one open vault behind the server: calls come one after another, and what it has to tell a person is told once. */

import { heldOptions } from '../vault/held-options.ts'
import { type HeldVault, holdVault } from '../vault/held-vault.ts'
import { openVault } from '../vault/vault.ts'

export interface VaultHost extends Pick<HeldVault, 'run' | 'close'> {
  readonly root: string
  /** Where the server was started. */
  readonly cwd: string
}

export interface HostOptions {
  root: string
  cwd: string
  /** For a person: what no answer says. */
  tell(text: string): void
}

/** Throws what opening the vault throws. */
export async function openHost({ root, cwd, tell }: HostOptions): Promise<VaultHost> {
  const vault = await openVault(root, { actor: 'http', ...heldOptions })
  const { run, close } = holdVault({ open: async () => vault, tell })
  return { root, cwd, run, close }
}
