import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { repeated } from '../cli/list-flags.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderImportReport, renderRejected } from '../cli/render/import.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toExitStatus } from '../lib/errors.ts'
import { keepYoungHeapSmall } from '../lib/memory-keeper.ts'
import { optimiseLightly } from '../lib/optimising.ts'
import { kindNames } from '../record/vocabulary.ts'
import { importRecords } from '../vault/import/import-records.ts'
import { parseMapRules } from '../vault/import/mapping.ts'
import type { ImportReport } from '../vault/import/report.ts'
import { findImportSource, importSources } from '../vault/import/sources.ts'

export default class Import extends VaultCommand<ImportReport> {
  static override summary = 'Take in what other tools have kept.'
  static override description = [
    'Importing again changes only what has changed in the source, also after an import that was stopped in the middle. ' +
      'Ids, dates, counters and links are kept. Things that cannot be taken in are named with the reason, the others ' +
      'are kept, and the exit status is 1.',
    ['Sources, and what PATH is for each:', ...importSources.map(toLine)].join('\n'),
  ].join('\n\n')
  static override examples = [
    '<%= config.bin %> import markdown docs "notes/**/*.md" --project harbor',
    '<%= config.bin %> import obsidian ~/Notes --dry-run',
    '<%= config.bin %> import obsidian ~/Notes --map Meetings=log --map Private=skip',
    '<%= config.bin %> import spec-memo ~/.spec-memo',
    '<%= config.bin %> import adr docs/decisions --project harbor',
    '<%= config.bin %> import jsonl everything.jsonl',
  ]
  static override args = {
    source: Args.string({
      required: true,
      options: importSources.map(({ name }) => name),
      description: 'what to read',
    }),
    path: Args.string({ required: true, multiple: true, description: 'where it is' }),
  }
  static override flags = {
    kind: Flags.option({ options: kindNames, summary: 'The kind of what does not say (default: note).' })(),
    map: Flags.string({
      helpValue: 'FROM=TO',
      ...repeated,
      summary: 'What a folder, type or project of the source becomes: FROM=KIND, FROM=project:ID or FROM=skip.',
    }),
    'dry-run': Flags.boolean({ summary: 'Say what would be done, and write nothing.' }),
    ...secretFlags,
  }

  protected async execute() {
    keepYoungHeapSmall()
    const optimise = optimiseLightly()
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Import)
    const source = findImportSource(args.source)
    const input = {
      paths: args.path,
      rules: parseMapRules(flags.map ?? []),
      kind: flags.kind,
      project: flags.project,
      cwd: process.cwd(),
      allowSecret: flags['allow-secret'],
      dryRun: flags['dry-run'],
    }
    const report = await this.atLength('what is in is whole; run it again to go on', (work) => {
      const { signal } = work
      const onProgress = (done: number, total?: number): void => {
        optimise(done)
        work.report('items', done, total === undefined ? undefined : done / total)
      }
      return this.inVault(flags, (vault) => importRecords(vault, source, { ...input, signal, onProgress }))
    })
    if (report.rejected.length > 0) process.exitCode = toExitStatus('REFUSED')
    if (!this.jsonEnabled()) process.stderr.write(renderRejected(report.rejected))
    return report
  }

  protected render(report: ImportReport) {
    return renderImportReport(report)
  }
}

function toLine({ name, summary, path }: (typeof importSources)[number]): string {
  return `${name}: ${summary} PATH: ${path}.`
}
