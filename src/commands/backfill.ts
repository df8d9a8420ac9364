import * as Flags from '@oclif/core/flags'
import { EmbeddingCommand } from '../cli/embedding-command.ts'

export default class Backfill extends EmbeddingCommand {
  static override summary = 'Give the texts that wait for it their vector, for search by meaning.'
  static override description =
    'What was embedded stays, so it can be stopped and called again. The exit status is 1 when the embedder failed on the way.'
  static override examples = ['<%= config.bin %> backfill', '<%= config.bin %> backfill --limit 1000']
  static override flags = {
    limit: Flags.integer({ min: 1, summary: 'How many texts at most.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Backfill)
    return this.embed(flags, flags.limit === undefined ? {} : { limit: flags.limit })
  }
}
