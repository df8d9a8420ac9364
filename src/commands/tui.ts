import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { MemoCommand } from '../cli/base-command.ts'
import { editFile } from '../cli/editor.ts'
import { endSoon } from '../cli/end-signals.ts'
import { profileFlag, toScope, unpagedScopeFlags } from '../cli/scope-flags.ts'
import { assertScreen } from '../cli/screen.ts'
import { readEnvironment } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'
import { systemPorts } from '../lib/ports.ts'
import { type Mode, type Sort, sorts } from '../record/vocabulary.ts'

export default class Tui extends MemoCommand<object> {
  static override summary = 'Search, read and edit on a screen, as you type.'
  static override description =
    'The foot of the screen tells the keys that work, and ? all of them. Reading a record with Enter counts as a use of ' +
    'it. It needs a terminal and has no JSON answer; "memo search -i" is the same.'
  static override examples = ['<%= config.bin %> tui', '<%= config.bin %> tui --all --kind decision queue']
  static override args = { query: Args.string({ multiple: true, description: 'what to look for first' }) }
  static override flags = {
    ...unpagedScopeFlags,
    scratch: Flags.boolean({ summary: 'Scratch records too.' }),
    sort: Flags.option({ options: sorts, default: 'relevance' as const, summary: 'The order at first.' })(),
    profile: profileFlag,
  }

  protected async execute() {
    const { args, flags } = await this.parse(Tui)
    if (this.jsonEnabled()) throw noJson()
    await openScreen(this.vaultRoot(flags), { ...flags, query: args.query?.join(' ') ?? '' })
    return {}
  }

  protected render() {
    return ''
  }
}

type Asked = Parameters<typeof toScope>[0] & {
  query: string
  scratch: boolean
  sort: Sort
  profile: string | undefined
  mode?: Mode
}

/** Shows the screen until somebody ends it; the exit status tells how. Throws USAGE where there is no terminal. */
export async function openScreen(
  root: string,
  { query, scratch, sort, profile, mode, ...flags }: Asked,
): Promise<void> {
  assertScreen()
  const { runTui } = await import('../tui/run-tui.tsx')
  const cwd = process.cwd()
  process.exitCode = await runTui({
    ...{ root, cwd, query, sort },
    base: { ...toScope(flags, systemPorts.now()), includeScratch: scratch, profile, mode, cwd, scan: 'none' },
    ...{ openEditor: editFile, isColored: !readEnvironment().noColor, stdin: process.stdin, stdout: process.stdout },
  })
  endSoon()
}

/** What is shown is for eyes. */
export function noJson(): MemoError {
  return new MemoError('USAGE', 'a screen has no JSON answer', { hint: 'use "memo search --json"' })
}
