import * as Flags from '@oclif/core/flags'
import { assertWanted, canAsk } from '../cli/ask.ts'
import { renderGc } from '../cli/render/gc.ts'
import { projectFlags } from '../cli/scope-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { collectExpired, type GcInput, type GcResult } from '../vault/upkeep/gc.ts'

export default class Gc extends VaultCommand<GcResult> {
  static override summary = 'End the records whose time is over.'
  static override description =
    'Expired traps, decisions, plans and whatever else lasts are archived; scratch, reviews and states are forgotten. Both by ' +
    'events that "memo undo" takes back; nothing leaves the log. Asks at a terminal before it forgets; elsewhere that needs --yes.'
  static override examples = [
    '<%= config.bin %> gc --dry-run',
    '<%= config.bin %> gc --all --yes',
    '<%= config.bin %> gc --project acme --purge --dry-run --json',
  ]
  static override flags = {
    ...projectFlags,
    'dry-run': Flags.boolean({ summary: 'Say what would end, and change nothing.' }),
    purge: Flags.boolean({ summary: 'Forget expired records of every kind, also those that were archived.' }),
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Gc)
    const scope = { projects: flags.project ?? [], allProjects: flags.all, cwd: process.cwd(), purge: flags.purge }
    const collect = (input: Pick<GcInput, 'dryRun' | 'mostForgotten'>) =>
      this.atLength(
        'what has ended stays so, and one undo takes it back; run it again to go on',
        ({ signal, report }) => {
          const onProgress = (done: number): void => report('records', done)
          return this.inVault(flags, (vault) => collectExpired(vault, { ...scope, ...input, signal, onProgress }))
        },
      )
    if (flags['dry-run']) return collect({ dryRun: true })
    if (flags.yes) return collect({ dryRun: false })
    if (!canAsk()) return collect({ dryRun: false, mostForgotten: 0 })
    const planned = await collect({ dryRun: true })
    if (planned.forgotten === 0) return collect({ dryRun: false, mostForgotten: 0 })
    process.stderr.write(`${this.render(planned)}\n`)
    await assertWanted('Do this?', { yes: false, refusal: 'nothing was archived or forgotten' })
    return collect({ dryRun: false, mostForgotten: planned.forgotten })
  }

  protected render(result: GcResult) {
    return renderGc(result, this.paint())
  }
}
