/**
 * The abstention corpus asked of the search as it is: of a question that a record answers the place at which that
 * stands, of one that none answers whether it was refused.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initVault } from '../../src/vault/init.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { answerable, records, unanswerable } from '../../test/retrieval/abstention-corpus.ts'
import { ask } from '../ask.ts'
import { benchProject, inVault } from '../corpus.ts'

export interface Outcome {
  query: string
  /** The record that answers; undefined when none does. */
  id: string | undefined
  abstained: boolean
  /** From 1; undefined when the record is not in the list. */
  rank: number | undefined
  first: string | undefined
  hits: number
}

export type Half = 'even' | 'odd'

/** Asks all questions of a half in a vault of its own, where a model has read what `embed` lets it. */
export async function askCorpus(half: Half, embed: (vault: Vault) => Promise<void>): Promise<Outcome[]> {
  const root = mkdtempSync(join(tmpdir(), 'memo-abstention-'))
  try {
    await initVault(root)
    return await inVault(root, async (vault) => {
      await fill(vault)
      await embed(vault)
      return askAll(vault, half)
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function fill(vault: Vault): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (const record of records) yield JSON.stringify(record)
  }
  const { rejected } = await upsertBatch(vault, lines(), { project: benchProject, cwd: vault.paths.root })
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]))
}

async function askAll(vault: Vault, half: Half): Promise<Outcome[]> {
  const refused = unanswerable.map((query) => ({ query, id: undefined }))
  const questions = [...take(answerable, half), ...take(refused, half)]
  const outcomes: Outcome[] = []
  for (const { query, id } of questions) {
    const { hits, abstained } = await ask(vault, query, { project: benchProject, limit: 20 })
    const place = hits.findIndex((hit) => hit.id === id)
    const rank = place < 0 ? undefined : place + 1
    outcomes.push({ query, id, abstained: abstained !== null, rank, first: hits[0]?.id, hits: hits.length })
  }
  return outcomes
}

/** The rule was fitted to the even half; the odd one checks it. */
function take<T>(list: readonly T[], half: Half): T[] {
  return list.filter((_, at) => at % 2 === (half === 'even' ? 0 : 1))
}

export function tell({ query, id, abstained, rank, first, hits }: Outcome): string {
  const found = abstained ? 'abstained' : `${hits} hits, first ${first}`
  return `${id === undefined ? 'none ' : `${rank ?? '-'}`.padEnd(5)} ${query}  [${found}${id === undefined ? '' : `, right ${id}`}]`
}

/** Precision: of the refusals, those that were right. Recall: of what nothing answers, what was refused. */
export function summarise(outcomes: readonly Outcome[]): string {
  const [known, unknown] = [
    outcomes.filter(({ id }) => id !== undefined),
    outcomes.filter(({ id }) => id === undefined),
  ]
  const refused = outcomes.filter(({ abstained }) => abstained).length
  const right = unknown.filter(({ abstained }) => abstained).length
  const within = (place: number): number => known.filter(({ rank }) => rank !== undefined && rank <= place).length
  const share = (part: number, whole: number): string => `${(part / whole).toFixed(3)} (${part} of ${whole})`
  return [
    `  answered at place 1: ${share(within(1), known.length)}, at 1 to 3: ${share(within(3), known.length)}`,
    `  abstaining: precision ${share(right, refused)}, recall ${share(right, unknown.length)}`,
  ].join('\n')
}
