import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { importCacheKib, importFlags, stopped, toImportInput } from '../../cli/import-flags.ts'
import { assertReadable } from '../../cli/readable-arguments.ts'
import { renderMarkdownImport, renderRejected } from '../../cli/render/import.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { toExitStatus } from '../../lib/errors.ts'
import { keepYoungHeapSmall } from '../../lib/memory-keeper.ts'
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
    ...importFlags,
  }

  protected async execute() {
    keepYoungHeapSmall()
    assertReadable(this.argv)
    const { args, flags } = await this.parse(ImportMarkdown)
    const result = await this.atLength(stopped, (work) => {
      const input = { ...toImportInput(flags, work), patterns: args.glob, kind: flags.kind }
      return this.inVault(flags, (vault) => importMarkdown(vault, input), { cacheKib: importCacheKib })
    })
    if (result.rejected.length > 0) process.exitCode = toExitStatus('REFUSED')
    const rejected = result.rejected.map(({ file, message }) => ({ origin: file, message }))
    if (!this.jsonEnabled()) process.stderr.write(renderRejected(rejected))
    return result
  }

  protected render(result: ImportResult) {
    return renderMarkdownImport(result)
  }
}
