import * as Flags from '@oclif/core/flags'
import { severalWords } from '../cli/list-flags.ts'
import { renderLog } from '../cli/render/log.ts'
import { periodFlags } from '../cli/scope-flags.ts'
import { toPeriod } from '../cli/time-flag.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { actors, eventTypes } from '../record/vocabulary.ts'
import { type LogResult, listEvents } from '../vault/history/log.ts'

export default class Log extends VaultCommand<LogResult> {
  static override summary = 'Print the newest events of the log, newest first.'
  static override description = 'In the order of the ids, which hold the time by a clock that no clone can set back.'
  static override examples = [
    '<%= config.bin %> log',
    '<%= config.bin %> log --record retry-needs-jitter --limit 100',
    '<%= config.bin %> log --type record.hit --since 7d --reverse',
  ]
  static override flags = {
    ...periodFlags,
    type: Flags.option({ ...severalWords, options: eventTypes, summary: 'Only events of these types.' })(),
    actor: Flags.option({ ...severalWords, options: actors, summary: 'Only what these parts of memo wrote.' })(),
    record: Flags.string({ helpValue: 'ID', summary: 'Only events of this record, as ID or PROJECT/ID.' }),
    session: Flags.string({ helpValue: 'ID', summary: 'Only what this session did.' }),
    writer: Flags.string({ helpValue: 'ID', summary: 'Only what this clone of the vault wrote.' }),
    limit: Flags.integer({ min: 1, default: 20, summary: 'How many to print.' }),
    reverse: Flags.boolean({ summary: 'The oldest of them first.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Log)
    const { type: types, actor, record, session, writer, limit, reverse } = flags
    const { since, until } = toPeriod(flags, this.now())
    return this.inVault(flags, (vault) =>
      listEvents(vault, { types, actors: actor, record, session, writer, limit, reverse, since, until }),
    )
  }

  protected render(result: LogResult) {
    return renderLog(result, this.paint())
  }
}
