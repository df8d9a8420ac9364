import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { addFileHint, findBackupSource } from '../cli/backup-source.ts'
import { tellNote } from '../cli/notes.ts'
import { readPassphrase } from '../cli/passphrase.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderPutAway } from '../cli/render/put-away.ts'
import { renderRestore } from '../cli/render/restore.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { openStdin } from '../lib/byte-lines.ts'
import { toExitStatus } from '../lib/errors.ts'
import { readInputFile } from '../lib/input-file.ts'
import type { RestoreResult } from '../vault/backup/restore.ts'
import type { PutAwayResult } from '../vault/writing/put-away.ts'

export default class Restore extends VaultCommand<RestoreResult | PutAwayResult> {
  static override summary = 'Bring records back into use, or make a vault from a backup.'
  static override description =
    'Records: what was archived, superseded or forgotten is in use again; a forgotten one is named by its whole id. All of ' +
    'them or none.\n\n' +
    'A backup is meant where the name is that of a file, or -, or with --verify or --passphrase-file. The place (--vault, ' +
    'else the vault that other commands use) must be absent or empty. All of the backup is checked before anything is ' +
    'there. The new vault writes to the log as a clone of its own, and is connected to no remote.'
  static override usage = ['restore NAME... [--reason WHY]', 'restore FILE [--vault DIR] [--verify]']
  static override examples = [
    '<%= config.bin %> restore old-plan',
    '<%= config.bin %> restore ~/backups/memo-friday.tar.gz --vault ~/restored',
    '<%= config.bin %> restore memo.tar.gz.age --verify',
  ]
  static override args = {
    names: Args.string({ required: true, multiple: true, description: 'records, or what "memo backup" wrote' }),
  }
  static override flags = {
    reason: Flags.string({ summary: 'Why; it stays in the log.' }),
    ...secretFlags,
    verify: Flags.boolean({ exclusive: ['reason'], summary: 'Check the backup and restore nothing.' }),
    'passphrase-file': Flags.string({
      helpValue: 'PATH',
      exclusive: ['reason'],
      summary:
        'A file that holds the passphrase of an encrypted backup (default: $MEMO_PASSPHRASE, else it is asked for).',
    }),
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Restore)
    const isBackup = flags.verify || flags['passphrase-file'] !== undefined
    const source = findBackupSource({ names: args.names, isBackup })
    if (source !== undefined) return this.restoreBackup(source, flags)
    const { project, reason } = flags
    const { restoreRecords } = await import('../vault/writing/put-away.ts')
    const input = { names: args.names, reason: reason || undefined, project, cwd: process.cwd() }
    const allowSecret = flags['allow-secret']
    return this.inVault(flags, (vault) => restoreRecords(vault, { ...input, allowSecret })).catch((error) => {
      throw addFileHint(error, args.names)
    })
  }

  protected render(result: RestoreResult | PutAwayResult) {
    return 'made' in result ? renderRestore(result) : renderPutAway(result, 'Restored', this.paint())
  }

  private async restoreBackup(source: string, flags: BackupFlags): Promise<RestoreResult> {
    const { restoreVault } = await import('../vault/backup/restore.ts')
    let told: Promise<void> | undefined
    const result = await this.atLength('nothing was restored; run it again', (work) =>
      restoreVault(this.vaultRoot(flags), {
        source: source === '-' ? openStdin(work.signal) : readInputFile(source),
        passphrase: () => readPassphrase({ file: flags['passphrase-file'], isNew: false }),
        verifyOnly: flags.verify,
        signal: work.signal,
        onProgress: (files) => work.report('files', files),
        onNotice: (notice) => {
          work.pause()
          told = tellNote(notice)
        },
      }),
    )
    await told
    if (result.damagedLines > 0) process.exitCode = toExitStatus('INTEGRITY')
    return result
  }
}

interface BackupFlags {
  vault?: string | undefined
  verify: boolean
  'passphrase-file'?: string | undefined
}
