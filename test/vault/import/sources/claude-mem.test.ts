import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../../../src/projections/index/sqlite.ts'
import { claudeMem } from '../../../../src/vault/import/sources/claude-mem.ts'
import { readItems } from '../../../support/import-items.ts'
import { claudeMemSql, makeDatabase } from '../../../support/sql-fixture.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

function makeFixture(): string {
  return makeDatabase(join(makeTempDir(), 'claude-mem.db'), claudeMemSql)
}

test('rows become records, with what they say of themselves', async () => {
  const items = await readItems(claudeMem, [makeFixture()])
  expect(items).toHaveLength(12)
  expect(items).toContainEqual({
    origin: 'claude-mem#0f3c-first/observation-1',
    stamp: expect.any(String),
    type: 'bugfix',
    record: {
      id: 'observation-1',
      kind: 'trap',
      title: 'Leases are lost when clocks differ',
      body: [
        'The lease is compared with the clock of the other host',
        'A worker renewed its lease with its own clock. Two hosts differed by 2 s, so jobs were taken twice.',
        '## Facts\n\n- Lease time comes from the database now\n- The tolerance is 500 ms',
      ].join('\n\n'),
      project: 'harbor',
      created: '2031-03-04T09:05:00.000Z',
      updated: '2031-03-04T09:05:00.000Z',
      tags: ['gotcha', 'problem-solution'],
      pathPatterns: ['internal/lease/lease.go', 'internal/lease/lease_test.go'],
      facets: { type: ['bugfix'], files: ['/etc/chrony.conf'] },
      source: 'claude-mem',
      links: [{ type: 'prompted-by', target: 'claude-mem#0f3c-first/1' }],
      claudeMem: {
        ...{ session: '0f3c-first', sessionTitle: 'Vanishing jobs', platform: 'claude', prompt: '1', tokens: '5200' },
        model: 'claude-sonnet-4-5',
      },
    },
  })
  const kinds = items.map((item) => ('record' in item ? `${item.record.id} ${item.record.kind}` : item))
  expect(kinds).toEqual([
    ...['prompt-1 prompt', 'prompt-2 prompt', 'prompt-3 prompt', 'observation-1 trap', 'observation-2 note'],
    ...['observation-3 decision', 'observation-4 log', 'observation-5 log', 'observation-6 trap', 'observation-7 note'],
    ...['observation-8 note', 'summary-1 session'],
  ])
})

test('a session summary has its sections, and the request for a title', async () => {
  const items = await readItems(claudeMem, [makeFixture()])
  const summary = items.find((item) => 'record' in item && item.record.id === 'summary-1')
  expect(summary).toMatchObject({ type: 'summary', record: { title: 'Find out why jobs vanish at night' } })
  expect(summary).toMatchObject({
    record: { body: expect.stringContaining('## Next steps\n\nWatch the lease metrics') },
  })
})

test('reading a database that is being written to changes nothing of it and leaves nothing', async () => {
  const path = makeFixture()
  const folder = join(path, '..')
  const writer = openSqlite(path)
  writer.exec("UPDATE observations SET narrative = 'committed, and not yet in the file itself' WHERE id = 2")
  writer.exec('BEGIN IMMEDIATE')
  writer.exec("UPDATE observations SET narrative = 'not committed' WHERE id = 3")
  const state = () =>
    readdirSync(folder).map((name) => {
      const file = join(folder, name)
      return [name, statSync(file, { bigint: true }).mtimeNs, readFileSync(file).toString('base64')]
    })
  const before = state()
  expect(before.map(([name]) => name)).toEqual(['claude-mem.db', 'claude-mem.db-shm', 'claude-mem.db-wal'])
  const bodies = JSON.stringify(await readItems(claudeMem, [path]))
  expect(state()).toEqual(before)
  expect(bodies).toContain('committed, and not yet')
  expect(bodies).not.toContain('"not committed')
  writer.exec('COMMIT')
  writer.close()
})

