import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { renderHistory } from '../cli/render/history.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { getHistory, type HistoryResult } from '../vault/history/history.ts'

export default class History extends VaultCommand<HistoryResult> {
  static override summary = 'Print everything that happened to a record, newest first.'
  static override description =
    'Each event with its time, who wrote it through what, what it changed, and the commit that holds it. Counts no use. Of a ' +
    'record that was forgotten only who did what and when is told; name it by its whole id.'
  static override examples = [
    '<%= config.bin %> history retry-needs-jitter',
    '<%= config.bin %> history acme/queue --limit 5 --json',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    limit: Flags.integer({ min: 1, default: 50, summary: 'How many events to print.' }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(History)
    const { limit, project } = flags
    return this.inVault(flags, (vault) => getHistory(vault, { name: args.name, limit, project, cwd: process.cwd() }))
  }

  protected render(result: HistoryResult) {
    return renderHistory(result, { paint: this.paint(), now: this.now() })
  }
}
