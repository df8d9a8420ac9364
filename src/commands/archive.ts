import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderPutAway } from '../cli/render/put-away.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { archiveRecords, type PutAwayResult } from '../vault/writing/put-away.ts'

export default class Archive extends VaultCommand<PutAwayResult> {
  static override summary = 'Put records away: searches leave them out, "get" still prints them.'
  static override description =
    'Nothing is lost, so it does not ask: "memo restore" brings them back. All of them or none. To take a record out of ' +
    'every answer, use "memo forget".'
  static override examples = [
    '<%= config.bin %> archive use-redis',
    '<%= config.bin %> archive old-plan older-plan --reason "shipped in spring"',
  ]
  static override args = { names: Args.string({ required: true, multiple: true, description: 'records, as for get' }) }
  static override flags = { reason: Flags.string({ summary: 'Why; the record keeps it.' }), ...secretFlags }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Archive)
    const { project, reason } = flags
    const input = { names: args.names, reason: reason || undefined, project, cwd: process.cwd() }
    return this.inVault(flags, (vault) => archiveRecords(vault, { ...input, allowSecret: flags['allow-secret'] }))
  }

  protected render(result: PutAwayResult) {
    return renderPutAway(result, 'Archived', this.paint())
  }
}
