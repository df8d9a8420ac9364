/** What the commands share that work on an open vault: opening and closing it, and telling its notices. */

import { statSync } from 'node:fs'
import { stopOptimising } from '../lib/optimising.ts'
import { systemPorts } from '../lib/ports.ts'
import { commitIfDue } from '../vault/committing/commit.ts'
import { type Vault, withVault } from '../vault/vault.ts'
import { MemoCommand } from './base-command.ts'
import { tellNote } from './notes.ts'
import { openProgress } from './progress.ts'

/** Bytes of an index, some 20,000 records: in a smaller one a brief command does not run long enough for optimised code. */
const briefIndex = 64 * 2 ** 20

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
    return withVault(this.vaultRoot(flags), { actor: 'cli', onAdopted }, async (vault) => {
      if (this.isBrief && isSmall(vault)) stopOptimising()
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

function isSmall({ paths }: Vault): boolean {
  return (statSync(paths.index, { throwIfNoEntry: false })?.size ?? 0) < briefIndex
}
