import * as Flags from '@oclif/core/flags'
import { renderSync } from '../cli/render/sync.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type SyncResult, syncVault } from '../vault/sync/sync.ts'

const stopped = 'what was committed and taken in stays; run "memo sync" again to exchange the rest'

export default class Sync extends VaultCommand<SyncResult> {
  static override summary = 'Exchange the vault with others through a git remote.'
  static override description =
    'What was written here is committed, what others pushed is taken in, and the result is pushed. No conflict can stop ' +
    'it: of two edits of one field the later stands, both are in the log, and the answer names them.'
  static override examples = [
    '<%= config.bin %> sync --remote git@example.com:acme/memory.git',
    '<%= config.bin %> sync',
    '<%= config.bin %> sync --dry-run',
  ]
  static override flags = {
    remote: Flags.string({
      helpValue: 'NAME|ADDRESS',
      summary: 'The remote (default: the one that the branch follows, else origin); an address becomes origin.',
    }),
    'dry-run': Flags.boolean({ summary: 'Tell what would be exchanged, and change nothing.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Sync)
    const { remote, 'dry-run': dryRun } = flags
    return this.atLength(stopped, ({ signal, report }) => {
      const onProgress = (done: number, total: number): void => report('objects', done, done / total)
      return this.inVault(flags, (vault) => syncVault(vault, { remote, dryRun, signal, onProgress }))
    })
  }

  protected render(result: SyncResult) {
    return renderSync(result)
  }
}
