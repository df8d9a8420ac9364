import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { renderTraverse } from '../cli/render/links.ts'
import { asOfFlag } from '../cli/scope-flags.ts'
import { toInstant } from '../cli/time-flag.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type TraverseResult, traverseRecords } from '../vault/reading/related.ts'

export default class Traverse extends VaultCommand<TraverseResult> {
  static override summary = 'Follow the links around a record.'
  static override description =
    'Goes along links in both directions, the nearest records first, from each record by at most ten links a direction. ' +
    'Counts no use.'
  static override examples = ['<%= config.bin %> traverse retry-needs-jitter --depth 2']
  static override args = { name: Args.string({ required: true, description: 'the record, named as for get' }) }
  static override flags = {
    depth: Flags.integer({ min: 1, max: 3, default: 1, summary: 'How many links away.' }),
    limit: Flags.integer({ min: 1, max: 1000, default: 60, summary: 'How many records to show.' }),
    'as-of': asOfFlag,
  }

  protected async execute() {
    const { args, flags } = await this.parse(Traverse)
    const { project, depth, limit } = flags
    const asOf = toInstant('--as-of', flags['as-of'], this.now())
    return this.inVault(flags, (vault) =>
      traverseRecords(vault, { name: args.name, project, depth, limit, asOf, cwd: process.cwd() }),
    )
  }

  protected render(result: TraverseResult) {
    return renderTraverse(result, this.paint())
  }
}
