import * as Args from '@oclif/core/args'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderLink } from '../cli/render/link.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type LinkResult, unlinkRecords } from '../vault/writing/link.ts'

export default class Unlink extends VaultCommand<LinkResult> {
  static override summary = 'Take links of a record to another out.'
  static override description =
    'Those of one type, or all that it declares. The other record need not be there any more; that it supersedes one that is gone is taken out, too. Links in the text stay: ' +
    'change that with "memo edit".'
  static override usage = ['unlink FROM [TYPE] TO']
  static override examples = [
    '<%= config.bin %> unlink add-jitter fixes retries-stampede',
    '<%= config.bin %> unlink add-jitter retries-stampede',
  ]
  static override args = {
    from: Args.string({ required: true, description: 'the record that has the link, as for get' }),
    type: Args.string({ required: true, description: 'what the link says; may be left out' }),
    to: Args.string({ description: 'the record that it leads to' }),
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Unlink)
    const { from } = args
    const link = args.to === undefined ? { to: args.type, type: undefined } : { to: args.to, type: args.type }
    const input = { from, ...link, project: flags.project, cwd: process.cwd() }
    return this.inVault(flags, (vault) => unlinkRecords(vault, input))
  }

  protected render(result: LinkResult) {
    return renderLink(result, this.paint())
  }
}
