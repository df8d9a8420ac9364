/**
 * `npm run bench:peers`: memo beside other programs that find documents, on the same documents and questions, in one run.
 * They are installed into `--scratch DIR` (by default below the system's temporary folder), where a second run finds
 * them again. `--quick` takes less of everything and a few rounds, `--records N` sets the records, `--queries N` how many
 * questions of each set are asked at most, `--only NAME`
 * measures some of the programs and writes nothing. Writes bench/results/peers.json and docs/peers.md; `--page` measures
 * nothing, and writes the page anew from the results that there are.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sizeOf } from '../scaling/tools.ts'
import { writePage } from '../write-page.ts'
import { makeReadmes, makeRecords } from './corpora.ts'
import { type Entry, measureCosts } from './costs.ts'
import { watchTheEnd } from './end-with-us.ts'
import { toPage } from './page.ts'
import type { Peer } from './peer.ts'
import { documentSets, measureQuality, type SetQuality } from './quality.ts'
import type { CorpusResult, PeerResult, Results } from './results.ts'
import { peers } from './table.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    records: { type: 'string' },
    queries: { type: 'string' },
    scratch: { type: 'string', default: join(tmpdir(), 'memo-peers') },
    only: { type: 'string', multiple: true },
    page: { type: 'boolean', default: false },
  },
})
const { quick, scratch, only } = values
const records = Number(values.records ?? (quick ? 1000 : 10_000))
const rounds = quick ? { loads: 1, refreshes: 3, cold: 8, warm: 24 } : { loads: 3, refreshes: 9, cold: 40, warm: 200 }
const limits = {
  ...(quick ? { queries: 20, corpora: 1, documents: 1000 } : { queries: 300, corpora: 100, documents: 1e6 }),
  ...(values.queries !== undefined && { queries: Number(values.queries) }),
}

const chosen = peers.filter(({ name }) => only === undefined || only.includes(name) || name === 'memo')
const resultsFile = new URL('../results/peers.json', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'memo-bench-'))

watchTheEnd(() => rmSync(folder, { recursive: true, force: true }))

if (values.page) writePage('docs/peers.md', toPage(JSON.parse(readFileSync(resultsFile, 'utf8')) as Results))
else save(await measureAll())

async function measureAll(): Promise<Results> {
  const { told, entries } = installAll(chosen)
  const corpora = await measureAllCosts(entries)
  const ranked = entries.filter(({ name }) => chosen.some((peer) => peer.name === name && peer.isRanked))
  const quality: SetQuality[] = []
  for (const name of documentSets) {
    say(`quality: ${name}`)
    quality.push(await measureQuality(ranked, name, { folder, limits }))
  }
  const machine = {
    ...{ node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length },
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  return { machine, quick, rounds, limits, peers: told, corpora, quality }
}

/** One that cannot be had is told with its reason. */
function installAll(wanted: readonly Peer[]): { told: PeerResult[]; entries: Entry[] } {
  const entries: Entry[] = []
  const told = wanted.map((peer): PeerResult => {
    const { name, source, differences } = peer
    say(`install: ${name}`)
    try {
      const installed = peer.install(join(scratch, name.toLowerCase()))
      entries.push({ name, installed })
      const installedMb = installed.paths.reduce((sum, path) => sum + sizeOf(path), 0)
      return { name, source, differences, version: installed.version, installedMb }
    } catch (error) {
      return { name, source, differences, failed: error instanceof Error ? error.message : String(error) }
    }
  })
  return { told, entries }
}

async function measureAllCosts(entries: readonly Entry[]): Promise<CorpusResult[]> {
  const corpora = [makeReadmes(join(folder, 'readmes'), quick ? 4 : 1), makeRecords(join(folder, 'records'), records)]
  const results: CorpusResult[] = []
  for (const corpus of corpora) {
    const { name, what, documents } = corpus
    const tell = (stage: string): void => say(`${name}: ${stage}`)
    const costs = await measureCosts(entries, corpus, { folder: join(folder, `homes-${name}`), rounds, tell })
    const { megabytes, sha256 } = documents
    results.push({ name, what, documents: documents.documents.length, megabytes, sha256, peers: costs })
  }
  return results
}

function save(results: Results): void {
  process.stdout.write(toPage(results))
  if (only !== undefined) return
  mkdirSync(new URL('.', resultsFile), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`)
  writePage('docs/peers.md', toPage(results))
}

function say(what: string): void {
  process.stderr.write(`${what}\n`)
}
