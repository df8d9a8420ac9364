/** The slowest of 2,000 hostile queries over ten thousand records, in one warm process. */
import { hostileQueries } from '../test/support/hostile-queries.ts'
import { ask } from './ask.ts'
import { batchLines, benchProject, inVault, makeBenchVault } from './corpus.ts'

export interface Hostile {
  queries: number
  records: number
  /** Milliseconds. */
  slowest: number
  barMs: number
  /** The beginning of that query. */
  query: string
}

/** A slow one is asked again: what it takes at best is its own work, the rest is other programs'. */
const attempts = 5

export async function measureHostile(root: string): Promise<Hostile> {
  const [records, queries] = [10_000, 2000]
  await makeBenchVault(root, records)
  return inVault(root, async (vault) => {
    const time = async (query: string): Promise<number> => {
      const start = performance.now()
      await ask(vault, query, { project: benchProject, limit: 10 })
      return performance.now() - start
    }
    let worst = { slowest: 0, query: '' }
    for (const query of hostileQueries(queries, knownWords())) {
      let best = await time(query)
      for (let again = 1; again < attempts && best > worst.slowest; again++) best = Math.min(best, await time(query))
      if (best > worst.slowest) worst = { slowest: best, query: query.slice(0, 60) }
    }
    return { queries, records, barMs: 200, ...worst }
  })
}

export function describeHostile({ queries, records, slowest, barMs, query }: Hostile): string {
  const what = `hostile: slowest of ${queries} queries in ${records} records`
  return `${what}: ${slowest.toFixed(0)} ms (bar ${barMs} ms)\n    ${JSON.stringify(query)}`
}

function knownWords(): string[] {
  const bodies = [...batchLines(200)].map((line) => (JSON.parse(line) as { body: string }).body)
  return [...new Set(bodies.flatMap((body) => body.match(/[a-z]+/g) ?? []))]
}
