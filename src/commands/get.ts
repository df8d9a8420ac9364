import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { toLineRange } from '../cli/line-range.ts'
import { renderGet, renderMissing } from '../cli/render/get.ts'
import { asOfFlag } from '../cli/scope-flags.ts'
import { toInstant } from '../cli/time-flag.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { MemoError, toExitStatus } from '../lib/errors.ts'
import { kindNames } from '../record/vocabulary.ts'
import { type GetResult, getRecords } from '../vault/reading/get.ts'

export default class Get extends VaultCommand<GetResult> {
  static override summary = 'Print records by name.'
  static override description =
    'A name is an id, project/id, the unique beginning of an id, a title, or the path of a record’s file. ' +
    'Reading a trap, decision, spec or plan counts as a use of it, unless it is read as of an earlier time.'
  static override examples = [
    '<%= config.bin %> get retry-needs-jitter',
    '<%= config.bin %> get --kind spec --slug queue --lines 10-40',
  ]
  static override args = { name: Args.string({ multiple: true, description: 'what to print' }) }
  static override flags = {
    kind: Flags.option({ options: kindNames, summary: 'Only a record of this kind.' })(),
    slug: Flags.string({ dependsOn: ['kind'], summary: 'The id, together with --kind.' }),
    lines: Flags.string({ helpValue: 'FROM-TO', summary: 'Only these lines of the body.' }),
    'as-of': asOfFlag,
    'session-id': Flags.string({ summary: 'Count each record once in this session.' }),
  }

  protected override readonly isBrief = true

  protected async execute() {
    const { args, flags } = await this.parse(Get)
    const names = [...(args.name ?? []), ...(flags.slug === undefined ? [] : [flags.slug])]
    if (names.length === 0) throw new MemoError('USAGE', 'missing argument: NAME', { hint: 'run "memo get --help"' })
    const lines = toLineRange(flags.lines)
    const asOf = toInstant('--as-of', flags['as-of'], this.now())
    const result = await this.inVault(flags, (vault) =>
      getRecords(vault, {
        names,
        kind: flags.kind,
        project: flags.project,
        cwd: process.cwd(),
        session: flags['session-id'] || undefined,
        lines,
        asOf,
      }),
    )
    if (result.missing.length > 0) this.tellMissing(result)
    return result
  }

  protected render(result: GetResult) {
    return renderGet(result, { paint: this.paint(), now: this.now(result) })
  }

  private tellMissing(result: GetResult): void {
    process.exitCode = toExitStatus('NOT_FOUND')
    if (!this.jsonEnabled()) process.stderr.write(renderMissing(result))
  }
}
