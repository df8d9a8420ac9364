import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { toMoment } from '../cli/moment-flag.ts'
import { renderReplay } from '../cli/render/replay.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type ReplayResult, replayVault } from '../vault/history/replay.ts'

export default class Replay extends VaultCommand<ReplayResult> {
  static override summary = 'Make a whole vault as it was, in another folder.'
  static override description =
    'Its log is this one up to there, byte for byte; files, views and index are folded from it. It has a git repository of its ' +
    'own without a remote, and the settings of today. Records that are forgotten by now are forgotten there too.'
  static override examples = [
    '<%= config.bin %> replay --until 2031-03-05 /tmp/then',
    '<%= config.bin %> replay --until 01K6Z3 then && <%= config.bin %> list --vault then',
  ]
  static override args = { folder: Args.string({ required: true, description: 'a folder that is new or empty' }) }
  static override flags = {
    until: Flags.string({
      required: true,
      helpValue: 'TIME|EVENT',
      summary: 'The end of this date, this time, this long ago (7d), after this event, or now.',
    }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Replay)
    const until = toMoment('--until', flags.until, this.now())
    const { folder } = args
    return this.atLength('nothing is left of it; run it again', ({ signal, report }) => {
      const onProgress = (events: number, total: number): void => report('events', events, events / total)
      return this.inVault(flags, (vault) => replayVault(vault, { until, folder, signal, onProgress }))
    })
  }

  protected render(result: ReplayResult) {
    return renderReplay(result)
  }
}
