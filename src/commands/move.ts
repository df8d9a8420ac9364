import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderMove } from '../cli/render/move.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type MoveResult, moveRecord } from '../vault/writing/move.ts'

export default class Move extends VaultCommand<MoveResult> {
  static override summary = 'Give a record another id, or put it into another project.'
  static override description =
    'Links to it follow, declared ones and those in texts; its counters and its history go along. The old name still leads ' +
    'to it. One "memo undo" takes the whole back.'
  static override examples = [
    '<%= config.bin %> move use-sqlite --id why-sqlite',
    '<%= config.bin %> move shop/retry-storm --project platform',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    id: Flags.string({ summary: 'Its new id.' }),
    project: Flags.string({ helpValue: 'ID', summary: 'The project that it is to be in; one that the vault knows.' }),
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Move)
    const input = { name: args.name, toProject: flags.project, toId: flags.id, cwd: process.cwd() }
    return this.inVault(flags, (vault) => moveRecord(vault, { ...input, allowSecret: flags['allow-secret'] }))
  }

  protected render(result: MoveResult) {
    return renderMove(result, this.paint())
  }
}
