/** The one open vault behind the screen: calls come one after another, and what it has to tell a person is told once. */
import { callQueue } from '../lib/call-queue.ts'
import { memoryKeeper, preferSmallHeap } from '../lib/memory-keeper.ts'
import { commitIfDue } from '../vault/commit.ts'
import { withIndexRecovery } from '../vault/refresh.ts'
import { serverCacheKib } from '../vault/server-cache.ts'
import { noticeTeller } from '../vault/tell-notices.ts'
import { closeVault, openVault, type Vault } from '../vault/vault.ts'

export interface VaultHost {
  /** Where the program was started. */
  readonly cwd: string
  /** Runs one call on the vault, after those before it. */
  run<Result>(work: (vault: Vault) => Promise<Result>): Promise<Result>
  /** The same for what is done again and again while nobody does anything: between such calls memory is given back. */
  runIdly<Result>(work: (vault: Vault) => Promise<Result>): Promise<Result>
  /** Who is told from now on what no answer says; what came before is told at once. */
  onNotice(tell: (text: string) => void): void
  /** Lets the calls end that have begun, commits what is due, closes the vault. */
  close(): Promise<void>
}

/** Throws what opening the vault throws. */
export async function openHost(root: string, cwd: string): Promise<VaultHost> {
  preferSmallHeap()
  const vault = await openVault(root, { actor: 'tui', cacheKib: serverCacheKib })
  const queue = callQueue()
  const memory = memoryKeeper()
  let listener: ((text: string) => void) | undefined
  const waiting: string[] = []
  const tellNotices = noticeTeller((text) => (listener === undefined ? waiting.push(text) : listener(text)))
  const runIdly: VaultHost['runIdly'] = (work) =>
    queue.run(() => withIndexRecovery(vault, () => work(vault)).finally(() => tellNotices(vault)))
  return {
    cwd,
    run: (work) => runIdly(work).finally(memory.afterCall),
    runIdly,
    onNotice: (tell) => {
      listener = tell
      for (const text of waiting.splice(0)) tell(text)
    },
    close: async () => {
      memory.close()
      await queue.idle()
      try {
        if (!vault.readOnly) await commitIfDue(vault)
      } finally {
        closeVault(vault)
      }
    },
  }
}
