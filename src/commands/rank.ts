import * as Flags from '@oclif/core/flags'
import { formatFlag } from '../cli/format-flag.ts'
import { FormattedCommand } from '../cli/formatted-command.ts'
import { severalWords } from '../cli/list-flags.ts'
import { renderRank } from '../cli/render/list.ts'
import { asOfFlag, narrowingFlags, projectFlags, toNarrowing } from '../cli/scope-flags.ts'
import { toInstant } from '../cli/time-flag.ts'
import { kindNames } from '../record/vocabulary.ts'
import { type ListResult, rankRecords } from '../vault/reading/list.ts'

export default class Rank extends FormattedCommand<ListResult> {
  static override summary = 'List the active traps that came up most often.'
  static override examples = ['<%= config.bin %> rank', '<%= config.bin %> rank --layer domain --all']
  static override flags = {
    kind: Flags.option({ ...severalWords, options: kindNames, summary: 'These kinds (default: trap).' })(),
    ...narrowingFlags,
    ...projectFlags,
    'as-of': asOfFlag,
    format: formatFlag,
    limit: Flags.integer({ min: 1, default: 10, summary: 'How many to show.' }),
  }

  protected override readonly isBrief = true

  protected async execute() {
    const { flags } = await this.parse(Rank)
    this.takeFormat(flags)
    const asOf = toInstant('--as-of', flags['as-of'], this.now())
    const narrowing = toNarrowing(flags, asOf ?? this.now())
    return this.inVault(flags, (vault) =>
      rankRecords(vault, {
        kinds: flags.kind ?? ['trap'],
        ...narrowing,
        limit: flags.limit,
        projects: flags.project ?? [],
        allProjects: flags.all,
        cwd: process.cwd(),
        asOf,
      }),
    )
  }

  protected render(result: ListResult) {
    return renderRank(result, { paint: this.paint(), now: this.now(result) })
  }

  protected async toSheet(result: ListResult) {
    return (await import('../cli/render/format/sheet.ts')).toListSheet(result, 0)
  }
}
