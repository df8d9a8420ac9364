import * as Args from '@oclif/core/args'
import { MemoCommand } from '../cli/base-command.ts'
import { renderClone } from '../cli/render/clone.ts'
import { type CloneResult, cloneVault } from '../vault/sync/clone.ts'

export default class Clone extends MemoCommand<CloneResult> {
  static override summary = 'Make a vault out of one that others share through git.'
  static override description =
    'The folder must be missing or empty. "memo sync" exchanges what is written from then on.'
  static override examples = [
    '<%= config.bin %> clone git@example.com:acme/memory.git',
    '<%= config.bin %> clone https://example.com/acme/memory.git ~/work/memory',
  ]
  static override args = {
    address: Args.string({ required: true, description: 'what "git clone" takes' }),
    folder: Args.string({ description: 'the folder (default: the vault that other commands use)' }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Clone)
    const root = this.vaultRoot({ vault: args.folder ?? flags.vault })
    return this.atLength('nothing is left of it; run it again', ({ signal, report }) =>
      cloneVault(args.address, root, {
        actor: 'cli',
        signal,
        onProgress: (done, total) => report('objects', done, done / total),
        onFold: (events) => report('events', events),
      }),
    )
  }

  protected render(result: CloneResult) {
    return renderClone(result)
  }
}
