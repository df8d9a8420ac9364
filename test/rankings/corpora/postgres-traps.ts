import type { RankingCorpus } from '../ranking-corpus.ts'

/** Traps that share most of their words: rows, tables, indexes, locks. */
export const postgresTraps: RankingCorpus = {
  name: 'postgres traps',
  records: [
    {
      ...{ id: 'index-not-used', kind: 'trap', title: 'An index is not used when the column is wrapped in a function' },
      ...{ body: '`WHERE lower(email) = $1` scans the whole table.\n\nMake an expression index on `lower(email)`.' },
      ...{ tags: ['postgres', 'performance'], severity: 'medium' },
    },
    {
      ...{ id: 'create-index-locks', kind: 'trap', title: 'CREATE INDEX locks the table against writes' },
      ...{
        body: 'Use `CREATE INDEX CONCURRENTLY` outside of a transaction. If it fails, an INVALID index is left behind.',
      },
      ...{ tags: ['postgres', 'locks'], severity: 'high' },
    },
    {
      ...{ id: 'idle-in-transaction', kind: 'trap', title: 'A session idle in transaction stops vacuum' },
      ...{ body: 'Dead rows pile up while one old transaction is open. Set `idle_in_transaction_session_timeout`.' },
      ...{ tags: ['postgres', 'vacuum'], severity: 'high' },
    },
    {
      ...{ id: 'serial-gaps', kind: 'trap', title: 'Sequences have gaps' },
      ...{ body: 'A rollback does not give a number back. Never number invoices with a `serial` column.' },
      ...{ tags: ['postgres'], severity: 'low' },
    },
    {
      ...{
        id: 'add-column-default',
        kind: 'trap',
        title: 'Adding a column with a volatile default rewrites the table',
      },
      ...{ body: '`DEFAULT now()` is cheap since version 11, `DEFAULT random()` rewrites each row under a lock.' },
      ...{ tags: ['postgres', 'locks', 'migration'], severity: 'high' },
    },
    {
      ...{ id: 'too-many-connections', kind: 'trap', title: 'FATAL: sorry, too many clients already' },
      ...{ body: 'Each connection is a process. Put PgBouncer in front, with pools in transaction mode.' },
      ...{ tags: ['postgres', 'pool'], severity: 'critical' },
    },
    {
      ...{ id: 'count-star', kind: 'trap', title: 'count(*) on a large table is slow' },
      ...{ body: 'Every visible row is read. Take `reltuples` from `pg_class` where an estimate will do.' },
      ...{ tags: ['postgres', 'performance'], severity: 'low' },
    },
    {
      ...{ id: 'uuid-index', kind: 'note', title: 'Random ids and B-trees' },
      ...{
        body: 'Inserts of random ids touch a page of the index each. Ids that grow with time touch the last one only.',
      },
      ...{ tags: ['postgres'] },
    },
  ],
  queries: [
    { query: 'index is not used', first: ['index-not-used'] },
    { query: 'why is my index ignored for lower(email)', first: ['index-not-used'] },
    { query: 'CREATE INDEX CONCURRENTLY', first: ['create-index-locks'] },
    { query: 'add an index without blocking writes', first: ['create-index-locks'] },
    { query: 'idle_in_transaction_session_timeout', first: ['idle-in-transaction'] },
    { query: 'vacuum does not remove dead rows', first: ['idle-in-transaction'] },
    { query: 'gaps in invoice numbers', first: ['serial-gaps'] },
    { query: 'sorry, too many clients already', first: ['too-many-connections'] },
    { query: 'pgbouncer', first: ['too-many-connections'] },
    { query: 'adding a column rewrites the table', first: ['add-column-default'] },
    { query: 'reltuples', first: ['count-star'], never: ['serial-gaps'] },
    { query: 'counting rows is slow', first: ['count-star'] },
    { query: 'lock', first: [], kinds: ['note'] },
    { query: 'index', first: ['uuid-index'], kinds: ['note'] },
    { query: 'table locks', first: ['create-index-locks', 'add-column-default'], tags: ['locks'] },
    { query: 'replication slot', first: [] },
  ],
}
