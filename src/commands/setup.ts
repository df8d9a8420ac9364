import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { assertWanted } from '../cli/ask.ts'
import { MemoCommand } from '../cli/base-command.ts'
import { renderDiff, renderSetup } from '../cli/render/setup.ts'
import { readEnvironment, readVariable } from '../config/environment.ts'
import { withoutSecrets } from '../record/secrets/without-secrets.ts'
import {
  agentNames,
  carryOut,
  isPending,
  planSetup,
  type SetupPlan,
  type SetupResult,
  setupScopes,
} from '../vault/setup/setup.ts'

export default class Setup extends MemoCommand<SetupResult> {
  static override summary = 'Make memo known to a coding agent.'
  static override description =
    'Puts the server (memo mcp) into the settings of the agent and, where it has them, hooks that tell it the brief when a ' +
    'session starts and commit when it ends. Everything else in the files stays as it is, comments too; what they were is ' +
    'kept beside them. Shows what would change and asks; elsewhere than at a terminal it needs --yes. With --vault (for ' +
    'the scope user also with MEMO_VAULT) the agent is told of that vault.'
  static override examples = [
    '<%= config.bin %> setup claude-code',
    '<%= config.bin %> setup codex --scope project --yes',
    '<%= config.bin %> setup vscode --print',
    '<%= config.bin %> setup cursor --remove',
  ]
  static override args = {
    agent: Args.option({ options: agentNames })({ description: 'the agent', required: true }),
  }
  static override flags = {
    scope: Flags.option({ options: setupScopes, default: 'user' as const, summary: 'Whose settings.' })(),
    print: Flags.boolean({ summary: 'Print what belongs into which file, and write nothing.' }),
    remove: Flags.boolean({ exclusive: ['print'], summary: 'Take out what setup has put in.' }),
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Setup)
    const environment = readEnvironment()
    const isTold = flags.vault !== undefined || (flags.scope === 'user' && environment.vault !== undefined)
    const plan = await maskDiffs(
      planSetup({
        agent: args.agent,
        scope: flags.scope,
        action: flags.remove ? 'remove' : flags.print ? 'print' : 'add',
        vault: isTold ? this.vaultRoot(flags) : undefined,
        home: environment.home,
        cwd: process.cwd(),
        platform: process.platform,
        variable: readVariable,
      }),
    )
    if (isPending(plan)) {
      if (!this.jsonEnabled() || !flags.yes) process.stderr.write(renderDiff(plan.files))
      await assertWanted('Write this?', { yes: flags.yes, refusal: 'nothing was written' })
    }
    return carryOut(plan)
  }

  protected render(result: SetupResult) {
    return renderSetup(result)
  }
}

/** The lines around a change may hold a token of another server. */
async function maskDiffs(plan: SetupPlan): Promise<SetupPlan> {
  const files = await Promise.all(plan.files.map(async (file) => ({ ...file, diff: await withoutSecrets(file.diff) })))
  return { ...plan, files }
}
