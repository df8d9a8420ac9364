/** B120: what looks like a secret gets into the log by no way in, and is shown by no way out. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MemoError } from '../../src/lib/errors.ts'
import { logError, readErrors } from '../../src/vault/error-log.ts'
import { importRecords } from '../../src/vault/import/import-records.ts'
import { markdown } from '../../src/vault/import/sources/markdown.ts'
import { bindProject } from '../../src/vault/projects.ts'
import { getRecords } from '../../src/vault/reading/get.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { recordHits } from '../../src/vault/writing/hits.ts'
import { rateRecord } from '../../src/vault/writing/rate.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { reinforceRecord } from '../../src/vault/writing/reinforce.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { codes, findings } from '../support/doctor.ts'
import { filesWith } from '../support/files-with.ts'
import { allEvents } from '../support/inspect.ts'
import { letters, madeUpSecrets } from '../support/made-up-secrets.ts'
import { find } from '../support/search-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, project, put } from '../support/vault.ts'

const token = ['gh', 'p_', letters(36)].join('')
const shown = 'what looks like a GitHub token (ghp_****)'

/** The failure of the work, which must be a refusal that does not tell the secret. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MemoError)) throw new Error(`not refused: ${String(error)}`)
  expect(error.code).toBe('SECRET')
  expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain(token.slice(4, 14))
  return error.message
}

function setPolicy(root: string, secrets: string): void {
  writeFileSync(join(root, 'config.json'), JSON.stringify({ version: 1, capture: { secrets } }))
}

describe('every way in refuses it, and says where it stands', () => {
  test.each([
    ['the body', { body: `first\n\n${token}` }, `body, line 3, holds ${shown}`],
    ['the title', { body: 'x', title: `use ${token}` }, `title holds ${shown}`],
    ['a tag', { body: 'x', tags: ['a', token] }, `tags holds ${shown}`],
    ['a link', { body: 'x', links: [{ type: 'see', target: token }] }, `links.target holds ${shown}`],
    ['a facet', { body: 'x', facets: { service: [token] } }, `facets.service holds ${shown}`],
    ['the name of a facet', { body: 'x', facets: { [token]: ['a'] } }, `facets holds ${shown}`],
    ['the source', { body: 'x', source: token }, `source holds ${shown}`],
    ['evidence', { body: 'x', evidence: [token] }, `evidence holds ${shown}`],
    ['a path pattern', { body: 'x', pathPatterns: [`src/${token}`] }, `pathPatterns holds ${shown}`],
    ['a key of one’s own', { body: 'x', owner: { key: token } }, `owner.key holds ${shown}`],
    [
      'a key that names it',
      { body: 'x', password: 'Tr0ub4dor-xyz' },
      'password holds what looks like a password or key',
    ],
  ])('an upsert: %s', async (_, fields, message) => {
    const { vault, root } = await makeVault()
    const before = allEvents(vault).length
    expect(await refusalOf(put(vault, { id: 'a', ...fields }))).toBe(message)
    expect(allEvents(vault)).toHaveLength(before)
    expect(filesWith(root, token)).toEqual([])
  })

  test('an id that is one', async () => {
    const { vault } = await makeVault()
    const id = ['xo', 'xb-', letters(40, 'abcdefghijklmnopqrstuvwxyz0123456789')].join('')
    expect(await refusalOf(put(vault, { id, body: 'x' }))).toBe('id holds what looks like a Slack token (xoxb****)')
  })

  test('a batch: the line is rejected and the others are kept', async () => {
    const { vault, root } = await makeVault()
    async function* lines() {
      yield JSON.stringify({ kind: 'note', body: 'one' })
      yield JSON.stringify({ kind: 'note', body: `two ${token}` })
      yield JSON.stringify({ kind: 'note', body: 'three', [token]: 1 })
      yield JSON.stringify({ kind: 'note', body: 'four' })
    }
    const answer = await upsertBatch(vault, lines(), { project, cwd: root })
    expect(answer).toMatchObject({ accepted: 2, unchanged: 0 })
    expect(answer.rejected).toEqual([
      { line: 2, code: 'SECRET', message: `body, line 1, holds ${shown} (and 1 more)` },
      { line: 3, code: 'USAGE', message: 'there is no field "ghp_****"' },
    ])
  })

  test('an import: the file is rejected and the others are kept', async () => {
    const { vault } = await makeVault()
    const cwd = makeTempDir()
    writeFileSync(join(cwd, 'good.md'), '# Good\n\ntext\n')
    writeFileSync(join(cwd, 'bad.md'), `---\nowner: me\n---\n# Bad\n\n${token}\n`)
    const place = { paths: ['.'], project, cwd }
    expect(await importRecords(vault, markdown, place)).toMatchObject({
      created: 1,
      rejected: [{ origin: 'bad.md', code: 'SECRET', message: `body, line 3, holds ${shown}` }],
    })
    expect(await importRecords(vault, markdown, { ...place, allowSecret: true })).toMatchObject({
      created: 1,
      unchanged: 1,
    })
    expect(await importRecords(vault, markdown, place)).toMatchObject({ created: 0, unchanged: 2, rejected: [] })
  })

  test('what is said of a record, and the name of a project', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'a', body: 'x' })
    const about = { name: 'a', comment: `try ${token}`, session: undefined, project, cwd: root }
    const message = `comment holds ${shown}`
    expect(await refusalOf(rateRecord(vault, { ...about, rating: 'helpful' }))).toBe(message)
    expect(await refusalOf(reinforceRecord(vault, { ...about, signal: 1 }))).toBe(message)
    const bound = { project: 'other', name: token, cwd: makeTempDir() }
    expect(await refusalOf(bindProject(vault, bound))).toBe(`name holds ${shown}`)
    expect(filesWith(root, token)).toEqual([])
    await rateRecord(vault, { ...about, rating: 'helpful', allowSecret: true })
    await reinforceRecord(vault, { ...about, signal: 1, allowSecret: true })
    await bindProject(vault, { ...bound, allowSecret: true })
    expect(filesWith(root, token)).not.toEqual([])
  })

  test('a use counts without the query that holds it', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'a', body: 'x', kind: 'trap' })
    const record = { project, id: 'a', kind: 'trap' as const }
    await recordHits(vault, { records: [record], via: 'search', session: 's', query: `what is ${token}` })
    expect(allEvents(vault).filter(({ type }) => type === 'record.hit')).toMatchObject([
      { data: { id: 'a', session: 's' } },
    ])
    expect(filesWith(root, token)).toEqual([])
  })
})

describe('what is let in', () => {
  const draft = (vault: Vault, fields: object) => toRecordDraft('a', { kind: 'note', ...fields }, vault.config.limits)

  test('is told, and its record can be written on', async () => {
    const { vault, root } = await makeVault()
    const place = { project, cwd: root }
    const body = `deploy with ${token}`
    await upsertRecord(vault, draft(vault, { body, title: 'Deploy' }), { ...place, allowSecret: true })
    expect(vault.notices).toEqual([`stored although body, line 1, holds ${shown}`])
    await upsertRecord(vault, draft(vault, { body: `${body} twice`, tags: ['x'] }), place)
    const other = ['gh', 'p_', letters(36, undefined, 9)].join('')
    await refusalOf(upsertRecord(vault, draft(vault, { body: `${body} and ${other}` }), place))
  })

  test('is known again whatever it is made of, over several lines too', async () => {
    const { vault, root } = await makeVault()
    const place = { project, cwd: root }
    const key = madeUpSecrets.find(({ name }) => name === 'PKCS 8')?.text
    const body = `The key "of" the CI:\n${key}`
    await upsertRecord(vault, draft(vault, { body, title: 'Key' }), { ...place, allowSecret: true })
    const edited = await upsertRecord(vault, draft(vault, { body: `${body}\nAsk Ada.` }), place)
    expect(edited).toMatchObject({ changed: true })
  })

  test('by the settings: warn tells it, off does not look', async () => {
    for (const [policy, told] of [
      ['warn', [`stored although body, line 1, holds ${shown}`]],
      ['off', []],
    ] as const) {
      const { root, reopen } = await makeVault()
      setPolicy(root, policy)
      const vault = await reopen()
      await put(vault, { id: 'a', title: 'A', body: token })
      expect(vault.notices).toEqual(told)
      expect(await codes(vault)).toEqual(policy === 'off' ? [] : ['secret-in-file', 'secret-logged'])
    }
  })
})

describe('a hand edit', () => {
  async function withEdit() {
    const made = await makeVault()
    await put(made.vault, { id: 'cache', title: 'Cache', body: 'first text' })
    const path = join(made.root, 'projects/acme/notes/cache.md')
    appendFileSync(path, `\nuse ${token}\n`)
    return {
      ...made,
      path,
      line:
        readFileSync(path, 'utf8')
          .split('\n')
          .findIndex((text) => text.includes(token)) + 1,
    }
  }
  const read = (vault: Vault) =>
    getRecords(vault, {
      names: ['cache'],
      kind: undefined,
      project,
      cwd: '/',
      session: undefined,
      lines: undefined,
    })

  test('stays as it is and is not adopted; its last good version is served, and the doctor names it', async () => {
    const { vault, root, path, line } = await withEdit()
    const edited = readFileSync(path)
    await refresh(vault, 'full')
    const problem = `the file, line ${line}, holds ${shown}`
    expect(vault.notices).toEqual([`projects/acme/notes/cache.md cannot be followed and is left as it is: ${problem}`])
    await put(vault, { id: 'cache', tags: ['x'] })
    expect(readFileSync(path)).toEqual(edited)
    expect(filesWith(root, token)).toEqual(['projects/acme/notes/cache.md'])
    expect(await findings(vault)).toMatchObject([
      {
        code: 'file-secret',
        severity: 'error',
        subject: 'projects/acme/notes/cache.md',
        message: expect.stringContaining(problem),
      },
    ])
    await rebuild(vault, { acceptDeletions: false })
    expect(await codes(vault)).toEqual(['file-secret'])
    expect((await read(vault)).records).toMatchObject([{ body: 'first text', tags: ['x'] }])
  })

  test('is adopted once it is gone from it, as the difference to what was adopted before', async () => {
    const { vault, path } = await withEdit()
    await refresh(vault, 'full')
    writeFileSync(path, readFileSync(path, 'utf8').replace(token, 'the token'))
    await refresh(vault, 'full')
    const adopted = allEvents(vault).filter(({ actor }) => actor === 'adopt')
    expect(adopted.map(({ data }) => data)).toEqual([
      { project, id: 'cache', set: { body: 'first text\n\nuse the token' } },
    ])
    expect(await codes(vault)).toEqual([])
  })

  test('is adopted if that is asked for', async () => {
    const { vault } = await withEdit()
    await rebuild(vault, { acceptDeletions: false, allowSecret: true })
    expect((await read(vault)).records).toMatchObject([{ body: expect.stringContaining(token) }])
    expect(await codes(vault)).toEqual(['secret-in-file', 'secret-logged'])
  })

  test('that makes a new file is left alone too, and other files are adopted beside it', async () => {
    const { vault, root } = await makeVault()
    mkdirSync(join(root, 'projects/acme/traps'), { recursive: true })
    writeFileSync(join(root, 'projects/acme/traps/bad.md'), `# Bad\n\n${token}\n`)
    writeFileSync(join(root, 'projects/acme/traps/good.md'), '# Good\n\ntext\n')
    await refresh(vault, 'full')
    expect(allEvents(vault).filter(({ type }) => type === 'record.upserted')).toMatchObject([{ data: { id: 'good' } }])
    expect(await codes(vault)).toEqual(['file-secret'])
  })
})

test('the doctor tells what is in the log and in files by place and kind, and never what it is', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'a', body: 'fine' })
  const allowed = { project, cwd: root, allowSecret: true }
  const fields = { kind: 'note', title: 'B', body: `one\n${token}` }
  await upsertRecord(vault, toRecordDraft('b', fields, vault.config.limits), allowed)
  const found = await findings(vault)
  const writer = vault.log.segments.writers()[0]
  expect(found.map(({ code, severity, subject }) => [code, severity, subject])).toEqual([
    ['secret-logged', 'warning', `events/${writer}/000001.jsonl:4`],
    ['secret-in-file', 'warning', expect.stringMatching(/^projects\/acme\/notes\/b\.md:\d+$/)],
  ])
  expect(found[0]?.message).toBe(`In what this line says of acme/b, body, line 2, holds ${shown}.`)
  expect(JSON.stringify(found)).not.toContain(token.slice(4, 14))
  expect(existsSync(vault.paths.errors)).toBe(false)
})

test('the doctor tells a logged search as such, which is about no record and no project', async () => {
  const { vault, root, reopen } = await makeVault()
  closeVault(vault)
  writeFileSync(
    join(root, 'config.json'),
    JSON.stringify({ version: 1, search: { logQueries: true }, capture: { secrets: 'off' } }),
  )
  const careless = await reopen()
  await find(careless, `what is ${token} for`, { projects: [], allProjects: true })
  closeVault(careless)
  setPolicy(root, 'refuse')
  const found = await findings(await reopen())
  expect(found).toMatchObject([
    { code: 'secret-logged', message: `In what this line says of a search, query holds ${shown}.` },
  ])
  expect(found[0]?.remedy).not.toContain('memo forget')
})

test('data that was taken out by hand, and shortened, leaves the log whole', async () => {
  const { vault, root, reopen } = await makeVault()
  const allowed = { project, cwd: root, allowSecret: true }
  const fields = { kind: 'note', title: 'Key', body: token }
  await upsertRecord(vault, toRecordDraft('old', fields, vault.config.limits), allowed)
  await put(vault, { id: 'new', body: 'the token of the CI' })
  const writer = vault.log.segments.writers()[0] ?? ''
  closeVault(vault)
  const segment = join(root, 'events', writer, '000001.jsonl')
  const lines = readFileSync(segment, 'utf8').split('\n')
  const redacted = lines.map((line) =>
    line.includes(token) ? line.replace(/"data":.*$/, '"data":{"redacted":"new"}}') : line,
  )
  writeFileSync(segment, redacted.join('\n'))
  rmSync(join(root, 'projects/acme/notes/old.md'))
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(root, `memo.sqlite${suffix}`), { force: true })
  const again = await reopen()
  await rebuild(again, { acceptDeletions: false })
  expect(await codes(again)).toEqual(['log-redacted'])
  expect(filesWith(root, token)).toEqual([])
})

test('the error log holds no address with a name and a password', async () => {
  const { vault } = await makeVault()
  logError(
    vault.paths,
    vault.ports,
    'git',
    new Error("unable to access 'https://bob:Tr0ub4dor-xyz@host.example/x.git/'"),
  )
  expect(readErrors(vault.paths, 1)[0]?.message).toBe("unable to access 'https://****@host.example/x.git/'")
})
