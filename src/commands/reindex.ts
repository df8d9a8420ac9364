import * as Flags from '@oclif/core/flags'
import { EmbeddingCommand } from '../cli/embedding-command.ts'

export default class Reindex extends EmbeddingCommand {
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
    return this.embed(flags, { anew: true })
  }
}
