import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderForget } from '../cli/render/forget.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type ForgetResult, forgetRecord } from '../vault/forget.ts'

export default class Forget extends VaultCommand<ForgetResult> {
  static override summary = 'Take a record out of every answer.'
  static override description =
    'Its file goes too; its events stay in the log. To replace a record, use "memo upsert --supersedes"; to put one away ' +
    'that may be of use again, "memo upsert --status archived".'
  static override examples = ['<%= config.bin %> forget old-token --reason "was a mistake"']
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = { reason: Flags.string({ summary: 'Why; it stays in the log.' }), ...secretFlags }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Forget)
    const { project, reason } = flags
    const where = { project, cwd: process.cwd(), allowSecret: flags['allow-secret'] }
    return this.inVault(flags, (vault) =>
      forgetRecord(vault, { name: args.name, reason: reason || undefined, ...where }),
    )
  }

  protected render(result: ForgetResult) {
    return renderForget(result, this.paint())
  }
}