test('an older version lacks columns, names others differently, and is read all the same', async () => {
  const path = makeDatabase(
    join(makeTempDir(), 'old.db'),
    `CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, claude_session_id TEXT, sdk_session_id TEXT, project TEXT);
     INSERT INTO sdk_sessions VALUES (1, 'agent-1', 'sdk-1', 'harbor');
     CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT, text TEXT, type TEXT, created_at_epoch INTEGER);
     INSERT INTO observations VALUES (7, 'sdk-1', 'Only a text', 'discovery', 1700000000000);
     CREATE TABLE overviews (id INTEGER PRIMARY KEY, content TEXT);
     INSERT INTO overviews VALUES (1, 'x'), (2, 'y');`,
  )
  expect(await readItems(claudeMem, [path])).toMatchObject([
    { origin: 'old.db#overviews', skipped: '2 rows of a table that is not taken in' },
    {
      origin: 'claude-mem#agent-1/observation-7',
      record: { title: 'Only a text', project: 'harbor', created: '2023-11-14T22:13:20.000Z' },
    },
  ])
})

test('what cannot be taken in is told, row by row', async () => {
  const path = makeFixture()
  const db = openSqlite(path)
  db.exec("UPDATE observations SET narrative = printf('%.*c', 300000, 'x') WHERE id = 1")
  db.exec(
    "UPDATE observations SET narrative = x'00ff', title = NULL, concepts = '[[[', facts = '{\"a\":1}' WHERE id = 2",
  )
  db.exec("UPDATE observations SET narrative = '', title = '', facts = '[]' WHERE id = 3")
  db.exec("UPDATE observations SET project = 'observer-sessions' WHERE id = 4")
  db.exec(
    "INSERT INTO tool_uses VALUES (1, 't', 's', NULL, NULL, 'p', 'claude', 'Bash', NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, '', 0)",
  )
  db.close()
  const items = await readItems(claudeMem, [join(path, '..')])
  expect(items.filter((item) => !('record' in item))).toEqual([
    { origin: 'claude-mem.db#tool_uses', skipped: '1 rows of a table that is not taken in' },
    { origin: 'claude-mem.db#observations/1', problem: 'it is longer than 131072 bytes' },
    { origin: 'claude-mem.db#observations/3', problem: 'it holds no text' },
    { origin: 'claude-mem.db#observations/4', skipped: 'it is of a session of claude-mem itself' },
  ])
  expect(items).toContainEqual(
    expect.objectContaining({
      record: expect.objectContaining({ id: 'observation-2', body: '## Facts\n\n- {"a":1}' }),
    }),
  )
})

test('what is no database, or another one, or a damaged one, is refused with the reason', async () => {
  const folder = makeTempDir()
  const fault = (path: string) => readItems(claudeMem, [join(folder, path)]).catch((error: unknown) => error)
  expect(await fault('none.db')).toMatchObject({ code: 'NOT_FOUND' })
  writeFileSync(join(folder, 'text.db'), 'not a database')
  expect(await fault('text.db')).toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('not a SQLite database'),
  })
  makeDatabase(join(folder, 'other.db'), 'CREATE TABLE a (b)')
  expect(await fault('other.db')).toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('no database of claude-mem'),
  })
  writeFileSync(join(folder, 'cut.db'), readFileSync(makeFixture()).subarray(0, 3000))
  expect(await fault('cut.db')).toMatchObject({ code: 'REFUSED' })
})

test('a damaged page costs what stands on it, and is told', async () => {
  const path = makeFixture()
  const bytes = readFileSync(path)
  const at = bytes.indexOf('An observation of another mode')
  bytes.fill(0xff, at - (at % 4096), at - (at % 4096) + 4096)
  writeFileSync(path, bytes)
  const items = await readItems(claudeMem, [path])
  expect(items.filter((item) => 'problem' in item)).toEqual([
    { origin: 'claude-mem.db#observations', problem: expect.stringContaining('the rest of the table cannot be read') },
  ])
  expect(items.filter((item) => 'record' in item).length).toBeGreaterThan(3)
})
