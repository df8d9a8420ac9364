import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { renderFeedback } from '../cli/render/feedback.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { MemoError } from '../lib/errors.ts'
import { type Rating, ratings } from '../record/vocabulary.ts'
import { type RateResult, rateRecord } from '../vault/writing/rate.ts'

export default class Feedback extends VaultCommand<RateResult> {
  static override summary = 'Say whether a record helped; later searches weigh it by that.'
  static override examples = [
    '<%= config.bin %> feedback retry-needs-jitter --helpful',
    '<%= config.bin %> feedback use-redis --stale --comment "replaced in spring"',
  ]
  static override args = { name: Args.string({ required: true, description: 'the record, as for get' }) }
  static override flags = {
    helpful: Flags.boolean({ summary: 'It helped.' }),
    'not-helpful': Flags.boolean({ summary: 'It is true, and did not help.' }),
    stale: Flags.boolean({ summary: 'It was true once.' }),
    wrong: Flags.boolean({ summary: 'It is not true.' }),
    comment: Flags.string({ summary: 'Why.' }),
    'session-id': Flags.string({ summary: 'The session that says so.' }),
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Feedback)
    const rating = toRating(ratings.filter((name) => flags[name]))
    return this.inVault(flags, (vault) =>
      rateRecord(vault, {
        name: args.name,
        rating,
        comment: flags.comment || undefined,
        session: flags['session-id'] || undefined,
        project: flags.project,
        cwd: process.cwd(),
        allowSecret: flags['allow-secret'],
      }),
    )
  }

  protected render(result: RateResult) {
    return renderFeedback(result, this.paint())
  }
}

/** Not left to the parser, which tells this once for each flag. */
function toRating([rating, ...more]: Rating[]): Rating {
  if (rating !== undefined && more.length === 0) return rating
  const flags = ratings.map((name) => `--${name}`).join(', ')
  throw new MemoError('USAGE', `exactly one of ${flags} must be given`, { hint: 'run "memo feedback --help"' })
}
