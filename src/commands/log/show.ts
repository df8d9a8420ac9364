import * as Args from '@oclif/core/args'
import { renderEvent } from '../../cli/render/log.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { showEvent } from '../../vault/history/log.ts'

type ShownEvent = Awaited<ReturnType<typeof showEvent>>

export default class LogShow extends VaultCommand<ShownEvent> {
  static override summary = 'Print one event of the log whole.'
  static override examples = ['<%= config.bin %> log show 01K6Z3']
  static override args = {
    event: Args.string({
      required: true,
      description: 'its id, or a beginning that no other has; WRITER/ID where two writers have it',
    }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(LogShow)
    return this.inVault(flags, (vault) => showEvent(vault, args.event))
  }

  protected render(result: ShownEvent) {
    return renderEvent(result)
  }
}
