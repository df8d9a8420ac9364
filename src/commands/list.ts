import * as Flags from '@oclif/core/flags'
import { formatFlag } from '../cli/format-flag.ts'
import { FormattedCommand } from '../cli/formatted-command.ts'
import { renderList } from '../cli/render/list.ts'
import { asOfFlag, scopeFlags, toScope } from '../cli/scope-flags.ts'
import { type ListResult, listRecords } from '../vault/reading/list.ts'

export default class List extends FormattedCommand<ListResult> {
  static override summary = 'List records.'
  static override description = 'Counts no use of what it shows. Leaves closed, expired and passing records out.'
  static override examples = [
    '<%= config.bin %> list --kind decision,spec',
    '<%= config.bin %> list --path src/queue.ts --sort occurrences',
    '<%= config.bin %> list --all --limit 1000 --json',
    '<%= config.bin %> list --kind decision --as-of 2031-03-05',
    '<%= config.bin %> list --format csv > records.csv',
  ]
  static override flags = {
    ...scopeFlags,
    'as-of': asOfFlag,
    limit: Flags.integer({ min: 1, default: 200, summary: 'How many to show.' }),
    sort: Flags.option({
      options: ['updated', 'hits', 'occurrences'] as const,
      default: 'updated' as const,
      summary: 'The order.',
    })(),
    format: formatFlag,
    ephemeral: Flags.boolean({ summary: 'Scratch records, prompts, sessions and logs too.' }),
  }

  protected override readonly isBrief = true
  private offset = 0

  protected async execute() {
    const { flags } = await this.parse(List)
    this.takeFormat(flags)
    this.offset = flags.offset
    const scope = toScope(flags, this.now())
    return this.inVault(flags, (vault) =>
      listRecords(vault, {
        ...scope,
        includeEphemeral: flags.ephemeral,
        sort: flags.sort,
        limit: flags.limit,
        offset: flags.offset,
        cwd: process.cwd(),
      }),
    )
  }

  protected render(result: ListResult) {
    return renderList(result, { paint: this.paint(), now: this.now(result), offset: this.offset })
  }

  protected async toSheet(result: ListResult) {
    return (await import('../cli/render/format/sheet.ts')).toListSheet(result, this.offset)
  }
}
