/** The index is disposable: however it is found, searches answer from the log and no write is lost. */
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { needReaders } from '../../src/vault/append.ts'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { refresh, write } from '../../src/vault/refresh.ts'
import { closeVault, setIndexAside, type Vault } from '../../src/vault/vault.ts'
import { packageRoot } from '../support/cli.ts'
import { holdDatabase } from '../support/hold-database.ts'
import { makeFiles, take } from '../support/import-vault.ts'
import { dumpIndex, saidByFiles, saidByIndex, saidByLog } from '../support/inspect.ts'
import { find, overwrite, withThree } from '../support/trouble-vault.ts'
import { get, project, put, rate } from '../support/vault.ts'

const run = promisify(execFile)

describe('B096: an index that is', () => {
  test.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => truncateSync(path, 0)],
    [
      'a text file',
      (path) => writeFileSync(path, 'not a database, but a note that someone put here by mistake\n'.repeat(20)),
    ],
    ['overwritten at its start', (path) => overwrite(path, 0, 4096)],
    ['overwritten in its middle', (path) => overwrite(path, 8192, 64 * 1024)],
  ])('%s is set aside and folded anew', async (_, damage) => {
    const { vault, index, reopen } = await withThree()
    const before = dumpIndex(vault)
    closeVault(vault)
    for (const side of ['-wal', '-shm']) rmSync(`${index}${side}`, { force: true })
    damage(index)
    const again = await reopen()
    expect(await find(again, 'beta text')).toContain('beta')
    expect(dumpIndex(again)).toEqual(before)
    await put(again, { id: 'delta', title: 'About delta', body: 'the delta text' })
    expect(await find(again, 'delta')).toEqual(['delta'])
    closeVault(again)
  })

  test.each([
    `UPDATE records SET fields = '{"a'`,
    `UPDATE records SET fields = 'null'`,
    `UPDATE records SET tally = ''`,
    `UPDATE records SET stamps = 'x'`,
    `UPDATE projects SET state = '{'`,
    `UPDATE records SET tally = '{"hits":1,"recurrences":0,"baselinq":{},"rated":false,"gone":false}'`,
    `UPDATE records SET tally = '{"hits":1,"recurrences":0,"baseline":{},"rated":false,"gone":0}'`,
    `UPDATE records SET created_ms = 9e18`,
    `UPDATE records SET fields = json_set(fields, '$.links', 7)`,
    `UPDATE projects SET state = replace(state, '"roots":', '"rootq":')`,
    `UPDATE file_states SET projected = '[1,'`,
  ])('holding what was not written like that is set aside and folded anew: %s', async (sql) => {
    const { vault, reopen } = await withThree()
    await refresh(vault, 'full')
    vault.projections.db.raw.exec(sql)
    closeVault(vault)
    const again = await reopen()
    expect(await get(again, 'beta')).toMatchObject({ records: [{ id: 'beta' }] })
    expect(again.notices).toEqual([expect.stringContaining('the index was damaged')])
    expect(saidByIndex(again)).toEqual(saidByLog(again))
    closeVault(again)
  })

  test.each([
    ['tokenize=', 'tokenizm='],
    ['severity', 'sevesity'],
  ])('with tables that were not made like that is set aside and folded anew: %s %s', async (from, to) => {
    const { vault, index, reopen } = await withThree()
    closeVault(vault)
    const raw = new Database(index).unsafeMode(true)
    raw.pragma('writable_schema = 1')
    raw.prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?)').run(from, to)
    raw.close()
    const again = await reopen()
    expect(await find(again, 'beta text')).toContain('beta')
    expect(again.notices).toEqual([expect.stringContaining('the index was damaged')])
    closeVault(again)
  })

  test('breaking a constraint as it is written is set aside and folded anew', async () => {
    const { vault } = await withThree()
    vault.projections.db.raw.exec(`UPDATE records SET fields = json_set(fields, '$.kind', NULL)`)
    await put(vault, { id: 'beta', title: 'About beta', body: 'another text' })
    expect(vault.notices).toContainEqual(expect.stringContaining('the index was damaged'))
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    expect(await find(vault, 'another')).toEqual(['beta'])
    closeVault(vault)
  })

  test('deleted or replaced under an open handle is noticed', async () => {
    const { vault, index } = await withThree()
    for (const side of ['', '-wal', '-shm']) rmSync(`${index}${side}`, { force: true })
    expect(await find(vault, 'gamma')).toEqual(['gamma'])
    await put(vault, { id: 'delta', title: 'About delta', body: 'the delta text' })
    expect(existsSync(index)).toBe(true)
    expect(await find(vault, 'delta')).toEqual(['delta'])
    closeVault(vault)
  })
})

