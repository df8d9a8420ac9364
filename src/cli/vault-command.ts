/** What the commands share that work on an open vault: opening and closing it, and telling its notices. */

import { systemPorts } from '../lib/ports.ts'
import { commitIfDue } from '../vault/committing/commit.ts'
import { type Vault, withVault } from '../vault/vault.ts'
import { MemoCommand } from './base-command.ts'
import { tellNote } from './notes.ts'
import { openProgress } from './progress.ts'

export abstract class VaultCommand<Result extends object> extends MemoCommand<Result> {
  /** Whether the command only reads a little, as it is called before each step of an agent. */
  protected readonly isBrief: boolean = false

  /** Runs one verb on the vault that the flags name, and tells on stderr what a person should know besides the answer. */
  protected async inVault<Answer extends Result>(
    flags: { vault?: string | undefined },
    work: (vault: Vault) => Promise<Answer>,
  ): Promise<Answer> {
    const adopting = openProgress('edited files', { json: this.jsonEnabled() })
    const onAdopted = (files: number, total: number): void => adopting.update(files, files / total)
    return withVault(this.vaultRoot(flags), { actor: 'cli', onAdopted, isBrief: this.isBrief }, async (vault) => {
      try {
        const result = await work(vault)
        await commitIfDue(vault)
        return result
      } finally {
        adopting.end()
        for (const notice of vault.notices) await tellNote(notice)
      }
    })
  }

  /** The instant (ms) that an answer's ages are told from. */
  protected now(answer: { asOf?: string } = {}): number {
    return answer.asOf === undefined ? systemPorts.now() : Date.parse(answer.asOf)
  }
}
