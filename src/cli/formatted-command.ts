/** What the commands share whose answer is a list that `--format` can give to other programs. */

import { asksForJson, assertRoom, type Format } from './format-flag.ts'
import { tellNote } from './notes.ts'
import type { Sheet } from './render/format/sheet.ts'
import { isScreen } from './streams.ts'
import { VaultCommand } from './vault-command.ts'

interface FormatFlags {
  format?: Format | undefined
  vault?: string | undefined
}

export abstract class FormattedCommand<Result extends object> extends VaultCommand<Result> {
  private format: Format | undefined
  private root = ''

  /** The answer as rows; what it needs is loaded only then. */
  protected abstract toSheet(result: Result): Promise<Sheet>

  /** To be called with the parsed flags. Throws USAGE for those that do not go together. */
  protected takeFormat(flags: FormatFlags): void {
    assertRoom(flags.format, { ...flags })
    this.format = flags.format
    this.root = this.vaultRoot(flags)
  }

  override jsonEnabled(): boolean {
    return super.jsonEnabled() || asksForJson(this.argv)
  }

  protected override async present(result: Result): Promise<void> {
    if (this.format === undefined) return super.present(result)
    const { renderSheet } = await import('./render/format/render-sheet.ts')
    const sheet = await this.toSheet(result)
    const width = isScreen() ? process.stdout.columns : undefined
    await this.show(renderSheet(sheet, { format: this.format, root: this.root, width }))
    for (const note of sheet.notes.flatMap((text) => text.split('\n'))) await tellNote(note)
  }
}
