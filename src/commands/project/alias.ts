import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { renderAlias } from '../../cli/render/project.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { MemoError } from '../../lib/errors.ts'
import { type AliasResult, aliasProject } from '../../vault/projects.ts'

export default class ProjectAlias extends VaultCommand<AliasResult> {
  static override summary = 'Let one project id stand for another project.'
  static override examples = [
    '<%= config.bin %> project alias old-name harbor',
    '<%= config.bin %> project alias old-name --remove',
  ]
  static override args = {
    alias: Args.string({ required: true, description: 'the id that stands for another' }),
    target: Args.string({ description: 'the project that is meant' }),
  }
  static override flags = { remove: Flags.boolean({ summary: 'Let it stand for itself again.' }) }

  protected async execute() {
    const { args, flags } = await this.parse(ProjectAlias)
    // A flag that was not given is undefined, whatever its type says.
    if (Boolean(flags.remove) === (args.target !== undefined)) {
      throw new MemoError('USAGE', 'either the project that is meant or --remove must be given', {
        hint: 'run "memo project alias --help"',
      })
    }
    return this.inVault(flags, (vault) => aliasProject(vault, args.alias, args.target ?? null))
  }

  protected render(result: AliasResult) {
    return renderAlias(result)
  }
}
