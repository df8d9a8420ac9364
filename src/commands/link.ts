import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderLink } from '../cli/render/link.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { linkTypes } from '../record/link-types.ts'
import { type LinkResult, linkRecords } from '../vault/writing/link.ts'

export default class Link extends VaultCommand<LinkResult> {
  static override summary = 'Link a record to another.'
  static override description =
    `The type says how: ${linkTypes.join(', ')}, or one that some record has already. A link that is there is not put in ` +
    'twice. A link in the text is written [[id]]; "memo related" shows both kinds.'
  static override examples = [
    '<%= config.bin %> link add-jitter fixes retries-stampede',
    '<%= config.bin %> link use-sqlite contradicts shop/use-redis',
  ]
  static override args = {
    from: Args.string({ required: true, description: 'the record that gets the link, as for get' }),
    type: Args.string({ required: true, description: 'what the link says' }),
    to: Args.string({ required: true, description: 'the record that it leads to' }),
  }
  static override flags = {
    force: Flags.boolean({ summary: 'Also to a record that is not there yet, and of a type of your own.' }),
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Link)
    const { from, type, to } = args
    const input = { from, type, to, force: flags.force, project: flags.project, cwd: process.cwd() }
    return this.inVault(flags, (vault) => linkRecords(vault, input))
  }

  protected render(result: LinkResult) {
    return renderLink(result, this.paint())
  }
}
