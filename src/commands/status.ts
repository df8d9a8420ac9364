import * as Flags from '@oclif/core/flags'
import { renderStatus } from '../cli/render/status.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { getStatus, type StatusResult } from '../vault/status/status.ts'

export default class Status extends VaultCommand<StatusResult> {
  static override summary = 'Show the state of the vault in one look.'
  static override description =
    'The project of the working directory and how it was found, what the vault holds, what is behind, git, what runs ' +
    'beside it, the last trouble. Tells the index as it is, and changes nothing.'
  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --refresh --json']
  static override flags = {
    refresh: Flags.boolean({ summary: 'Bring the index up first, looking at every file for hand edits.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Status)
    return this.inVault(flags, (vault) =>
      getStatus(vault, { project: flags.project, cwd: process.cwd(), isRefreshed: flags.refresh }),
    )
  }

  protected render(result: StatusResult) {
    return renderStatus(result, { paint: this.paint(), now: this.now() })
  }
}
