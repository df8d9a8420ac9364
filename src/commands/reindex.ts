import * as Flags from '@oclif/core/flags'
import { renderBackfill, vectorsStopped } from '../cli/render/backfill.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toExitStatus } from '../lib/errors.ts'
import { type BackfillResult, backfill } from '../vault/embedding/backfill.ts'

export default class Reindex extends VaultCommand<BackfillResult> {
  static override summary = 'Drop the vectors of every model and make them anew with the one of the settings.'
  static override description =
    'For another model under the same name, and to free the space of models that are no longer used. ' +
    'The index of words is built anew by "memo rebuild", which keeps the vectors.'
  static override examples = ['<%= config.bin %> reindex --embeddings']
  static override flags = {
    embeddings: Flags.boolean({ required: true, summary: 'Say that it is the vectors that are meant.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Reindex)
    const result = await this.atLength(vectorsStopped, ({ signal, report }) => {
      const onProgress = (done: number, all: number): void => report('texts', done, all > 0 ? done / all : undefined)
      return this.inVault(flags, (vault) => backfill(vault, { anew: true, signal, onProgress }))
    })
    if (result.problem !== null) process.exitCode = toExitStatus('UNAVAILABLE')
    return result
  }

  protected render(result: BackfillResult) {
    return renderBackfill(result)
  }
}
