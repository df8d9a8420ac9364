import * as Flags from '@oclif/core/flags'
import { renderList } from '../cli/render/list.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { kindNames, statuses } from '../record/vocabulary.ts'
import { type ListResult, listRecords } from '../vault/list.ts'

const several = { multiple: true, multipleNonGreedy: true, delimiter: ',' } as const

export default class List extends VaultCommand<ListResult> {
  static override summary = 'List records.'
  static override description = 'Counts no use of what it shows. Leaves closed, expired and passing records out.'
  static override examples = [
    '<%= config.bin %> list --kind decision,spec',
    '<%= config.bin %> list --path src/queue.ts --sort occurrences',
    '<%= config.bin %> list --all --limit 1000 --json',
  ]
  static override flags = {
    kind: Flags.option({ ...several, options: kindNames, summary: 'Only these kinds.' })(),
    status: Flags.option({ ...several, options: statuses, summary: 'Only records of these statuses.' })(),
    tag: Flags.string({ multiple: true, multipleNonGreedy: true, summary: 'Only records that have all these tags.' }),
    path: Flags.string({ summary: 'Only records about this path of the project.' }),
    layer: Flags.string({ summary: 'Only records about this layer of the product.' }),
    all: Flags.boolean({ aliases: ['cross-project'], exclusive: ['project'], summary: 'In all projects.' }),
    limit: Flags.integer({ min: 1, default: 200, summary: 'How many to show.' }),
    offset: Flags.integer({ min: 0, default: 0, summary: 'How many to leave out first.' }),
    sort: Flags.option({
      options: ['updated', 'hits', 'occurrences'] as const,
      default: 'updated' as const,
      summary: 'The order.',
    })(),
    'include-expired': Flags.boolean({ summary: 'Expired records too.' }),
    ephemeral: Flags.boolean({ summary: 'Scratch records, prompts, sessions and logs too.' }),
  }

  private offset = 0

  protected async execute() {
    const { flags } = await this.parse(List)
    this.offset = flags.offset
    return this.inVault(flags, (vault) =>
      listRecords(vault, {
        kinds: flags.kind,
        statuses: flags.status,
        tags: flags.tag ?? [],
        layer: flags.layer,
        path: flags.path,
        project: flags.project,
        allProjects: flags.all,
        includeEphemeral: flags.ephemeral,
        includeExpired: flags['include-expired'],
        sort: flags.sort,
        limit: flags.limit,
        offset: flags.offset,
        cwd: process.cwd(),
      }),
    )
  }

  protected render(result: ListResult) {
    return renderList(result, { paint: this.paint(), now: this.now(), offset: this.offset })
  }
}
