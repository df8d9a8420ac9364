import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { MemoCommand } from '../cli/base-command.ts'
import { readPassphrase } from '../cli/passphrase.ts'
import { renderBackup } from '../cli/render/backup.ts'
import { MemoError } from '../lib/errors.ts'
import { type BackupResult, backupVault } from '../vault/backup/backup.ts'

export default class Backup extends MemoCommand<BackupResult> {
  static override summary = 'Write all of the vault into one file: records, log, settings, git history.'
  static override description =
    'Others may go on writing meanwhile; the backup is the vault at one moment. "memo restore FILE --verify" checks it. ' +
    'With - as the file the answer goes to standard error.'
  static override examples = [
    '<%= config.bin %> backup ~/backups/memo-friday.tar.gz',
    '<%= config.bin %> backup --encrypt --passphrase-file ~/.memo-passphrase - | ssh host "cat > memo.tar.gz.age"',
  ]
  static override args = {
    file: Args.string({ required: true, description: 'the file to write; - is standard output' }),
  }
  static override flags = {
    encrypt: Flags.boolean({ summary: 'Encrypt with a passphrase, in the format of age.' }),
    'passphrase-file': Flags.string({
      helpValue: 'PATH',
      dependsOn: ['encrypt'],
      summary: 'A file that holds the passphrase (default: $MEMO_PASSPHRASE, else it is asked for).',
    }),
  }

  private isStream = false

  protected async execute() {
    const { args, flags } = await this.parse(Backup)
    this.isStream = args.file === '-'
    if (this.isStream && process.stdout.isTTY) {
      throw new MemoError('USAGE', 'a backup is no text for a terminal', {
        hint: 'name a file, or redirect the output',
      })
    }
    const secret = flags.encrypt
      ? { passphrase: await readPassphrase({ file: flags['passphrase-file'], isNew: true }) }
      : undefined
    return this.atLength('there is no backup; run it again', ({ signal, report }) =>
      backupVault(this.vaultRoot(flags), {
        target: this.isStream ? process.stdout : args.file,
        secret,
        memo: this.config.version,
        signal,
        onProgress: (done, total) => report('files', done, done / total),
      }),
    )
  }

  protected render(result: BackupResult) {
    return renderBackup(result)
  }

  /** Standard output is the backup. */
  protected override writeAnswer(text: string): void {
    if (this.isStream) process.stderr.write(text)
    else super.writeAnswer(text)
  }
}
