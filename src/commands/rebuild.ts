import * as Flags from '@oclif/core/flags'
import { renderRebuild } from '../cli/render/rebuild.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type RebuildResult, rebuild } from '../vault/upkeep/rebuild.ts'

export default class Rebuild extends VaultCommand<RebuildResult> {
  static override summary = 'Build the index anew from the log, and write the files that are missing or behind.'
  static override description = 'Nothing is lost by it: the log is the truth, and hand edits are adopted.'
  static override examples = ['<%= config.bin %> rebuild']
  static override flags = {
    'accept-deletions': Flags.boolean({
      summary: 'Archive the records whose files were deleted by hand, however many they are.',
    }),
    'allow-secret': Flags.boolean({ summary: 'Adopt hand edits also where they hold what looks like a secret.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Rebuild)
    const stopped = 'the log is whole; run "memo rebuild" again, or any command, which folds the rest'
    return this.atLength(stopped, ({ signal, report }) =>
      this.inVault(flags, (vault) =>
        rebuild(vault, {
          acceptDeletions: flags['accept-deletions'],
          allowSecret: flags['allow-secret'],
          signal,
          onProgress: (events, expected) => report('events', events, expected === 0 ? undefined : events / expected),
        }),
      ),
    )
  }

  protected render(result: RebuildResult) {
    return renderRebuild(result)
  }
}
