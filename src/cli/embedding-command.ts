/** What the commands share that have vectors made. */
import { toExitStatus } from '../lib/errors.ts'
import { type BackfillInput, type BackfillResult, backfill } from '../vault/embedding/backfill.ts'
import { renderBackfill } from './render/backfill.ts'
import { VaultCommand } from './vault-command.ts'

const stopped = 'vectors that were made are kept; "memo backfill" goes on from there'

export abstract class EmbeddingCommand extends VaultCommand<BackfillResult> {
  /** The exit status is that of UNAVAILABLE when the embedder failed on the way. */
  protected async embed(
    flags: { vault?: string | undefined },
    input: Pick<BackfillInput, 'limit' | 'anew'>,
  ): Promise<BackfillResult> {
    const result = await this.atLength(stopped, ({ signal, report }) => {
      const onProgress = (done: number, all: number): void => report('texts', done, all > 0 ? done / all : undefined)
      return this.inVault(flags, (vault) => backfill(vault, { ...input, signal, onProgress }))
    })
    if (result.problem !== null) process.exitCode = toExitStatus('UNAVAILABLE')
    return result
  }

  protected render(result: BackfillResult) {
    return renderBackfill(result)
  }
}
