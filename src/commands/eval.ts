import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { renderEval, renderWrittenLabels } from '../cli/render/eval.ts'
import { profileFlag, toNarrowing, unpagedScopeFlags } from '../cli/scope-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { openByteLines } from '../lib/byte-lines.ts'
import { MemoError } from '../lib/errors.ts'
import { type EvalResult, evaluateVault } from '../vault/evaluation/evaluate.ts'
import { readLoggedLabels, type WrittenLabels, writeLoggedLabels } from '../vault/evaluation/from-log.ts'
import { readLabelledQueries } from '../vault/evaluation/labelled-query.ts'
import type { Vault } from '../vault/vault.ts'

export default class Eval extends VaultCommand<EvalResult | WrittenLabels> {
  static override summary = 'Measure how well searches find what they should.'
  static override description =
    'A line of the file is {"query": "…", "relevant": ["id"]}, with grades {"id": 2}, or {"query": "…", "unanswerable": ' +
    'true}; "project" names where to search, "*" is everywhere. Counts no use and logs no query. --from-log takes for right ' +
    'what was used after a search; such labels favour what the ranking has shown so far.'
  static override examples = [
    '<%= config.bin %> eval queries.jsonl --compare rrf',
    '<%= config.bin %> eval --from-log --write queries.jsonl',
  ]
  static override args = {
    queries: Args.string({ description: 'a file of queries with their answers; - is standard input' }),
  }
  static override flags = {
    ...unpagedScopeFlags,
    scratch: Flags.boolean({ summary: 'Scratch records too.' }),
    limit: Flags.integer({ min: 1, max: 1000, default: 20, summary: 'How many hits to look at.' }),
    profile: profileFlag,
    compare: Flags.string({ helpValue: 'PROFILE', summary: 'Measure this profile too, query by query.' }),
    'from-log': Flags.boolean({ summary: 'Take the queries from the log: what was used after a search is right.' }),
    write: Flags.string({ dependsOn: ['from-log'], helpValue: 'FILE', summary: 'Write them here, measure nothing.' }),
  }

  protected async execute() {
    const { args, flags } = await this.parse(Eval)
    if ((args.queries === undefined) === !flags['from-log']) {
      throw new MemoError('USAGE', 'either a file of queries or --from-log must be given', {
        hint: 'run "memo eval --help"',
      })
    }
    const { write } = flags
    if (write !== undefined) return this.inVault(flags, (vault) => writeLoggedLabels(vault, write))
    return this.inVault(flags, async (vault) => {
      const { queries, ...told } = await readQueries(vault, args.queries)
      const result = await evaluateVault(vault, {
        ...{ queries, profile: flags.profile, compare: flags.compare, limit: flags.limit },
        ...{ kinds: flags.kind, statuses: flags.status, includeScratch: flags.scratch },
        ...toNarrowing(flags, this.now()),
        includeExpired: flags['include-expired'],
        ...{ allProjects: flags.all, projects: flags.project ?? [], cwd: process.cwd() },
      })
      return { ...result, ...told }
    })
  }

  protected render(result: EvalResult | WrittenLabels) {
    return 'file' in result ? renderWrittenLabels(result) : renderEval(result, this.paint())
  }
}

async function readQueries(vault: Vault, file: string | undefined) {
  if (file !== undefined) return { queries: await readLabelledQueries(openByteLines(file).lines, toSource(file)) }
  const { queries, labels, closed } = await readLoggedLabels(vault)
  return { queries, fromLog: { labels, closed } }
}

function toSource(file: string): string {
  return file === '-' ? 'standard input' : file
}
