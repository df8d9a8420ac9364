/** How well the records of `sample/` are found: small enough to be measured with each change, and held to what it was. */
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { systemPorts } from '../../src/lib/ports.ts'
import { noNarrowing } from '../../src/record/narrowing.ts'
import { evaluateVault } from '../../src/vault/evaluation/evaluate.ts'
import { readLabelledQueries } from '../../src/vault/evaluation/labelled-query.ts'
import { importRecords } from '../../src/vault/import/import-records.ts'
import { markdown } from '../../src/vault/import/sources/markdown.ts'
import { initVault } from '../../src/vault/init.ts'
import { withVault } from '../../src/vault/vault.ts'

/** By name of the measure, four decimals. */
export interface Figures {
  [measure: string]: number
}

const records = fileURLToPath(new URL('../../sample', import.meta.url))
const queries = fileURLToPath(new URL('sample-queries.jsonl', import.meta.url))
const results = new URL('../results/quality.json', import.meta.url)
const project = 'sample'

/** What a measure may fall by before somebody has to look. */
const tolerance = 0.01

/** Records age, so they are searched on a day of their own. */
const ports = { ...systemPorts, now: () => Date.parse('2026-01-05T09:00:00.000Z') }

/** Measures in a new vault in this folder. */
export async function measureSample(folder: string): Promise<Figures> {
  await initVault(folder, { ports })
  return withVault(folder, { ports }, async (vault) => {
    await importRecords(vault, markdown, { paths: [records], project, cwd: folder })
    const { report, missing } = await evaluateVault(vault, {
      queries: await readLabelledQueries(createInterface(createReadStream(queries)), 'sample-queries.jsonl'),
      ...{ ...noNarrowing, kinds: undefined, statuses: undefined, limit: 20, projects: [project], allProjects: false },
      ...{ includeScratch: false, includeExpired: false, cwd: folder },
    })
    if (missing.length > 0) throw new Error(`the sample has no ${missing.join(', ')}`)
    const { precision, recall } = report.abstention
    return round({ ...report.metrics, abstentionPrecision: precision ?? 0, abstentionRecall: recall ?? 0 })
  })
}

function round(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 10_000) / 10_000]))
}

export function readCommitted(): Figures {
  return (JSON.parse(readFileSync(results, 'utf8')) as { sample: Figures }).sample
}

export function commit(sample: Figures): void {
  writeFileSync(results, `${JSON.stringify({ sample }, undefined, 2)}\n`)
}

/** One line for each measure that has fallen by more than the tolerance, or is not measured any more. */
export function findDrops(committed: Figures, measured: Figures): string[] {
  return Object.entries(committed).flatMap(([name, before]) => {
    const now = measured[name]
    if (now !== undefined && now >= before - tolerance) return []
    return [`${name} fell from ${before.toFixed(4)} to ${now?.toFixed(4) ?? 'nothing'}`]
  })
}
