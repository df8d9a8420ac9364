import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertWanted } from '../cli/ask.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderForget } from '../cli/render/forget.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toHarmless } from '../lib/harmless.ts'
import { findRedactable, redactRecord } from '../vault/redacting/redact.ts'
import { type ForgetResult, findForgettable, forgetRecord } from '../vault/writing/forget.ts'

export default class Forget extends VaultCommand<ForgetResult> {
  static override summary = 'Take a record out of every answer.'
  static override description =
    'Its file goes too, so it asks; where there is no terminal it needs --yes. Its events stay in the log: "memo restore" ' +
    'or "memo undo" bring it back. To replace a record, use "memo upsert --supersedes"; to put one away that may be of use ' +
    'again, "memo archive". With --redact its text also goes from the log, the index, the views and what was set aside, in ' +
    'every clone that syncs, and nothing brings it back; the id stays, and what memo cannot clean is told.'
  static override examples = [
    '<%= config.bin %> forget old-token --reason "was a mistake" --yes',
    '<%= config.bin %> forget leaked-key --redact --yes',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    reason: Flags.string({ summary: 'Why; it stays in the log.' }),
    redact: Flags.boolean({ summary: 'Take its text out for good. Wants the whole id.' }),
    'redact-history': Flags.boolean({
      summary: 'Keep the record, and take out for good what it said before. Wants the whole id.',
      exclusive: ['redact', 'reason'],
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Forget)
    const place = { project: flags.project, cwd: process.cwd() }
    const keepsCurrent = flags['redact-history'] === true
    const isForGood = flags.redact === true || keepsCurrent
    return this.inVault(flags, async (vault) => {
      const find = isForGood ? findRedactable : findForgettable
      const { id, projectId, title } = await find(vault, args.name, place)
      const name = `${projectId}/${id}`
      const question = toQuestion(`${name} (${toHarmless(title)})`, { isForGood, keepsCurrent })
      const refusal = `${name} was not ${isForGood ? 'redacted' : 'forgotten'}`
      await assertWanted(question, { yes: flags.yes, refusal })
      const given = { name, reason: flags.reason || undefined, ...place, allowSecret: flags['allow-secret'] }
      return isForGood ? redactRecord(vault, { ...given, keepsCurrent }) : forgetRecord(vault, given)
    })
  }

  protected render(result: ForgetResult) {
    return renderForget(result, this.paint())
  }
}

function toQuestion(name: string, { isForGood, keepsCurrent }: { isForGood: boolean; keepsCurrent: boolean }): string {
  if (!isForGood) return `Forget ${name}?`
  const what = keepsCurrent ? `all that ${name} said before` : `the text of ${name}`
  return `Take ${what} out for good? No undo brings it back; git's history and other copies are yours to clean.`
}
