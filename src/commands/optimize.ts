import { renderOptimize } from '../cli/render/optimize.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type OptimizeResult, optimizeVault } from '../vault/upkeep/optimize.ts'

export default class Optimize extends VaultCommand<OptimizeResult> {
  static override summary = 'Tidy up what this machine keeps: the index, vectors, git packs.'
  static override description =
    'Merges the full-text tables, gives free room back, forgets old sessions, packs the git repository. Changes no record, no ' +
    'answer and no event. It lets others in between its steps and may be stopped at any time. "memo watch" does the cheap part ' +
    'by itself when it is idle.'
  static override examples = ['<%= config.bin %> optimize', '<%= config.bin %> optimize --json']

  protected async execute() {
    const { flags } = await this.parse(Optimize)
    return this.atLength('what is tidied stays so; the next run goes on', ({ signal, report }) =>
      this.inVault(flags, (vault) =>
        optimizeVault(vault, { signal, onStep: (steps) => report('steps of merging', steps) }),
      ),
    )
  }

  protected render(result: OptimizeResult) {
    return renderOptimize(result, this.paint())
  }
}