test.each(['records', 'records_fts_data'])(
  'damage in the table %s that a read meets late changes no answer',
  async (table) => {
    const again = await withDamage(table)
    expect(await find(again, 'beta text')).toContain('beta')
    expect(again.notices.join()).toContain('damaged')
    closeVault(again)
  },
)

test('damage that an import meets is folded away, and the import begun again', async () => {
  const vault = await withDamage('projects')
  const report = await take(vault, 'markdown', makeFiles({ 'delta.md': 'the delta text' }))
  expect(report).toMatchObject({ created: 1, rejected: [] })
  expect(vault.notices.join()).toContain('damaged')
  expect(saidByIndex(vault)).toEqual(saidByLog(vault))
  closeVault(vault)
})

test('damage that is met behind the commit point has nothing written twice', async () => {
  const vault = await withDamage('ratings')
  expect(await rate(vault, 'beta', 'helpful')).toMatchObject({ helpful: 1 })
  const rated = [...vault.log.read(new Map(), needReaders(vault).toEvent)].filter(
    ({ event }) => event.type === 'record.rated',
  )
  expect(rated).toHaveLength(1)
  await refresh(vault, 'none')
  expect(saidByIndex(vault)).toEqual(saidByLog(vault))
  closeVault(vault)
})

test('a full disk behind work that has appended nothing is a failure: nothing was saved', async () => {
  const { vault } = await withThree()
  const fill = () => {
    const prepare = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    Object.assign(vault.projections.db, { prepare })
  }
  await expect(write(vault, { label: 'test' }, fill)).rejects.toThrow('disk is full')
  expect(vault.notices).toEqual([])
  closeVault(vault)
})

test('damage that a commit meets is folded away, and the commit is made', async () => {
  const vault = await withDamage('due_paths')
  expect(await commitPending(vault)).toMatchObject({ state: 'committed', reason: null })
  expect(vault.notices.join()).toContain('damaged')
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: vault.paths.root, encoding: 'utf8' })).toBe('')
  closeVault(vault)
})

/** Three records, and the first page of a table of the index overwritten. */
async function withDamage(table: string): Promise<Vault> {
  const { vault, index, reopen } = await withThree()
  const { raw } = vault.projections.db
  const [{ rootpage } = { rootpage: 0 }] = raw
    .prepare('SELECT rootpage FROM sqlite_master WHERE name = ?')
    .all(table) as { rootpage: number }[]
  const size = Number(raw.pragma('page_size', { simple: true }))
  closeVault(vault)
  overwrite(index, (rootpage - 1) * size, size)
  return reopen()
}

test('B090: an index of a newer format is set aside by name, and its version is never lowered', async () => {
  const { vault, index, root, reopen } = await withThree()
  closeVault(vault)
  const db = new Database(index)
  db.pragma('user_version = 9999')
  db.close()
  const again = await reopen()
  expect(await find(again, 'alpha')).toEqual(['alpha'])
  expect(again.notices.join()).toContain('9999')
  closeVault(again)
  const [aside = ''] = readdirSync(join(root, '.sync/quarantine')).filter((name) => name.startsWith('memo.sqlite'))
  const kept = new Database(join(root, '.sync/quarantine', aside), { readonly: true })
  expect(kept.pragma('user_version', { simple: true })).toBe(9999)
  kept.close()
})

test.each([
  'ALTER TABLE records RENAME COLUMN severity TO gravity',
  'ALTER TABLE record_tags RENAME COLUMN tag TO word',
  'ALTER TABLE record_entities RENAME COLUMN tenths TO parts',
  'ALTER TABLE record_counts RENAME COLUMN count TO number',
  'ALTER TABLE cursors RENAME COLUMN hash TO digest',
])(
  'an index that a newer program makes anew under an open handle loses nothing that is written then: %s',
  async (sql) => {
    const { vault, index } = await withThree()
    await refresh(vault, 'none')
    const { db } = vault.projections
    const look = db.isCurrent
    let looks = 0
    const isCurrent = (): boolean => {
      const found = look()
      // Behind the look, and before the statements.
      if (looks++ === 0) makeAnew(index, sql)
      return found
    }
    Object.assign(db, { isCurrent })
    await put(vault, { id: 'delta', title: 'About delta', body: 'the delta text', severity: 'high', tags: ['d'] })
    expect(await find(vault, 'delta')).toEqual(['delta'])
    expect(looks).toBeGreaterThan(0)
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    closeVault(vault)
  },
)

