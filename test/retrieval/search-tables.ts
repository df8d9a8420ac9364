/** The two full-text tables in memory, filled and asked through the functions under test. */
import Database from 'better-sqlite3'
import { toIdentifiers } from '../../src/lib/identifiers.ts'
import { toIndexText } from '../../src/lib/search-text.ts'
import { toParts } from '../../src/lib/word-parts.ts'
import { toExactMatch, toKeywordMatch } from '../../src/retrieval/match.ts'
import { parseQuery } from '../../src/retrieval/query.ts'

export interface Entry {
  id?: string
  title?: string
  body?: string
}

const schema = `
  CREATE VIRTUAL TABLE records_fts USING fts5(id, title, tags, pathPatterns, headings, body, parts,
    content='', contentless_delete=1, tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* M*'");
  CREATE VIRTUAL TABLE exact_fts USING fts5(idents,
    content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 tokenchars '_.:-/+#@$'");`

export interface Tables {
  /** Ids of the hits, best first: names, then all terms, then any term. */
  search(query: string, options?: { prefixLast?: boolean }): string[]
  /** Runs each MATCH string of a query; throws if FTS5 does. */
  run(query: string, options?: { prefixLast?: boolean }): void
}

/** A bare text is a body; ids are A, B, C … unless given. */
export function openTables(...entries: (Entry | string)[]): Tables {
  const db = new Database(':memory:')
  db.exec(schema)
  const ids = entries.map((entry, index) => add(db, index, typeof entry === 'string' ? { body: entry } : entry))
  const keyword = db.prepare(
    'SELECT rowid FROM records_fts WHERE records_fts MATCH ? ORDER BY bm25(records_fts, 4, 6, 4, 1, 3, 1, 1), rowid',
  )
  const exact = db.prepare('SELECT rowid FROM exact_fts WHERE exact_fts MATCH ? ORDER BY bm25(exact_fts), rowid')
  const ask = (statement: typeof keyword, match: string | undefined) =>
    match === undefined ? [] : (statement.pluck().all(match) as number[])
  return {
    search(text, options) {
      const query = parseQuery(text, options)
      const match = toKeywordMatch(query)
      const all = ask(keyword, match?.allTerms)
      const rows = [...ask(exact, toExactMatch(query)), ...(all.length > 0 ? all : ask(keyword, match?.anyTerm))]
      return [...new Set(rows)].map((row) => ids[row - 1] ?? '')
    },
    run(text, options) {
      const query = parseQuery(text, options)
      const match = toKeywordMatch(query)
      for (const form of [match?.allTerms, match?.anyTerm]) ask(keyword, form)
      ask(exact, toExactMatch(query))
    },
  }
}

function add(db: Database.Database, index: number, { id, title = '', body = '' }: Entry): string {
  const [rowid, name] = [index + 1, id ?? String.fromCharCode(65 + index)]
  const text = [id ?? '', title, body].join('\n')
  db.prepare('INSERT INTO records_fts(rowid, id, title, body, parts) VALUES (?, ?, ?, ?, ?)').run(
    rowid,
    toIndexText(id ?? ''),
    toIndexText(title),
    toIndexText(body),
    toParts(text),
  )
  db.prepare('INSERT INTO exact_fts(rowid, idents) VALUES (?, ?)').run(rowid, toIdentifiers(text).join(' '))
  return name
}
