import * as Flags from '@oclif/core/flags'
import { endSignal } from '../cli/end-signals.ts'
import { renderWatchLine } from '../cli/render/watch.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toHarmlessJson } from '../lib/harmless.ts'
import { withoutSecrets } from '../record/secrets/without-secrets.ts'
import { type WatchEnd, watchVault } from '../vault/watch/watch.ts'
import type { WatchLine } from '../vault/watch/watch-line.ts'

export default class Watch extends VaultCommand<WatchEnd> {
  static override summary = 'Take in hand edits as they happen, until it is interrupted.'
  static override description =
    'While it runs, other commands need not look for edits. It also folds what other clones logged and commits by the ' +
    'settings. With --json each line is one object. One is enough for a vault.'
  static override examples = ['<%= config.bin %> watch', '<%= config.bin %> watch --poll 10 --json']
  static override flags = {
    poll: Flags.integer({
      helpValue: 'SECONDS',
      min: 1,
      max: 86_400,
      summary: 'Look at everything each so many seconds, for a folder of another machine.',
    }),
  }

  private told: Promise<void> = Promise.resolve()

  protected async execute() {
    const { flags } = await this.parse(Watch)
    const signal = endSignal({ withOutput: true })
    const pollMs = flags.poll === undefined ? undefined : flags.poll * 1000
    const onLine = (line: WatchLine): void => this.tell(line)
    const watching = this.inVault(flags, (vault) => watchVault(vault, { pollMs, signal, onLine }))
    return watching.finally(() => this.told)
  }

  protected render({ adopted, folded }: WatchEnd) {
    return renderWatchLine({ type: 'ended', adopted, folded })
  }

  /** One after another: what a note quotes is looked through for secrets first. */
  private tell(line: WatchLine): void {
    this.told = this.told.then(async () => {
      const shown = line.type === 'note' ? { ...line, text: await withoutSecrets(line.text) } : line
      if (this.jsonEnabled()) this.logJson(shown)
      else this.print(renderWatchLine(shown))
    })
  }

  /** On one line: there are many objects. */
  protected override logJson(value: unknown): void {
    process.stdout.write(`${toHarmlessJson(value, { oneLine: true })}\n`)
  }
}
