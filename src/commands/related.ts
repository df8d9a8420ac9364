import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { renderRelated } from '../cli/render/links.ts'
import { asOfFlag } from '../cli/scope-flags.ts'
import { toInstant } from '../cli/time-flag.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type RelatedResult, relatedRecords } from '../vault/reading/related.ts'

export default class Related extends VaultCommand<RelatedResult> {
  static override summary = 'Show which records a record links to, and which link to it.'
  static override description =
    'Links are those of the text ([[id]], [[project/id]]), declared ones, supersessions and evidence. Counts no use.'
  static override examples = [
    '<%= config.bin %> related retry-needs-jitter',
    '<%= config.bin %> related shop/use-redis --limit 50 --json',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, named as for get' }) }
  static override flags = {
    limit: Flags.integer({ min: 1, default: 10, summary: 'How many to show in each direction.' }),
    'as-of': asOfFlag,
  }

  protected async execute() {
    const { args, flags } = await this.parse(Related)
    const { project, limit } = flags
    const asOf = toInstant('--as-of', flags['as-of'], this.now())
    return this.inVault(flags, (vault) =>
      relatedRecords(vault, { name: args.name, project, limit, asOf, cwd: process.cwd() }),
    )
  }

  protected render(result: RelatedResult) {
    return renderRelated(result, this.paint())
  }
}
