/** How well each program ranks: the same documents as files, the same questions and the same labels, ten answers each. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { average, type Metrics, measure } from '../../src/retrieval/evaluation/metrics.ts'
import { type Corpus, findSet } from '../quality/sets.ts'
import { runAll, runCommand } from './cost.ts'
import type { Entry } from './costs.ts'
import { type DocumentFolder, writeDocuments } from './document-folder.ts'
import type { Server, Store } from './peer.ts'

/** Turns of a conversation are no documents: memo reads them with their neighbours, which a folder cannot say. */
export const documentSets = ['locomo-obs', 'locomo-session', 'qmsum', 'scifact', 'banking77']

export interface SetQuality {
  name: string
  queries?: number
  documents?: number
  /** Why it was not measured. */
  skipped?: string
  peers: PeerQuality[]
}

export interface PeerQuality {
  name: string
  recall10?: number
  mrr?: number
  ndcg10?: number
  /** Queries that found nothing, and that ended in an error. */
  empty: number
  failed: number
  /** The first of the errors. */
  error?: string
  /** Why it could not be asked at all. */
  reason?: string
}

/** Of each set. */
export interface Limits {
  /** Spread evenly over all that it has. */
  queries: number
  corpora: number
  /** A set with more is skipped. */
  documents: number
}

export async function measureQuality(
  entries: readonly Entry[],
  name: string,
  { folder, limits }: { folder: string; limits: Limits },
): Promise<SetQuality> {
  const corpora = findSet(name)?.corpora.slice(0, limits.corpora)
  if (corpora === undefined) return { name, skipped: 'absent', peers: [] }
  const count = (all: readonly Corpus[], of: 'docs' | 'queries'): number =>
    all.reduce((sum, corpus) => sum + corpus[of].length, 0)
  const documents = count(corpora, 'docs')
  if (documents > limits.documents) return { name, skipped: 'too large for a quick run', peers: [] }
  const asked = takeSome(corpora, Math.ceil(count(corpora, 'queries') / limits.queries))
  const peers: PeerQuality[] = []
  for (const entry of entries) peers.push(await measurePeer(entry, asked, join(folder, name, entry.name)))
  return { name, queries: count(asked, 'queries'), documents, peers }
}

/** Every so many-th query of all corpora together. */
function takeSome(corpora: readonly Corpus[], step: number): Corpus[] {
  let place = 0
  return corpora.map((corpus) => ({ ...corpus, queries: corpus.queries.filter(() => place++ % step === 0) }))
}

async function measurePeer(entry: Entry, corpora: readonly Corpus[], folder: string): Promise<PeerQuality> {
  const tally: Tally = { metrics: [], empty: 0, failed: 0 }
  try {
    for (const [index, corpus] of corpora.entries()) await askCorpus(entry, corpus, join(folder, `${index}`), tally)
  } catch (error) {
    return { name: entry.name, empty: 0, failed: 0, reason: error instanceof Error ? error.message : String(error) }
  }
  const { metrics, ...counts } = tally
  const { recall10 = 0, mrr = 0, ndcg10 = 0 } = average(metrics) ?? {}
  return { name: entry.name, recall10, mrr, ndcg10, ...counts }
}

interface Tally {
  metrics: Metrics[]
  empty: number
  failed: number
  error?: string
}

async function askCorpus({ installed }: Entry, corpus: Corpus, folder: string, tally: Tally): Promise<void> {
  const documents = writeDocuments(join(folder, 'documents'), corpus.docs.map(toDocument))
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const store = installed.open(home, documents)
  let server: Server | undefined
  try {
    await store.prepare?.()
    const { stdout } = await runAll(store.load, store.daemon?.())
    store.loaded?.(stdout)
    server = (await store.serve?.()) ?? askCold(store)
    const ids = toIds(documents, corpus)
    for (const { text, rel } of corpus.queries) {
      const names = await searchOrTell(server, text, tally)
      if (names?.length === 0) tally.empty++
      tally.metrics.push(
        measure(
          (names ?? []).slice(0, 10).map((name) => ids.get(name) ?? name),
          rel,
        ),
      )
    }
  } finally {
    await server?.close()
    await store.close?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Undefined for an error, which is as good as finding nothing. */
async function searchOrTell(server: Server, query: string, tally: Tally): Promise<string[] | undefined> {
  try {
    return await server.search(query)
  } catch (error) {
    tally.failed++
    tally.error ??= error instanceof Error ? error.message : String(error)
    return undefined
  }
}

function toDocument({ title = '', text }: { title?: string; text: string }) {
  return { title, text: text.trim() || '-' }
}

function toIds({ documents }: DocumentFolder, { docs }: Corpus): Map<string, string> {
  return new Map(documents.map(({ name }, index) => [name, docs[index]?.id ?? name]))
}

/** A command for each query, where there is nothing that runs. */
function askCold(store: Store): Server {
  return {
    pid: undefined,
    search: async (query) => store.read((await runCommand(store.search(query))).stdout),
    close: async () => {},
  }
}
