import { renderProjects } from '../../cli/render/project.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { getProjects, type ProjectsResult } from '../../vault/projects.ts'

export default class ProjectList extends VaultCommand<ProjectsResult> {
  static override summary = 'List the projects of the vault, and say which one the working directory is.'
  static override examples = ['<%= config.bin %> project list']

  protected async execute() {
    const { flags } = await this.parse(ProjectList)
    return this.inVault(flags, (vault) => getProjects(vault, process.cwd()))
  }

  protected render(result: ProjectsResult) {
    return renderProjects(result, this.paint())
  }
}
