import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertWanted } from '../cli/ask.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderForget } from '../cli/render/forget.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toHarmless } from '../lib/harmless.ts'
import { type ForgetResult, findForgettable, forgetRecord } from '../vault/forget.ts'

export default class Forget extends VaultCommand<ForgetResult> {
  static override summary = 'Take a record out of every answer.'
  static override description =
    'Its file goes too, so it asks; where there is no terminal it needs --yes. Its events stay in the log: "memo restore" ' +
    'or "memo undo" bring it back. To replace a record, use "memo upsert --supersedes"; to put one away that may be of use ' +
    'again, "memo archive".'
  static override examples = ['<%= config.bin %> forget old-token --reason "was a mistake" --yes']
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    reason: Flags.string({ summary: 'Why; it stays in the log.' }),
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Forget)
    const place = { project: flags.project, cwd: process.cwd() }
    return this.inVault(flags, async (vault) => {
      const { id, projectId, title } = await findForgettable(vault, args.name, place)
      const question = `Forget ${projectId}/${id} (${toHarmless(title)})?`
      await assertWanted(question, { yes: flags.yes, refusal: `${projectId}/${id} was not forgotten` })
      const allowSecret = flags['allow-secret']
      return forgetRecord(vault, {
        name: `${projectId}/${id}`,
        reason: flags.reason || undefined,
        ...place,
        allowSecret,
      })
    })
  }

  protected render(result: ForgetResult) {
    return renderForget(result, this.paint())
  }
}
