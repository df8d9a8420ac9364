import * as Flags from '@oclif/core/flags'
import { renderTail } from '../../cli/render/log.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { type TailResult, tailLog } from '../../vault/log.ts'

export default class LogTail extends VaultCommand<TailResult> {
  static override summary = 'Print the newest events of the log, the newest last.'
  static override examples = [
    '<%= config.bin %> log tail',
    '<%= config.bin %> log tail --record retry-needs-jitter --limit 100',
  ]
  static override flags = {
    limit: Flags.integer({ min: 1, default: 20, summary: 'How many to print.' }),
    type: Flags.string({ helpValue: 'record.hit', summary: 'Only events of this type.' }),
    record: Flags.string({ helpValue: 'ID', summary: 'Only events of this record, as ID or PROJECT/ID.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(LogTail)
    const { limit, type, record } = flags
    return this.inVault(flags, (vault) => tailLog(vault, { limit, type, record }))
  }

  protected render(result: TailResult) {
    return renderTail(result, this.paint())
  }
}
