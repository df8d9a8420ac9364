/**
 * `npm run bench`: the bars of the product as ratios in one run. `--large N` sets the size of the large vault (default
 * 100000); results go to bench/results/ and to the terminal.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareAppend } from './append.ts'
import { compareCold } from './cold.ts'
import { compareCommit } from './commit.ts'
import { makeBenchVault } from './corpus.ts'
import { compareSizes } from './growth.ts'
import { describeHostile, type Hostile, measureHostile } from './hostile.ts'
import { compareMcp } from './mcp.ts'
import { type Comparison, describe } from './measure.ts'
import { compareRebuild } from './rebuild.ts'
import { writeReport } from './report.ts'
import { compareScan } from './scan.ts'
import { compareSearch } from './search.ts'
import { compareQuietSync } from './sync.ts'

const { values } = parseArgs({
  options: { large: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '40' } },
})
const records = Number(values.large)
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'memo-bench-'))

try {
  const results = await measureAll()
  for (const result of results) process.stdout.write(`${describe(result)}\n`)
  const hostile = await measureHostile(join(folder, 'hostile'))
  process.stdout.write(`${describeHostile(hostile)}\n`)
  save(results, hostile)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<Comparison[]> {
  const small = { root: join(folder, 'small'), records: 100 }
  const large = { root: join(folder, 'large'), records }
  await makeBenchVault(small.root, small.records)
  const start = performance.now()
  await makeBenchVault(large.root, records)
  const seconds = (performance.now() - start) / 1000
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(`batch: ${records} records in ${seconds.toFixed(1)} s, at most ${memory} MB of memory\n`)
  return [
    ...(await compareCold(small, rounds)),
    ...(await compareCold(large, rounds)),
    ...(await compareSizes(large, small, rounds)),
    await compareAppend(folder, rounds),
    await compareSearch(large, folder, rounds),
    ...(await compareMcp(large.root, records, rounds)),
    ...(await compareRebuild(folder, Math.min(records, 10_000))),
    await compareCommit(join(folder, 'commit')),
    ...(await compareScan(large.root, records)),
    await compareQuietSync(large.root, folder),
  ]
}

function save(results: readonly Comparison[], hostile: Hostile): void {
  const date = new Date().toISOString().slice(0, 10)
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(
    new URL('results/bars.json', import.meta.url),
    `${JSON.stringify({ date, machine, large: records, rounds, results, hostile }, undefined, 2)}\n`,
  )
  writeReport()
}
