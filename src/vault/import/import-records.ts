/**
 * `memo import`: what a source yields, taken in as records. Two readings: the first finds out what there is and which
 * record each thing will be, the second writes, in chunks that are durable each, from what the first one has kept where
 * that is not too much. It can be stopped after any chunk and run again: what is there is passed over.
 */

import { refresh, withIndexRecovery } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { loadDropIgnored } from '../writing/captured-paths.ts'
import { upsertMany } from '../writing/upsert-many.ts'
import { tryItem } from './dry-run.ts'
import { readFirst } from './first-reading.ts'
import { emptyReport, type ImportReport } from './report.ts'
import { type ImportInput, type ImportRun, startRun } from './run.ts'
import { readSecond, type SecondReading } from './second-reading.ts'
import type { ImportSource } from './source.ts'

/**
 * Imports everything that can be a record; what cannot is told in the report. Throws what the source throws, and what
 * would stop every write (IO, BUSY, READ_ONLY). With `dryRun` nothing is written.
 */
export async function importRecords(vault: Vault, source: ImportSource, input: ImportInput): Promise<ImportReport> {
  await loadReaders(vault)
  await refresh(vault, 'none')
  // An index that proves to be damaged is folded anew, and the import begun again: what is in by then is passed over.
  return withIndexRecovery(vault, () => importAll(vault, source, input))
}

async function importAll(vault: Vault, source: ImportSource, input: ImportInput): Promise<ImportReport> {
  const run = startRun(vault, source, input)
  const report = emptyReport(source.name, input.dryRun === true)
  const kept = await readFirst(run)
  const reading = readSecond(run, kept, report)
  await (input.dryRun ? tryAll(run, reading) : writeAll(run, reading, report))
  report.renamed.push(...run.plan.renamed)
  return report
}

async function writeAll(run: ImportRun, reading: SecondReading, report: ImportReport): Promise<void> {
  const { project, cwd, allowSecret, signal, onProgress } = run.input
  await upsertMany(run.vault, reading.items(), {
    ...{ label: 'import', project, cwd, allowSecret, signal },
    onChunk: (answers) => {
      reading.settle(answers)
      onProgress?.(report.items, run.plan.size)
    },
  })
}

async function tryAll(run: ImportRun, reading: SecondReading): Promise<void> {
  const { vault, input, plan } = run
  const drop = await loadDropIgnored(vault, input.cwd, true)
  let done = 0
  for await (const item of reading.items()) {
    reading.settle([tryItem(vault, item, { ...input, drop })])
    input.onProgress?.(++done, plan.size)
  }
}
