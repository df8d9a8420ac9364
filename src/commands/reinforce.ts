import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderReinforce } from '../cli/render/reinforce.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { MemoError } from '../lib/errors.ts'
import { parseSignal } from '../record/signal.ts'
import { type ReinforceResult, reinforceRecord } from '../vault/writing/reinforce.ts'

export default class Reinforce extends VaultCommand<ReinforceResult> {
  static override summary = 'Tell how a record that was used turned out.'
  static override description =
    'Moves the record’s outcome average: 0.7 of the old one and 0.3 of the signal. A record takes one signal in 15 minutes; ' +
    'one that comes sooner is not counted, which is no error. A neutral signal leaves the average alone.'
  static override examples = [
    '<%= config.bin %> reinforce retry-needs-jitter --signal helpful',
    '<%= config.bin %> reinforce use-redis --signal=-0.5 --note "only half true now"',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    signal: Flags.string({
      required: true,
      helpValue: 'SIGNAL',
      summary: 'helpful, wrong, neutral, or a number from -1 (it misled) to 1 (it helped).',
    }),
    note: Flags.string({ summary: 'Why.' }),
    'session-id': Flags.string({ summary: 'The session that says so.' }),
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Reinforce)
    const signal = toSignal(flags.signal)
    return this.inVault(flags, (vault) =>
      reinforceRecord(vault, {
        name: args.name,
        signal,
        comment: flags.note || undefined,
        session: flags['session-id'] || undefined,
        project: flags.project,
        cwd: process.cwd(),
        allowSecret: flags['allow-secret'],
      }),
    )
  }

  protected render(result: ReinforceResult) {
    return renderReinforce(result, this.paint())
  }
}

function toSignal(text: string): number {
  const signal = parseSignal(text)
  if (signal !== undefined) return signal
  throw new MemoError(
    'USAGE',
    `--signal ${JSON.stringify(text)} is not helpful, wrong, neutral or a number from -1 to 1`,
  )
}
