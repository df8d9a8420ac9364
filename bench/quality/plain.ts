/** What "plain FTS5" means: porter, content words joined by OR, bm25 over title and body; ties by id. */
import Database from 'better-sqlite3'
import type { Corpus } from './sets.ts'

const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her him his how i if in into is it its ' +
    'me my of on or our she so than that the their them then there these they this to us was we were what when where which ' +
    'who whom why will with would you your about'
  ).split(' '),
)

export function plainSearch(corpus: Corpus): { search: (query: string) => string[]; close: () => void } {
  const db = new Database(':memory:')
  db.exec(
    "CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, title, body, tokenize='porter unicode61 remove_diacritics 2')",
  )
  const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?)')
  db.transaction(() => {
    for (const { id, title = '', text } of corpus.docs) insert.run(id, title, text)
  })()
  const statement = db.prepare('SELECT id FROM t WHERE t MATCH ? ORDER BY bm25(t), id LIMIT 50')
  const search = (query: string): string[] => {
    const words: string[] = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const content = words.filter((word) => !stopWords.has(word))
    const terms = [...new Set(content.length > 0 ? content : words)]
    if (terms.length === 0) return []
    return statement.all(terms.map((term) => `"${term}"`).join(' OR ')).map((row) => (row as { id: string }).id)
  }
  return { search, close: () => db.close() }
}
