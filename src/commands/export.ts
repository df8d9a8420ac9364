import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { tellNote } from '../cli/notes.ts'
import { renderExport, toExportNotes } from '../cli/render/export.ts'
import { renderAbstention } from '../cli/render/search.ts'
import { asOfFlag, profileFlag, toScope, unpagedScopeFlags } from '../cli/scope-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { sorts } from '../record/vocabulary.ts'
import { type ExportResult, exportRecords } from '../vault/export/export.ts'
import { exportFormats } from '../vault/export/forms.ts'

export default class Export extends VaultCommand<ExportResult> {
  static override summary = 'Write records into a file or a folder, to take them elsewhere.'
  static override description =
    'With a query, what a search would find, at most 200 by relevance and all that hold the words by any other --sort; ' +
    'without one, all records of the project by id, the closed, expired and passing ones too. "memo import jsonl" brings a jsonl export back whole. Where the export goes to standard output, the ' +
    'answer goes to standard error. Counts no use.'
  static override examples = [
    '<%= config.bin %> export --all --out everything.jsonl',
    '<%= config.bin %> export --format markdown --out notes retry jitter',
    '<%= config.bin %> export --format html --kind decision --live --out decisions.html',
  ]
  static override args = { query: Args.string({ multiple: true, description: 'what to look for; none takes all' }) }
  static override flags = {
    format: Flags.option({ options: exportFormats, default: 'jsonl' as const, summary: 'The form.' })(),
    out: Flags.string({ helpValue: 'PATH', default: '-', summary: 'The file or folder; - is standard output.' }),
    force: Flags.boolean({ summary: 'Write into a folder that holds something, and replace files of the same names.' }),
    ...unpagedScopeFlags,
    live: Flags.boolean({ summary: 'Without a query, too, leave out what a search leaves out.' }),
    scratch: Flags.boolean({ summary: 'Scratch records, too, where a search leaves them out.' }),
    limit: Flags.integer({ min: 1, summary: 'How many to take at most (default: all).' }),
    sort: Flags.option({
      options: sorts,
      default: 'relevance' as const,
      summary: 'The order of what a query finds.',
    })(),
    profile: profileFlag,
    'as-of': asOfFlag,
  }

  private isStream = false

  protected async execute() {
    const { args, flags } = await this.parse(Export)
    this.isStream = flags.out === '-'
    const scope = toScope(flags, this.now())
    const result = await this.atLength('a file is there as a whole or not at all; run it again', ({ signal, report }) =>
      this.inVault(flags, (vault) =>
        exportRecords(vault, {
          ...scope,
          query: args.query?.join(' '),
          isLive: flags.live,
          includeScratch: flags.scratch,
          limit: flags.limit,
          sort: flags.sort,
          profile: flags.profile,
          cwd: process.cwd(),
          format: flags.format,
          target: this.isStream ? process.stdout : flags.out,
          force: flags.force,
          signal,
          onProgress: (done, total) => report('records', done, done / total),
        }),
      ),
    )
    if (!this.jsonEnabled()) await this.tell(result)
    return result
  }

  protected render(result: ExportResult) {
    return renderExport(result)
  }

  private async tell(result: ExportResult): Promise<void> {
    const { abstained } = result
    if (abstained !== null) process.stderr.write(`${renderAbstention(abstained, (_style, text) => text)}\n`)
    for (const note of toExportNotes(result)) await tellNote(note)
  }

  /** Standard output is the export. */
  protected override writeAnswer(text: string): void {
    if (this.isStream) process.stderr.write(text)
    else super.writeAnswer(text)
  }
}
