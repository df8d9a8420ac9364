import * as Flags from '@oclif/core/flags'
import { isFed } from '../cli/fed-input.ts'
import { firstWordMs, type HookAgent, hookAgents, readHookInput, toHookAnswer } from '../cli/hook.ts'
import { tellNote } from '../cli/notes.ts'
import { renderBriefExplain, renderBriefNotes } from '../cli/render/bootstrap.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type BootstrapResult, bootstrap, fewestBytes } from '../vault/bootstrap/bootstrap.ts'

export default class Bootstrap extends VaultCommand<BootstrapResult> {
  static override summary = 'Tell a session what it should know of the project before it begins.'
  static override description =
    'Prints Markdown to be read by an agent: the spec, plan and state that are worked on, traps, decisions, records that ' +
    'name files which are gone or changed, and what is due or in doubt. Counts a use of the traps, decisions, specs and ' +
    'plans that it tells.'
  static override examples = [
    '<%= config.bin %> bootstrap --session-id morning',
    '<%= config.bin %> bootstrap --query "retries of the queue" --path src/queue.ts',
    '<%= config.bin %> bootstrap --slug checkout --max-bytes 4000 --no-count --explain',
  ]
  static override flags = {
    query: Flags.string({ summary: 'What the session is about.' }),
    path: Flags.string({ summary: 'A file or folder that it is about.' }),
    slug: Flags.string({ summary: 'The id that the spec, plan and state of the work share.' }),
    'max-bytes': Flags.integer({
      min: fewestBytes,
      summary: 'The most bytes to print (default: the setting bootstrap.maxBytes).',
    }),
    'session-id': Flags.string({ aliases: ['session'], summary: 'Count each record once in this session.' }),
    hook: Flags.option({
      options: hookAgents,
      summary: 'Run as a hook of this agent: read what it says of the session, answer in its form.',
    })(),
    count: Flags.boolean({ allowNo: true, default: true, summary: 'Count the uses of what is told.' }),
    explain: Flags.boolean({ summary: 'Say of each record what became of it, and why.' }),
    refresh: Flags.boolean({ allowNo: true, summary: 'Look at every file for hand edits first, or at none.' }),
  }

  protected override readonly isBrief = true
  private hook: HookAgent | undefined

  protected async execute() {
    const { flags } = await this.parse(Bootstrap)
    this.hook = flags.hook
    const said = flags.hook !== undefined && (await isFed(firstWordMs)) ? await readHookInput() : undefined
    const result = await this.inVault(flags, (vault) =>
      bootstrap(vault, {
        query: flags.query,
        path: flags.path,
        slug: flags.slug,
        maxBytes: flags['max-bytes'],
        project: flags.project,
        cwd: said?.cwd ?? process.cwd(),
        session: flags['session-id'] || said?.session,
        isCounted: flags.count,
        explain: flags.explain,
        scan: flags.refresh === undefined ? 'bounded' : flags.refresh ? 'full' : 'none',
      }),
    )
    if (!this.jsonEnabled()) process.stderr.write(renderBriefExplain(result))
    if (!this.jsonEnabled()) for (const text of renderBriefNotes(result)) await tellNote(text)
    return result
  }

  /** Nothing is added, so that the budget holds for what is printed. */
  protected render({ text }: BootstrapResult) {
    return this.hook === undefined ? text : toHookAnswer(this.hook, text)
  }
}
