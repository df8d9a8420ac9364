import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { renderReasons } from '../cli/render/why.ts'
import { profileFlag } from '../cli/scope-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { explainRecord, type WhyResult } from '../vault/history/why.ts'

export default class Why extends VaultCommand<WhyResult> {
  static override summary = 'Say which events make up the counters of a record, and what its rank is made of.'
  static override description =
    'With --query: where the record stood in that search of its project, or at which step and why it fell out. Counts no use.'
  static override examples = [
    '<%= config.bin %> why retry-needs-jitter',
    '<%= config.bin %> why retry-needs-jitter --query "workers retry at once"',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    query: Flags.string({ summary: 'What became of it in a search for this.' }),
    limit: Flags.integer({ min: 1, default: 50, summary: 'How many hits that search shows.' }),
    profile: profileFlag,
  }

  protected async execute() {
    const { args, flags } = await this.parse(Why)
    const { query, limit, profile, project } = flags
    return this.inVault(flags, (vault) =>
      explainRecord(vault, { name: args.name, query, limit, profile, project, cwd: process.cwd() }),
    )
  }

  protected render(result: WhyResult) {
    return renderReasons(result, this.paint())
  }
}
