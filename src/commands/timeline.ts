import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { formatFlag } from '../cli/format-flag.ts'
import { FormattedCommand } from '../cli/formatted-command.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderTimeline } from '../cli/render/timeline.ts'
import { asOfFlag, toScope, unpagedScopeFlags } from '../cli/scope-flags.ts'
import { getTimeline, type TimelineResult } from '../vault/reading/timeline.ts'

export default class Timeline extends FormattedCommand<TimelineResult> {
  static override summary = 'Show what happened around a record.'
  static override description =
    'In the order in which things happened (eventAt, else created), with the first sentence of each. Counts no use. ' +
    'Leaves closed, expired and scratch records out, as a search does; the record itself is always shown.'
  static override examples = [
    '<%= config.bin %> timeline retry-needs-jitter',
    '<%= config.bin %> timeline --query "the outage in March" --before 5 --after 10',
  ]
  static override args = { name: Args.string({ description: 'the record, as for get' }) }
  static override flags = {
    ...unpagedScopeFlags,
    query: Flags.string({ summary: 'Start from the best hit of this search.' }),
    before: Flags.integer({ min: 0, default: 3, summary: 'How many earlier records to show.' }),
    after: Flags.integer({ min: 0, default: 3, summary: 'How many later records to show.' }),
    scratch: Flags.boolean({ summary: 'Scratch records too.' }),
    'as-of': asOfFlag,
    format: formatFlag,
  }

  protected override readonly isBrief = true

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Timeline)
    this.takeFormat(flags)
    const scope = toScope(flags, this.now())
    return this.inVault(flags, (vault) =>
      getTimeline(vault, {
        name: args.name,
        query: flags.query,
        before: flags.before,
        after: flags.after,
        ...scope,
        includeScratch: flags.scratch,
        scan: 'bounded',
        cwd: process.cwd(),
      }),
    )
  }

  protected render(result: TimelineResult) {
    return renderTimeline(result, this.paint())
  }

  protected async toSheet(result: TimelineResult) {
    return (await import('../cli/render/format/sheet.ts')).toTimelineSheet(result)
  }
}
