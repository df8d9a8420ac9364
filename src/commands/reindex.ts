import * as Flags from '@oclif/core/flags'
import { openProgress } from '../cli/progress.ts'
import { renderBackfill } from '../cli/render/backfill.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toExitStatus } from '../lib/errors.ts'
import { type BackfillResult, backfill } from '../vault/backfill.ts'

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
    const progress = openProgress('texts', { json: this.jsonEnabled() })
    const onProgress = (done: number, all: number): void => progress.update(done, all > 0 ? done / all : undefined)
    const result = await this.inVault(flags, (vault) =>
      backfill(vault, { anew: true, onProgress }).finally(progress.end),
    )
    if (result.problem !== null) process.exitCode = toExitStatus('UNAVAILABLE')
    return result
  }

  protected render(result: BackfillResult) {
    return renderBackfill(result)
  }
}
