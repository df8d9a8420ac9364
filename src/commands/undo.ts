import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertWanted, canAsk } from '../cli/ask.ts'
import { renderUndo } from '../cli/render/undo.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type UndoInput, type UndoResult, undoLast } from '../vault/history/undo.ts'

export default class Undo extends VaultCommand<UndoResult> {
  static override summary = 'Take back the last command of this clone that changed records.'
  static override description =
    'By new events: fields go back to what they were, a record that was made is forgotten, one that was put away or forgotten is ' +
    'restored. What somebody changed since stays, and is said. Uses, ratings and recurrences are counts, which only add. An undo ' +
    'is undone by another. Asks at a terminal; elsewhere more than one record needs --yes.'
  static override examples = ['<%= config.bin %> undo --dry-run', '<%= config.bin %> undo --yes']
  static override flags = {
    'dry-run': Flags.boolean({ summary: 'Say what would be taken back, and change nothing.' }),
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
    ...secretFlags,
  }

  protected async execute() {
    const { flags } = await this.parse(Undo)
    const allowSecret = flags['allow-secret']
    const undo = (input: UndoInput) =>
      this.atLength('it is taken back as a whole or not at all; "memo undo --dry-run" says which', (work) => {
        const { signal, report: onProgress } = work
        return this.inVault(flags, (vault) => undoLast(vault, { ...input, allowSecret, signal, onProgress }))
      })
    if (flags['dry-run']) return undo({ dryRun: true })
    if (flags.yes) return undo({ dryRun: false })
    if (!canAsk()) return undo({ dryRun: false, most: 1 })
    const planned = await undo({ dryRun: true })
    process.stderr.write(`${this.render(planned)}\n`)
    await assertWanted('Take this back?', { yes: false, refusal: 'nothing was taken back' })
    return undo({ dryRun: false, expected: planned.command.last })
  }

  protected render(result: UndoResult) {
    return renderUndo(result, this.paint())
  }
}
