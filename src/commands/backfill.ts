import * as Flags from '@oclif/core/flags'
import { renderBackfill, vectorsStopped } from '../cli/render/backfill.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toExitStatus } from '../lib/errors.ts'
import { type BackfillResult, backfill } from '../vault/embedding/backfill.ts'

export default class Backfill extends VaultCommand<BackfillResult> {
  static override summary = 'Give the texts that wait for it their vector, for search by meaning.'
  static override description =
    'What was embedded stays, so it can be stopped and called again. The exit status is 1 when the embedder failed on the way.'
  static override examples = ['<%= config.bin %> backfill', '<%= config.bin %> backfill --limit 1000']
  static override flags = {
    limit: Flags.integer({ min: 1, summary: 'How many texts at most.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Backfill)
    const limit = flags.limit === undefined ? {} : { limit: flags.limit }
    const result = await this.atLength(vectorsStopped, ({ signal, report }) => {
      const onProgress = (done: number, all: number): void => report('texts', done, all > 0 ? done / all : undefined)
      return this.inVault(flags, (vault) => backfill(vault, { ...limit, signal, onProgress }))
    })
    if (result.problem !== null) process.exitCode = toExitStatus('UNAVAILABLE')
    return result
  }

  protected render(result: BackfillResult) {
    return renderBackfill(result)
  }
}
