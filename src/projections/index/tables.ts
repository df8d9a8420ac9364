/**
 * The tables of the index, a disposable SQLite file. Everything in it comes from the log, but for `file_states` and
 * `folder_states`, which remember what was last seen on disk and are found again by a full scan, and `due_paths`, which
 * remembers what no commit holds and is found again by looking at everything.
 */

/**
 * Raised when a table changes shape, or other rows come out of the same text: what was written for a record is found again by
 * its text. An index of another version is dropped and folded anew.
 */
export const indexVersion = 9

/** Columns of the keyword table in order; bm25 takes one weight for each. */
export const keywordColumns = ['id', 'title', 'tags', 'pathPatterns', 'headings', 'body', 'parts'] as const

/** Columns of the table of passages in order; bm25 takes one weight for each. `context` is what stands above a passage. */
export const passageColumns = ['heading', 'text', 'context', 'parts'] as const

/**
 * Of a record: it holds only for a time, is due, or was found stale. Few are; a statement that says so in these words, and
 * that the record is there (`gone = 0`), reads those few by an index of their own.
 *
 * @param name of the table in the statement, with its dot
 */
export function inQuestionSql(name = ''): string {
  const times = ['expires_ms', 'valid_from_ms', 'valid_to_ms'].map((column) => `${name}${column} IS NOT NULL`)
  // A name is looked for in the text of the fields, because to parse those of each record would cost more than all the rest.
  return `(${times.join(' OR ')} OR ${name}stale > 0 OR instr(${name}fields, '"due":') > 0)`
}

/**
 * How bad a record says that it is, as a number. The order of `sort: occurrences` and its index have to say it alike.
 *
 * @param name of the table in the statement, with its dot
 */
export function severitySql(name = ''): string {
  return `CASE ${name}severity WHEN 'critical' THEN 4 WHEN 'high' THEN 3 WHEN 'low' THEN 1 ELSE 2 END`
}

/** Tables of the index projection: dropped on reset. */
export const foldedTables = `
CREATE TABLE records (
  key INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  id TEXT NOT NULL,
  gone INTEGER NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  severity TEXT,
  layer TEXT,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  event_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  valid_from_ms INTEGER,
  valid_to_ms INTEGER,
  source TEXT,
  trust TEXT,
  hits INTEGER NOT NULL,
  last_hit TEXT,
  occurrences INTEGER NOT NULL,
  last_seen TEXT,
  helpful INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  outcome REAL,
  fields TEXT NOT NULL,
  body TEXT NOT NULL,
  stamps TEXT NOT NULL,
  tally TEXT,
  UNIQUE (project, id)
);
CREATE INDEX records_by_update ON records (project, gone, kind, updated_ms DESC);
CREATE INDEX records_by_occurrence ON records (
  project, gone, kind, occurrences DESC, coalesce(last_seen, '') DESC, ${severitySql()} DESC, id
);
CREATE INDEX records_by_hits ON records (project, gone, hits DESC) WHERE hits > 0;
CREATE INDEX records_by_id ON records (id);
CREATE INDEX records_by_title ON records (project, title);
CREATE INDEX records_by_event ON records (project, event_ms, id) WHERE gone = 0;
CREATE INDEX records_by_expiry ON records (expires_ms) WHERE expires_ms IS NOT NULL AND gone = 0;
CREATE INDEX records_by_doubt ON records (project) WHERE stale > 0 AND gone = 0;
CREATE INDEX records_in_question ON records (project, gone, kind) WHERE gone = 0 AND ${inQuestionSql()};
CREATE TABLE record_counts (
  project TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (project, kind, status)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE records_fts USING fts5(
  ${keywordColumns.join(', ')}, content='', contentless_delete=1,
  tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
);
CREATE VIRTUAL TABLE exact_fts USING fts5(
  idents, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 2 tokenchars '_.:-/+#@$'"
);
CREATE TABLE record_links (
  source_project TEXT NOT NULL, source_id TEXT NOT NULL,
  target_project TEXT NOT NULL, target_id TEXT NOT NULL,
  link_type TEXT NOT NULL,
  PRIMARY KEY (source_project, source_id, link_type, target_project, target_id)
) WITHOUT ROWID;
CREATE INDEX record_links_by_target ON record_links (target_project, target_id);
CREATE TABLE record_tags (record INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (tag, record)) WITHOUT ROWID;
CREATE TABLE record_facets (
  record INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name, value, record)
) WITHOUT ROWID;
CREATE INDEX record_facets_by_record ON record_facets (record);
CREATE TABLE record_entities (
  record INTEGER NOT NULL, entity TEXT NOT NULL,
  name TEXT, tenths INTEGER NOT NULL, source INTEGER NOT NULL,
  PRIMARY KEY (entity, record)
) WITHOUT ROWID;
CREATE TABLE passages (
  record INTEGER NOT NULL, ordinal INTEGER NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  PRIMARY KEY (record, ordinal)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE passages_fts USING fts5(
  ${passageColumns.join(', ')}, content='', contentless_delete=1,
  tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
);
CREATE TABLE record_vectors (record INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE record_chunks (
  record INTEGER NOT NULL, ordinal INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (record, ordinal)
) WITHOUT ROWID;
CREATE TABLE ratings (
  record INTEGER NOT NULL, stamp TEXT NOT NULL, rating TEXT, signal REAL, at TEXT NOT NULL,
  PRIMARY KEY (record, stamp)
) WITHOUT ROWID;
CREATE TABLE sessions (
  session TEXT NOT NULL, project TEXT NOT NULL, id TEXT NOT NULL, seen_ms INTEGER NOT NULL,
  PRIMARY KEY (session, project, id)
) WITHOUT ROWID;
CREATE TABLE projects (id TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
`

export const foldedTableNames = [
  'records',
  'record_counts',
  'records_fts',
  'exact_fts',
  'record_links',
  'record_tags',
  'record_facets',
  'record_entities',
  'passages',
  'passages_fts',
  'record_vectors',
  'record_chunks',
  'ratings',
  'sessions',
  'projects',
]

/** What the other projections and the loop keep. Another shape of one wants a higher `fileFormat`. */
export const keptTables = `
CREATE TABLE IF NOT EXISTS cursors (
  projection TEXT NOT NULL, writer TEXT NOT NULL,
  segment INTEGER NOT NULL, offset INTEGER NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (projection, writer)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS projection_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outbox (
  target TEXT NOT NULL, project TEXT NOT NULL, id TEXT NOT NULL, problem TEXT,
  PRIMARY KEY (target, project, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file_states (
  project TEXT NOT NULL, folder TEXT NOT NULL, stem TEXT NOT NULL, other_id TEXT,
  size INTEGER NOT NULL, mtime REAL NOT NULL, inode INTEGER NOT NULL, hash TEXT NOT NULL,
  projected TEXT NOT NULL, body_hash TEXT NOT NULL, problem TEXT,
  path TEXT AS ('projects/' || project || '/' || folder || '/' || stem || '.md'),
  id TEXT AS (coalesce(other_id, stem)),
  PRIMARY KEY (project, folder, stem)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS file_states_by_other_id ON file_states (project, other_id) WHERE other_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS file_states_by_problem ON file_states (project) WHERE problem IS NOT NULL;
CREATE TABLE IF NOT EXISTS folder_states (path TEXT PRIMARY KEY, mtime REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS due_paths (mark INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE);
`
