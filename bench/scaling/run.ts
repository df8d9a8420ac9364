/**
 * `npm run bench:scaling`: how cost grows with records, events, writers, clones and processes. Medians in milliseconds,
 * as the tables that docs/scaling.md shows and as bench/results/scaling.json. `--quick` takes a tenth of everything.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureClones, measureProcesses } from './together.ts'
import type { Row } from './tools.ts'
import { measureEvents, measureRecords, measureWriters } from './vaults.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const scale = values.quick ? 0.1 : 1
const folder = mkdtempSync(join(tmpdir(), 'memo-scaling-'))

const tables: { [title: string]: Row[] } = {}

try {
  for (const records of [1000, 10_000, 100_000]) await add('Records', () => measureRecords(folder, records * scale))
  for (const events of [10_000, 100_000, 1_000_000]) await add('Events', () => measureEvents(folder, events * scale))
  for (const writers of [1, 10, 100, 1000]) await add('Writers', () => measureWriters(folder, writers))
  for (const clones of [2, 5, 10]) await add('Clones', () => measureClones(folder, clones))
  for (const processes of [1, 2, 4, 8, 16]) await add('Processes', () => measureProcesses(folder, processes))
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
  const results = new URL('../results/scaling.json', import.meta.url)
  writeFileSync(results, `${JSON.stringify({ machine, tables }, undefined, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Adds a row and prints it at once: the larger ones take minutes. */
async function add(title: string, measure: () => Promise<Row>): Promise<void> {
  const row = await measure()
  const rows = tables[title] ?? []
  tables[title] = rows
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |\n`
  if (rows.length === 0) {
    const columns = Object.keys(row)
    process.stdout.write(`\n### ${title}\n\n${line(columns)}${line(columns.map(() => '---:'))}`)
  }
  rows.push(row)
  process.stdout.write(line(Object.values(row)))
}
