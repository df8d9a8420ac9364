/**
 * What every command shares: the global flags, one way out for answers and one for failures. A command parses its
 * flags, calls one verb of the vault in `execute`, and says in `render` how a person reads the result.
 */
import { Command } from '@oclif/core/command'
import * as Flags from '@oclif/core/flags'
import type { Input, ParserOutput } from '@oclif/core/interfaces'
import { readEnvironment, resolveVaultRoot } from '../config/environment.ts'
import { toHarmlessJson } from '../lib/harmless.ts'
import { type Paint, toPaint } from './color.ts'
import { assertFilled } from './empty-arguments.ts'
import { doLongWork, type LongWork } from './long-work.ts'
import { reportFailure } from './report-failure.ts'
import { isScreen, writeAnswer } from './streams.ts'
import { assertNoSwitchValue, isSwitched } from './switch-values.ts'

interface Output {
  [name: string]: unknown
}

export abstract class MemoCommand<Result extends object> extends Command {
  static override enableJsonFlag = true

  static override baseFlags = {
    vault: Flags.string({
      helpGroup: 'GLOBAL',
      helpValue: 'DIR',
      summary: 'The vault (default: $MEMO_VAULT, ~/.memo).',
    }),
    project: Flags.string({
      helpGroup: 'GLOBAL',
      helpValue: 'ID',
      summary: 'The project (default: the working directory’s).',
    }),
    'no-color': Flags.boolean({ helpGroup: 'GLOBAL', summary: 'Print no colours.' }),
    'no-pager': Flags.boolean({ helpGroup: 'GLOBAL', summary: 'Print a long answer at once, through no pager.' }),
  }

  /** All of a call, from its arguments to its end. `run` of the class would load oclif's configuration a second time. */
  start(): Promise<unknown> {
    return this._run()
  }

  /** Does the work and returns a plain object, which is what `--json` prints. */
  protected abstract execute(): Promise<Result>

  /** Work that may take long. `stopped` says what is there when Ctrl-C has ended it, and how to go on. */
  protected atLength<T>(stopped: string, work: (work: LongWork) => Promise<T>): Promise<T> {
    return doLongWork({ json: this.jsonEnabled(), stopped }, work)
  }

  /** The result for a person; pure. An empty string prints nothing. */
  protected abstract render(result: Result): string

  override async run(): Promise<Result> {
    const result = await this.execute()
    if (!this.jsonEnabled()) await this.present(result)
    return result
  }

  /** Gives the result to whoever reads standard output. */
  protected async present(result: Result): Promise<void> {
    await this.show(this.render(result))
  }

  /** oclif would read a missing argument from stdin, and wait for it; stdin is read only where a command says so. */
  protected override async init(): Promise<void> {
    await super.init()
    assertNoSwitchValue(this.argv, { json: { type: 'boolean' }, ...this.ctor.baseFlags, ...this.ctor.flags })
    for (const argument of Object.values(this.ctor.args)) argument.ignoreStdin = true
  }

  /** Names of the required arguments to which an empty text means something. */
  protected readonly takesEmpty: readonly string[] = []

  /** What is parsed, once nothing of it is empty that may not be. */
  protected override async parse<F extends Output, B extends Output, A extends Output>(
    options?: Input<F, B, A>,
    argv?: string[],
  ): Promise<ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv)
    assertFilled({ args: this.ctor.args, flags: this.ctor.flags, takesEmpty: this.takesEmpty }, parsed)
    return parsed
  }

  /** The exit status is set here, because oclif's own depends on `--json`. */
  protected override async catch(error: Error): Promise<void> {
    await reportFailure(error, { json: this.jsonEnabled(), debug: readEnvironment().debug })
  }

  protected override logJson(value: unknown): void {
    this.writeAnswer(`${toHarmlessJson(value)}\n`)
  }

  /** To where the answer goes. */
  protected writeAnswer(text: string): void {
    writeAnswer(text)
  }

  /** An answer that is longer than the screen goes through the pager of whoever sits there. */
  protected async show(text: string): Promise<void> {
    if (!(await this.page(text))) this.print(text)
  }

  /** False where the text is to be printed. */
  private async page(text: string): Promise<boolean> {
    if (!isScreen() || isSwitched(this.argv, '--no-pager')) return false
    const { fitsScreen } = await import('./fits-screen.ts')
    if (fitsScreen(text, process.stdout)) return false
    const { pageText } = await import('./pager.ts')
    return pageText(text, readEnvironment().pager)
  }

  /** Text of stored records in it must have gone through `toHarmless`. */
  protected print(text: string): void {
    if (text !== '') this.writeAnswer(text.endsWith('\n') ? text : `${text}\n`)
  }

  protected vaultRoot(flags: { vault?: string | undefined }): string {
    return resolveVaultRoot({ flag: flags.vault, environment: readEnvironment() })
  }

  protected paint(): Paint {
    const isRefused = isSwitched(this.argv, '--no-color')
    return toPaint({ ...readEnvironment(), isTty: isScreen(), isRefused })
  }
}
