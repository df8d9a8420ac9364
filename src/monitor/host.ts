/** The one open vault behind the server: calls come one after another, and what it has to tell a person is told once. */
import { callQueue } from '../lib/call-queue.ts'
import { withIndexRecovery } from '../vault/refresh.ts'
import { serverCacheKib } from '../vault/server-cache.ts'
import { noticeTeller } from '../vault/tell-notices.ts'
import { closeVault, openVault, type Vault } from '../vault/vault.ts'

export interface VaultHost {
  readonly root: string
  /** Where the server was started. */
  readonly cwd: string
  /** Runs one call on the vault, after those before it. */
  run<Result>(work: (vault: Vault) => Promise<Result>): Promise<Result>
  /** Lets the calls end that have begun, and closes the vault. */
  close(): Promise<void>
}

export interface HostOptions {
  root: string
  cwd: string
  /** For a person: what no answer says. */
  tell(text: string): void
}

/** Throws what opening the vault throws. */
export async function openHost({ root, cwd, tell }: HostOptions): Promise<VaultHost> {
  const vault = await openVault(root, { actor: 'http', cacheKib: serverCacheKib })
  const queue = callQueue()
  const tellNotices = noticeTeller(tell)
  return {
    root,
    cwd,
    run: (work) => queue.run(() => withIndexRecovery(vault, () => work(vault)).finally(() => tellNotices(vault))),
    close: async () => {
      await queue.idle()
      closeVault(vault)
    },
  }
}
