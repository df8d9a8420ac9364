import * as Args from '@oclif/core/args'
import { MemoCommand } from '../cli/base-command.ts'
import { renderInit } from '../cli/render/init.ts'
import { type InitResult, initVault } from '../vault/init.ts'

export default class Init extends MemoCommand<InitResult> {
  static override summary = 'Make a vault, or complete one of which a part is missing.'
  static override description = 'Running it on a whole vault changes nothing.'
  static override examples = ['<%= config.bin %> init', '<%= config.bin %> init ~/work/memory']
  static override args = {
    dir: Args.string({ description: 'the folder (default: the vault that other commands use)' }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Init)
    return initVault(this.vaultRoot({ vault: args.dir ?? flags.vault }), { actor: 'cli' })
  }

  protected render(result: InitResult) {
    return renderInit(result)
  }
}
