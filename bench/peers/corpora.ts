/** The two corpora that costs are measured on, and what they are asked. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { batchLines } from '../corpus.ts'
import { type DocumentFolder, type TextDocument, writeDocuments } from './document-folder.ts'

export interface CostCorpus {
  name: string
  what: string
  documents: DocumentFolder
  queries: readonly string[]
}

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Common and rare, one word and three: each stands in some README. */
const questions = [
  'install',
  'async function',
  'configuration options',
  'regular expression flags',
  'stream backpressure',
  'source map',
  'unicode string width',
  'error handling',
]

/**
 * The Markdown files that the packages of this repository brought, in the order of their paths; each text once.
 * @param every 1 takes all of them, 4 every fourth
 */
export function makeReadmes(folder: string, every: number): CostCorpus {
  const seen = new Set<string>()
  const documents = globSync('**/*.md', { cwd: packages })
    .sort()
    .flatMap((path): TextDocument[] => {
      const text = readFileSync(join(packages, path), 'utf8').trim()
      const hash = createHash('sha256').update(text).digest('base64')
      if (text === '' || seen.has(hash)) return []
      seen.add(hash)
      return [{ title: titleOf(text) ?? path, text, file: text }]
    })
  const taken = documents.filter((_, index) => index % every === 0)
  const what = 'Markdown files of the installed npm packages'
  return { name: 'READMEs', what, documents: writeDocuments(folder, taken), queries: questions }
}

function titleOf(text: string): string | undefined {
  return /^#+\s+(.+)$/m.exec(text)?.[1]
}

interface MadeUp {
  kind: string
  title: string
  body: string
  tags: string[]
}

/** The made-up records of the other benchmarks, as files with frontmatter. */
export function makeRecords(folder: string, count: number): CostCorpus {
  const records = [...batchLines(count)].map((line) => JSON.parse(line) as MadeUp)
  const documents = records.map(({ kind, title, body, tags }) => ({
    ...{ title, text: body },
    file: `---\ntitle: ${title}\nkind: ${kind}\ntags: [${tags.join(', ')}]\n---\n\n${body}`,
  }))
  const asked = records.filter((_, index) => index % Math.ceil(count / 20) === 0)
  const queries = asked.map(({ title }) => title.split(' ').slice(0, 2).join(' '))
  return { name: 'records', what: 'made-up records', documents: writeDocuments(folder, documents), queries }
}
