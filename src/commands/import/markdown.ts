import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../../cli/allow-secret-flag.ts'
import { openProgress } from '../../cli/progress.ts'
import { assertReadable } from '../../cli/readable-arguments.ts'
import { renderImport, renderRejectedFiles } from '../../cli/render/import.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { toExitStatus } from '../../lib/errors.ts'
import { kindNames } from '../../record/vocabulary.ts'
import { type ImportResult, importMarkdown } from '../../vault/import-markdown.ts'

export default class ImportMarkdown extends VaultCommand<ImportResult> {
  static override summary = 'Take ordinary Markdown files in as records.'
  static override description =
    'Files may have frontmatter or not. Importing them again changes only what has changed. ' +
    'Files that cannot be taken in are named with the reason, the others are kept, and the exit status is 1.'
  static override examples = [
    '<%= config.bin %> import markdown docs',
    '<%= config.bin %> import markdown "notes/**/*.md" --kind note --project harbor',
  ]
  static override args = {
    glob: Args.string({ required: true, multiple: true, description: 'files, folders or patterns of files' }),
  }
  static override flags = {
    kind: Flags.option({
      options: kindNames,
      default: 'note' as const,
      summary: 'The kind of a file that neither says it nor lies in a folder named for one.',
    })(),
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(ImportMarkdown)
    const { kind, project } = flags
    const place = { project, cwd: process.cwd(), allowSecret: flags['allow-secret'] }
    const progress = openProgress('files', { json: this.jsonEnabled() })
    const onProgress = (done: number, total: number): void => progress.update(done, done / total)
    const result = await this.inVault(flags, (vault) =>
      importMarkdown(vault, { patterns: args.glob, kind, ...place, onProgress }).finally(progress.end),
    )
    if (result.rejected.length > 0) process.exitCode = toExitStatus('REFUSED')
    if (!this.jsonEnabled()) process.stderr.write(renderRejectedFiles(result))
    return result
  }

  protected render(result: ImportResult) {
    return renderImport(result)
  }
}