function makeAnew(index: string, sql: string): void {
  const newer = new Database(index)
  newer.exec(sql)
  newer.pragma('user_version = 9999')
  newer.close()
}

test('a projection of another version is dropped and replayed', async () => {
  const { vault } = await withThree()
  const before = dumpIndex(vault)
  const { db } = vault.projections
  db.raw.exec("UPDATE records SET title = 'wrong'")
  db.raw.exec("UPDATE projection_versions SET version = 0 WHERE name = 'index'")
  await refresh(vault, 'bounded')
  expect(dumpIndex(vault)).toEqual(before)
  closeVault(vault)
})

describe('B084: an index that another program holds', () => {
  test('for a moment is waited for', async () => {
    const { vault, index } = await withThree()
    await holdDatabase(index, { forMs: 1000 })
    await put(vault, { id: 'delta', title: 'About delta', body: 'the delta text' })
    expect(vault.notices).toEqual([])
    expect(await find(vault, 'delta')).toEqual(['delta'])
    closeVault(vault)
  })

  test('for long does not lose the write: it is told, and caught up later', { timeout: 60_000 }, async () => {
    const { vault, index, reopen } = await withThree()
    const held = await holdDatabase(index)
    await put(vault, { id: 'delta', title: 'About delta', body: 'the delta text' })
    expect(vault.notices.join()).toContain('behind')
    expect(saidByLog(vault)[`${project}/delta`]).toMatchObject({ body: 'the delta text' })
    closeVault(vault)
    await held.release()
    const again = await reopen()
    await refresh(again, 'bounded')
    expect(saidByIndex(again)).toEqual(saidByLog(again))
    expect(saidByFiles(again.paths.root)).toEqual(saidByLog(again))
    closeVault(again)
  })
})

describe.runIf(process.getuid?.() === 0)('B088: a vault that cannot be written', () => {
  /** Permissions mean nothing to root, so the vault is read by nobody, in a process of its own. */
  async function asNobody(root: string, args: string[]) {
    const options = { uid: 65534, gid: 65534, env: { PATH: process.env.PATH, HOME: '/nonexistent' } }
    return run(
      process.execPath,
      [join(packageRoot, 'bin/run.js'), ...args, '--vault', root, '--project', project, '--json'],
      options,
    ).then(
      ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        status: error.code,
        stdout: error.stdout,
        stderr: error.stderr,
      }),
    )
  }

  function open(path: string): void {
    const stat = statSync(path)
    chmodSync(path, stat.isDirectory() ? 0o555 : 0o444)
    if (stat.isDirectory()) for (const name of readdirSync(path)) open(join(path, name))
  }

  test.each([
    ['with its index', () => {}],
    ['without an index', (root: string) => rmSync(join(root, 'memo.sqlite'))],
    ['with a damaged index', (root: string) => overwrite(join(root, 'memo.sqlite'), 0, 4096)],
  ])('%s is searched and read, and refuses writes by name', async (_, prepare) => {
    const { vault, root } = await withThree()
    closeVault(vault)
    prepare(root)
    chmodSync(join(root, '..'), 0o755)
    open(root)
    const found = await asNobody(root, ['search', 'beta'])
    expect(JSON.parse(found.stdout).hits.map(({ id }: { id: string }) => id)).toEqual(['beta'])
    const got = await asNobody(root, ['get', 'alpha'])
    expect(JSON.parse(got.stdout).records).toMatchObject([{ id: 'alpha', body: 'the alpha text' }])
    const listed = await asNobody(root, ['list'])
    expect(JSON.parse(listed.stdout)).toMatchObject({ total: 3 })
    const written = await asNobody(root, ['upsert', '--kind', 'note', '--title', 'x', '--body', 'y'])
    expect(written.status).toBe(1)
    expect(JSON.parse(written.stdout).error).toMatchObject({ code: 'READ_ONLY' })
    for (const { stderr } of [found, got, listed, written]) expect(stderr).not.toMatch(/\n\s+at /)
  })
})

test('what stands beside an index goes along under its name, also where one was set aside at the same time', async () => {
  const { vault, index } = await withThree()
  closeVault(vault)
  const { quarantine } = vault.paths
  const setAside = setIndexAside(vault.paths, vault.ports)
  for (const sides of [[''], ['', '-wal']]) {
    for (const side of ['', '-wal', '-shm']) rmSync(`${index}${side}`, { force: true })
    for (const side of sides) writeFileSync(`${index}${side}`, 'x')
    setAside(index, 'damaged')
  }
  const [first = '', ...others] = readdirSync(quarantine).sort()
  expect(others).toEqual([`${first}-2`, `${first}-2-wal`])
})
