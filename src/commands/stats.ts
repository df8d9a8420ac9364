import * as Flags from '@oclif/core/flags'
import { renderStats } from '../cli/render/stats.ts'
import { projectFlags } from '../cli/scope-flags.ts'
import { toPeriod } from '../cli/time-flag.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { readEnvironment } from '../config/environment.ts'
import { getStats, type StatsResult } from '../vault/upkeep/stats.ts'

export default class Stats extends VaultCommand<StatsResult> {
  static override summary = 'Tell the numbers of a project or of the vault.'
  static override description =
    'How many records there are, how they grow and are used, which are used most, never, or though they are stale, superseded ' +
    'or about to expire, what searches found nothing (where these are logged), and sizes. Changes nothing.'
  static override examples = [
    '<%= config.bin %> stats',
    '<%= config.bin %> stats --all --since 30d',
    '<%= config.bin %> stats --project acme --json',
  ]
  static override flags = {
    ...projectFlags,
    since: Flags.string({ helpValue: 'TIME', summary: 'Growth and uses from this date, time or span ago on (12w).' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Stats)
    const { since } = toPeriod({ since: flags.since }, this.now())
    const scope = { projects: flags.project ?? [], allProjects: flags.all, cwd: process.cwd() }
    return this.inVault(flags, (vault) => getStats(vault, { ...scope, since }))
  }

  protected render(result: StatsResult) {
    return renderStats(result, { paint: this.paint(), now: this.now(), isUnicode: readEnvironment().isUnicode })
  }
}
