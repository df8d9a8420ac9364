/**
 * `npm run bench:quality`: the product's ranking and plain FTS5 over the public sets, in one run, as one table.
 * `--check` measures the sample that ships with the repository instead, and ends in 1 when a measure has fallen below
 * what is committed; `--update` commits what it measures. `--embedder sentence-encoder` measures by meaning too, and
 * `--vectors FOLDER` keeps the vectors for the next run. `--set abstention` asks the questions of the abstention corpus,
 * with `--each` one by one.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultConfig } from '../../src/config/defaults.ts'
import { average, type Metrics, measure, metricNames } from '../../src/retrieval/evaluation/metrics.ts'
import { embedPending } from '../../src/vault/embedding/embed-pending.ts'
import { getEmbedder } from '../../src/vault/embedding/embedder.ts'
import { initVault } from '../../src/vault/init.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { ask } from '../ask.ts'
import { inVault } from '../corpus.ts'
import { askCorpus, summarise, tell } from './abstention.ts'
import { plainSearch } from './plain.ts'
import { commit, findDrops, measureSample, readCommitted } from './sample.ts'
import { type Corpus, type Document, findSet, type QualitySet, setNames } from './sets.ts'

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    corpora: { type: 'string' },
    check: { type: 'boolean' },
    update: { type: 'boolean' },
    embedder: { type: 'string' },
    vectors: { type: 'string' },
    each: { type: 'boolean' },
  },
})
if (values.embedder !== undefined && values.embedder !== 'sentence-encoder') {
  throw new Error(`--embedder ${values.embedder}: only sentence-encoder needs nothing but this machine`)
}

if (values.check || values.update) await runSample()
else
  for (const name of values.set ?? [...setNames, 'abstention']) {
    const set = name === 'abstention' ? undefined : findSet(name)
    if (name === 'abstention') await runAbstention()
    else if (set === undefined) process.stdout.write(`${name}: skipped, the data is absent\n`)
    else await runSet(set)
  }

async function runSample(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memo-quality-'))
  try {
    const figures = await measureSample(join(folder, 'vault'))
    for (const [name, value] of Object.entries(figures))
      process.stdout.write(`${name.padEnd(20)} ${value.toFixed(4)}\n`)
    if (values.update) commit(figures)
    const drops = findDrops(readCommitted(), figures)
    for (const drop of drops) process.stdout.write(`${drop}\n`)
    if (drops.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAbstention(): Promise<void> {
  for (const half of ['even', 'odd'] as const) {
    const outcomes = await askCorpus(half, async (vault) => {
      if (values.embedder !== undefined) await embedAll(vault)
    })
    if (values.each) for (const outcome of outcomes) process.stdout.write(`  ${tell(outcome)}\n`)
    process.stdout.write(`abstention (${half} half, ${outcomes.length} queries)\n${summarise(outcomes)}\n`)
  }
}

async function runSet(set: QualitySet): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memo-quality-'))
  try {
    const memo: Metrics[] = []
    const meaning: Metrics[] = []
    const plain: Metrics[] = []
    const root = join(folder, 'vault')
    await initVault(root)
    await inVault(root, async (vault) => {
      vault.config.git = { ...vault.config.git, commit: 'off' }
      const corpora = pick(set.corpora)
      // All projects first: a vault holds many, and what the first one is asked must not depend on their order.
      for (const corpus of corpora) await fill(vault, corpus)
      for (const corpus of corpora) {
        memo.push(...(await runCorpus(vault, corpus)))
        if (values.embedder !== undefined) meaning.push(...(await runByMeaning(vault, set.name, corpus)))
        const baseline = plainSearch(corpus)
        plain.push(...corpus.queries.map(({ text, rel }) => measure(baseline.search(text), rel)))
        baseline.close()
      }
    })
    report(set.name, plain, { memo, meaning })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The vectors are kept by the hash of their texts, so the file of one run serves every other. */
