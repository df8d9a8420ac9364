import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../../cli/allow-secret-flag.ts'
import { assertReadable } from '../../cli/readable-arguments.ts'
import { renderBind } from '../../cli/render/project.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { type BindResult, bindProject } from '../../vault/projects.ts'

export default class ProjectBind extends VaultCommand<BindResult> {
  static override summary = 'Note that the working directory belongs to a project.'
  static override examples = ['<%= config.bin %> project bind harbor --name "Harbor, the job queue"']
  static override args = { id: Args.string({ required: true, description: 'the project' }) }
  static override flags = { name: Flags.string({ summary: 'What people call the project.' }), ...secretFlags }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(ProjectBind)
    const input = { project: args.id, name: flags.name, cwd: process.cwd(), allowSecret: flags['allow-secret'] }
    return this.inVault(flags, (vault) => bindProject(vault, input))
  }

  protected render(result: BindResult) {
    return renderBind(result)
  }
}
