import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { formatFlag } from '../cli/format-flag.ts'
import { FormattedCommand } from '../cli/formatted-command.ts'
import { severalWords } from '../cli/list-flags.ts'
import { renderCompact } from '../cli/render/compact.ts'
import { renderSearch } from '../cli/render/search.ts'
import { asOfFlag, profileFlag, scopeFlags, toScope } from '../cli/scope-flags.ts'
import { MemoError } from '../lib/errors.ts'
import { toHarmlessJson } from '../lib/harmless.ts'
import { modes, sorts } from '../record/vocabulary.ts'
import { toCompact } from '../vault/reading/compact.ts'
import { queryWords, type SearchResult, searchVault } from '../vault/reading/search.ts'
import type { openScreen } from './tui.ts'

/** What was found was shown on a screen. */
interface ScreenEnd {
  hits?: undefined
}

export default class Search extends FormattedCommand<SearchResult | ScreenEnd> {
  static override summary = 'Find records.'
  static override description =
    'Words are searched in every form; "quoted spans" are phrases, upper-case AND, OR and NOT between words are ' +
    'operators, a trailing * finds all words that begin so. Put -- before a query that begins with a dash.'
  static override examples = [
    '<%= config.bin %> search retry jitter',
    '<%= config.bin %> search --kind trap --path src/queue.ts',
    '<%= config.bin %> search --facet service=billing --since 7d deploy',
    '<%= config.bin %> search --sort hits --limit 10 --json',
    '<%= config.bin %> search --format paths retry',
  ]
  static override args = { query: Args.string({ multiple: true, description: 'what to look for; none lists records' }) }
  static override flags = {
    ...scopeFlags,
    scratch: Flags.boolean({ summary: 'Scratch records too.' }),
    limit: Flags.integer({ min: 1, default: 50, summary: 'How many to show.' }),
    sort: Flags.option({ options: sorts, default: 'relevance' as const, summary: 'The order.' })(),
    'hit-ids': Flags.string({ ...severalWords, summary: 'Count a use of these ids, if they are among the results.' }),
    'session-id': Flags.string({ summary: 'Count each record once in this session.' }),
    'as-of': asOfFlag,
    profile: profileFlag,
    mode: Flags.option({ options: modes, default: 'auto' as const, summary: 'What to rank by.' })(),
    'max-tokens': Flags.integer({ min: 1, summary: 'Show no more than so many tokens of hits, by estimate.' }),
    compact: Flags.boolean({ exclusive: ['explain', 'expand-links'], summary: 'One short line for each hit.' }),
    format: formatFlag,
    explain: Flags.boolean({ summary: 'Say why each record stands where it does.' }),
    'expand-links': Flags.boolean({ summary: 'Name the records that each links to, and those that link to it.' }),
    interactive: Flags.boolean({
      char: 'i',
      exclusive: ['as-of', 'compact', 'explain', 'expand-links', 'format', 'hit-ids', 'max-tokens', 'session-id'],
      summary: 'On a screen, as you type; the same as "memo tui".',
    }),
    refresh: Flags.boolean({ allowNo: true, summary: 'Look at every file for hand edits first, or at none.' }),
  }

  protected override readonly isBrief = true
  private words: string[] = []
  private isAcross = false
  private isCompact = false

  protected async execute(): Promise<SearchResult | ScreenEnd> {
    const { args, flags } = await this.parse(Search)
    this.takeFormat(flags)
    const query = args.query?.join(' ') ?? ''
    if (flags.interactive) return this.showScreen({ ...flags, query })
    this.words = queryWords(query)
    this.isAcross = flags.all || (flags.project ?? []).length > 1
    this.isCompact = flags.compact
    const scope = toScope(flags, this.now())
    return this.inVault(flags, (vault) =>
      searchVault(vault, {
        query,
        ...scope,
        includeScratch: flags.scratch,
        limit: flags.limit,
        offset: flags.offset,
        sort: flags.sort,
        hitIds: flags['hit-ids'] ?? [],
        session: flags['session-id'] || undefined,
        explain: flags.explain,
        expandLinks: flags['expand-links'],
        profile: flags.profile,
        mode: flags.mode,
        maxTokens: flags['max-tokens'],
        compact: flags.compact,
        scan: flags.refresh === undefined ? 'bounded' : flags.refresh ? 'full' : 'none',
        cwd: process.cwd(),
      }),
    )
  }

  protected render(result: SearchResult | ScreenEnd) {
    if (result.hits === undefined) return ''
    const { words, isAcross } = this
    const view = { paint: this.paint(), now: this.now(result), words, isAcross }
    return this.isCompact ? renderCompact(toCompact(result), view) : renderSearch(result, view)
  }

  protected async toSheet(result: SearchResult | ScreenEnd) {
    if (result.hits === undefined) throw new MemoError('BUG', 'a screen has no rows')
    return (await import('../cli/render/format/sheet.ts')).toSearchSheet(result)
  }

  private async showScreen(
    asked: Parameters<typeof openScreen>[1] & { vault?: string | undefined },
  ): Promise<ScreenEnd> {
    const { noJson, openScreen } = await import('./tui.ts')
    if (this.jsonEnabled()) throw noJson()
    await openScreen(this.vaultRoot(asked), asked)
    return {}
  }

  protected override toSuccessJson(result: SearchResult | ScreenEnd): unknown {
    return this.isCompact && result.hits !== undefined ? toCompact(result) : result
  }

  protected override logJson(value: unknown): void {
    this.writeAnswer(`${toHarmlessJson(value, { oneLine: this.isCompact })}\n`)
  }
}
