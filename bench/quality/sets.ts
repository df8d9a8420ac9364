/** The public data sets, read from a folder beside the repository; they are not part of it. */
import { existsSync, readFileSync } from 'node:fs'
import type { Labels } from '../../src/retrieval/evaluation/metrics.ts'

export interface Document {
  id: string
  title?: string
  text: string
  /** Session that the document is a turn of; documents of one session stand in its order. */
  sess?: string
  date?: string
}

export interface LabelledQuery {
  id: string
  text: string
  cat?: number
  rel: Labels
}

export interface Corpus {
  id: string
  docs: Document[]
  queries: LabelledQuery[]
}

/** As it stands in the file. */
interface StoredCorpus extends Omit<Corpus, 'queries'> {
  queries: (Omit<LabelledQuery, 'rel'> & { rel: { [id: string]: number } })[]
}

export interface QualitySet {
  name: string
  corpora: Corpus[]
}

export const dataFolder = new URL('../../../shared/data/', import.meta.url)
export const setNames = ['locomo-turn', 'locomo-obs', 'locomo-session', 'qmsum', 'scifact', 'banking77']

/** Undefined where the data is absent. */
export function findSet(name: string): QualitySet | undefined {
  const file = new URL(`${name}.json`, dataFolder)
  if (!existsSync(file)) return undefined
  const { corpora } = JSON.parse(readFileSync(file, 'utf8')) as { corpora: StoredCorpus[] }
  return { name, corpora: corpora.map(withMaps) }
}

function withMaps({ queries, ...corpus }: StoredCorpus): Corpus {
  return { ...corpus, queries: queries.map(({ rel, ...query }) => ({ ...query, rel: new Map(Object.entries(rel)) })) }
}