async function runByMeaning(vault: Vault, name: string, corpus: Corpus): Promise<Metrics[]> {
  const kept = values.vectors === undefined ? undefined : join(values.vectors, `${name}.sqlite`)
  if (kept !== undefined && existsSync(kept) && !existsSync(vault.paths.embeddings)) {
    copyFileSync(kept, vault.paths.embeddings)
  }
  const embedded = await embedAll(vault)
  const metrics = await runCorpus(vault, corpus)
  vault.config.embeddings = { ...defaultConfig.embeddings }
  if (kept !== undefined && embedded > 0) {
    mkdirSync(join(kept, '..'), { recursive: true })
    copyFileSync(vault.paths.embeddings, kept)
  }
  return metrics
}

/** Gives how many texts had no vector yet. */
async function embedAll(vault: Vault): Promise<number> {
  vault.config.embeddings = { ...defaultConfig.embeddings, enabled: true, provider: 'sentence-encoder' }
  const { embedded, trouble } = await embedPending(vault, await getEmbedder(vault), {})
  if (trouble !== undefined) throw trouble
  return embedded
}

/** `--corpora 0,2` keeps whole conversations and meetings apart: some to choose by, the others to check on. */
function pick(corpora: Corpus[]): Corpus[] {
  const wanted = values.corpora?.split(',').map(Number)
  return wanted === undefined ? corpora : corpora.filter((_, index) => wanted.includes(index))
}

function projectOf(corpus: Corpus): string {
  return `c-${corpus.id.toLowerCase().replace(/[^a-z0-9]/g, '-')}`
}

async function fill(vault: Vault, corpus: Corpus): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (const doc of corpus.docs) yield JSON.stringify(toLine(doc))
  }
  const result = await upsertBatch(vault, lines(), { project: projectOf(corpus), cwd: vault.paths.root })
  if (result.rejected.length > 0) throw new Error(`${corpus.id}: ${JSON.stringify(result.rejected[0])}`)
}

function toLine({ id, title, text, sess, date }: Document) {
  const time = date === undefined ? undefined : new Date(date)
  const isTime = time !== undefined && !Number.isNaN(time.getTime())
  return {
    id: idOf(id),
    kind: sess === undefined ? 'note' : 'conversation',
    title: title || '-',
    body: text.trim() || '-',
    ...(sess !== undefined && { facets: { session: [sess] } }),
    ...(isTime && { eventAt: time.toISOString() }),
  }
}

function idOf(id: string): string {
  return `d-${id.toLowerCase().replace(/[^a-z0-9]/g, '-')}`
}

async function runCorpus(vault: Vault, corpus: Corpus): Promise<Metrics[]> {
  const original = new Map(corpus.docs.map(({ id }) => [idOf(id), id]))
  const metrics: Metrics[] = []
  for (const { text, rel } of corpus.queries) {
    const { hits, degraded } = await ask(vault, text, { project: projectOf(corpus), limit: 50 })
    if (degraded !== null) throw new Error(degraded.reason)
    metrics.push(
      measure(
        hits.map(({ id }) => original.get(id) ?? id),
        rel,
      ),
    )
  }
  return metrics
}

function report(name: string, plainAll: readonly Metrics[], rows: { [label: string]: readonly Metrics[] }): void {
  const plain = average(plainAll)
  if (plain === undefined) return
  const line = (label: string, numbers: readonly string[]): string =>
    `  ${label.padEnd(8)} ${numbers.map((text) => text.padStart(9)).join('')}\n`
  const row = (label: string, toNumber: (metric: keyof Metrics) => number): string =>
    line(
      label,
      metricNames.map((metric) => toNumber(metric).toFixed(3)),
    )
  process.stdout.write(`${name} (${plainAll.length} queries)\n${line('', metricNames)}`)
  process.stdout.write(row('plain', (metric) => plain[metric]))
  for (const [label, all] of Object.entries(rows)) {
    const mean = average(all)
    if (mean === undefined) continue
    process.stdout.write(row(label, (metric) => mean[metric]))
    process.stdout.write(row('gain', (metric) => mean[metric] - plain[metric]))
  }
}
