/** The one open vault behind the server: calls come one after another, and what it has to tell a person is told once. */
import { callQueue } from '../lib/call-queue.ts'
import { withIndexRecovery } from '../vault/refresh.ts'
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

/** Told notices are remembered, so that they are not told again, but not for ever. */
const mostNotices = 200

/** Throws what opening the vault throws. */
export async function openHost({ root, cwd, tell }: HostOptions): Promise<VaultHost> {
  const vault = await openVault(root, { actor: 'http' })
  const queue = callQueue()
  let told = 0
  const tellNotices = ({ notices }: Vault): void => {
    for (const notice of notices.slice(told)) tell(notice)
    if (notices.length > mostNotices) notices.splice(0, notices.length - mostNotices)
    told = notices.length
  }
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
