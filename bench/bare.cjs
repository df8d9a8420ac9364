/** The floor of a cold search: Node, the same SQLite, the same file, one MATCH, and its rows as JSON. */
const Database = require('better-sqlite3')

const [path, word] = process.argv.slice(2)
const db = new Database(path)
const rows = db
  .prepare('SELECT rowid, bm25(records_fts) AS score FROM records_fts WHERE records_fts MATCH ? ORDER BY rank LIMIT 10')
  .all(`"${word}"`)
process.stdout.write(`${JSON.stringify(rows)}\n`)
