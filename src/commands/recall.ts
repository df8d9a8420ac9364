import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { tellNote } from '../cli/notes.ts'
import { renderRecall, renderRecallNotes } from '../cli/render/recall.ts'
import { asOfFlag, profileFlag, scopeFlags, toScope } from '../cli/scope-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type RecallResult, recallRecords } from '../vault/reading/recall.ts'

export default class Recall extends VaultCommand<RecallResult> {
  static override summary = 'Tell what is known of something, within a budget of characters.'
  static override description =
    'Searches, and prints Markdown to be read by an agent: the best records in full, quoted, others in a line or by name. ' +
    'At most two records about one entity are told in full. Counts no use.'
  static override examples = [
    '<%= config.bin %> recall retry jitter',
    '<%= config.bin %> recall deploy --kind trap,decision --budget 4000',
  ]
  static override args = { query: Args.string({ multiple: true, description: 'about what; none takes the newest' }) }
  static override flags = {
    ...scopeFlags,
    scratch: Flags.boolean({ summary: 'Scratch records too.' }),
    limit: Flags.integer({ min: 1, max: 1000, default: 50, summary: 'How many records to look at.' }),
    budget: Flags.integer({ min: 1, default: 16_000, summary: 'The most characters to print.' }),
    profile: profileFlag,
    'as-of': asOfFlag,
  }

  protected override readonly isBrief = true

  protected async execute() {
    const { args, flags } = await this.parse(Recall)
    const scope = toScope(flags, this.now())
    const result = await this.inVault(flags, (vault) =>
      recallRecords(vault, {
        query: args.query?.join(' ') ?? '',
        ...scope,
        includeScratch: flags.scratch,
        limit: flags.limit,
        offset: flags.offset,
        budget: flags.budget,
        profile: flags.profile,
        scan: 'bounded',
        cwd: process.cwd(),
      }),
    )
    if (!this.jsonEnabled()) for (const text of renderRecallNotes(result)) await tellNote(text)
    return result
  }

  protected render(result: RecallResult) {
    return renderRecall(result)
  }
}
