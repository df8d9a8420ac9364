import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { MemoCommand } from '../cli/base-command.ts'
import { readInputFile } from '../cli/input-file.ts'
import { tellNote } from '../cli/notes.ts'
import { readPassphrase } from '../cli/passphrase.ts'
import { openProgress } from '../cli/progress.ts'
import { renderRestore } from '../cli/render/restore.ts'
import { toExitStatus } from '../lib/errors.ts'
import { type RestoreResult, restoreVault } from '../vault/backup/restore.ts'

export default class Restore extends MemoCommand<RestoreResult> {
  static override summary = 'Make a vault from a backup, or check one.'
  static override description =
    'The place (--vault, else the vault that other commands use) must be absent or empty. All of the backup is checked ' +
    'before anything is there. The new vault writes to the log as a clone of its own, and is connected to no remote.'
  static override examples = [
    '<%= config.bin %> restore ~/backups/memo-friday.tar.gz --vault ~/restored',
    '<%= config.bin %> restore memo.tar.gz.age --verify',
  ]
  static override args = {
    file: Args.string({ required: true, description: 'what "memo backup" wrote; - is standard input' }),
  }
  static override flags = {
    verify: Flags.boolean({ summary: 'Check the backup and restore nothing.' }),
    'passphrase-file': Flags.string({
      helpValue: 'PATH',
      summary:
        'A file that holds the passphrase of an encrypted backup (default: $MEMO_PASSPHRASE, else it is asked for).',
    }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Restore)
    const progress = openProgress('files', { json: this.jsonEnabled() })
    let told: Promise<void> | undefined
    const result = await restoreVault(this.vaultRoot(flags), {
      source: args.file === '-' ? process.stdin : readInputFile(args.file),
      passphrase: () => readPassphrase({ file: flags['passphrase-file'], isNew: false }),
      verifyOnly: flags.verify,
      onProgress: progress.update,
      onNotice: (notice) => {
        progress.end()
        told = tellNote(notice)
      },
    }).finally(progress.end)
    await told
    if (result.damagedLines > 0) process.exitCode = toExitStatus('INTEGRITY')
    return result
  }

  protected render(result: RestoreResult) {
    return renderRestore(result)
  }
}
