import * as Args from '@oclif/core/args'
import { toMoment } from '../cli/moment-flag.ts'
import { renderRecordDiff } from '../cli/render/history.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type DiffResult, diffRecord } from '../vault/history/show.ts'

export default class Diff extends VaultCommand<DiffResult> {
  static override summary = 'Print what changed in a record from one moment to another.'
  static override description =
    'A moment is a date (its end), a time, a span ago (7d), the id of an event (after it) or now. Ends with 0 whether there is ' +
    'a difference or not.'
  static override examples = [
    '<%= config.bin %> diff retry-needs-jitter 7d',
    '<%= config.bin %> diff retry-needs-jitter 2031-03-05 01K6Z3',
  ]
  static override args = {
    name: Args.string({ required: true, description: 'the record, as for get' }),
    from: Args.string({ required: true, description: 'the earlier moment' }),
    to: Args.string({ default: 'now', description: 'the later one' }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Diff)
    const [from, to] = [toMoment('FROM', args.from, this.now()), toMoment('TO', args.to, this.now())]
    const { project } = flags
    return this.inVault(flags, (vault) => diffRecord(vault, { name: args.name, from, to, project, cwd: process.cwd() }))
  }

  protected render(result: DiffResult) {
    return renderRecordDiff(result, this.paint())
  }
}
