import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { toMoment } from '../cli/moment-flag.ts'
import { renderShow } from '../cli/render/get.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type ShowResult, showRecord } from '../vault/history/show.ts'

export default class Show extends VaultCommand<ShowResult> {
  static override summary = 'Print a record as it is, or as it was.'
  static override description = 'Counts no use, unlike "memo get".'
  static override examples = [
    '<%= config.bin %> show retry-needs-jitter --at 2031-03-05',
    '<%= config.bin %> show retry-needs-jitter --at 01K6Z3',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    at: Flags.string({
      helpValue: 'TIME|EVENT',
      summary: 'As it was at the end of this date, at this time, this long ago (7d), or after this event.',
    }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Show)
    const moment = flags.at === undefined ? 'now' : toMoment('--at', flags.at, this.now())
    const { project } = flags
    return this.inVault(flags, (vault) => showRecord(vault, { name: args.name, moment, project, cwd: process.cwd() }))
  }

  protected render(result: ShowResult) {
    return renderShow(result, {
      paint: this.paint(),
      now: result.at === undefined ? this.now() : Date.parse(result.at),
    })
  }
}
