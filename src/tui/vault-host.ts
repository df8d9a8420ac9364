/** The one open vault behind the screen: calls come one after another, and what it has to tell a person is told once. */
import { keepYoungHeapSmall, screenMemoryKeeper } from '../lib/memory-keeper.ts'
import { commitIfDue } from '../vault/committing/commit.ts'
import { heldOptions } from '../vault/held-options.ts'
import { type HeldVault, holdVault } from '../vault/held-vault.ts'
import { openVault } from '../vault/vault.ts'

export interface VaultHost extends Pick<HeldVault, 'run'> {
  /** Where the program was started. */
  readonly cwd: string
  /** The same for what is done again and again while nobody does anything: between such calls memory is given back. */
  runIdly: HeldVault['run']
  /** Who is told from now on what no answer says; what came before is told at once. */
  onNotice(tell: (text: string) => void): void
  /** Lets the calls end that have begun, commits what is due, closes the vault. */
  close(): Promise<void>
}

/** Throws what opening the vault throws. */
export async function openHost(root: string, cwd: string): Promise<VaultHost> {
  keepYoungHeapSmall()
  const vault = await openVault(root, { actor: 'tui', ...heldOptions })
  const memory = screenMemoryKeeper()
  let listener: ((text: string) => void) | undefined
  const waiting: string[] = []
  const tell = (text: string): void => void (listener === undefined ? waiting.push(text) : listener(text))
  const held = holdVault({ open: async () => vault, tell })
  return {
    cwd,
    run: (work, signal) => held.run(work, signal).finally(memory.afterCall),
    runIdly: held.run,
    onNotice: (told) => {
      listener = told
      for (const text of waiting.splice(0)) told(text)
    },
    close: async () => {
      memory.close()
      await held.close(async (open) => (open.readOnly ? undefined : await commitIfDue(open)))
    },
  }
}
