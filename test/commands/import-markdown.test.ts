import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'

const place = ['--project', 'acme']

function writeFiles({ cwd }: CliVault, files: { [path: string]: string | Buffer }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), content)
  }
}

test('takes the sample in, and a second run changes nothing', async () => {
  const { ask, memo } = await makeCliVault()
  const call = { cwd: packageRoot }
  expect(await ask(['import', 'markdown', 'sample', ...place], call)).toMatchObject({
    ...{ items: 42, created: 42, changed: 0, unchanged: 0, rejected: [], skipped: [], renamed: [] },
  })
  expect(await memo(['import', 'markdown', 'sample/**/*.md', ...place], call)).toMatchObject({
    ...{ status: 0, stdout: 'Read 42 items: 0 created, 0 changed, 42 unchanged, 0 rejected.\n', stderr: '' },
  })
  const { records } = await ask(['get', 'harbor-retry-policy', ...place])
  expect(records).toMatchObject([{ kind: 'spec', layer: 'domain', title: 'Retry policy and backoff with jitter' }])
})

test('takes in what other tools wrote, keeps what it does not know, and leaves the files alone', async () => {
  const vault = await makeCliVault()
  const files = {
    'docs/plain.md': '# A plain file\n\nWithout frontmatter.\n',
    'docs/sub dir/Über uns.md': 'No heading, only a sentence. And one more.\n',
    'docs/obsidian.md': '---\ntags: "#a, b"\nstatus: In progress\naliases: [x]\n---\nText with a [[link]].\n',
    'traps/fell-in.md': '# Fell in\n\nIts folder says what it is.\n',
    'docs/skipped.txt': 'Not Markdown.\n',
  }
  writeFiles(vault, files)
  const call = ['import', 'markdown', 'docs', 'traps/*.md', '--kind', 'fact', ...place]
  expect(await vault.ask(call)).toMatchObject({ items: 4, created: 4, rejected: [] })
  const get = async (id: string) => ((await vault.ask(['get', id, ...place])).records as object[])[0]
  expect(await get('plain')).toMatchObject({ kind: 'fact', title: 'A plain file', origin: 'docs/plain.md' })
  expect(await get('uber-uns')).toMatchObject({ title: 'No heading, only a sentence' })
  expect(await get('obsidian')).toMatchObject({ tags: ['a', 'b'], aliases: ['x'], imported: { status: 'In progress' } })
  expect(await get('fell-in')).toMatchObject({ kind: 'trap' })
  for (const [path, content] of Object.entries(files)) {
    expect(readFileSync(join(vault.cwd, path), 'utf8')).toBe(content)
  }
  writeFiles(vault, { 'docs/plain.md': '# A plain file\n\nChanged.\n' })
  expect(await vault.ask(call)).toMatchObject({ created: 0, changed: 1, unchanged: 3 })
})

test('B069 a file that is older than its record never takes the place of what was written since', async () => {
  const vault = await makeCliVault()
  const call = ['import', 'markdown', 'docs', ...place]
  const isOf = async (body: string) =>
    expect(await vault.ask(['get', 'one', ...place])).toMatchObject({ records: [{ body }] })
  writeFiles(vault, { 'docs/one.md': '# One\n\nold text\n' })
  utimesSync(join(vault.cwd, 'docs/one.md'), 1e9, 1e9)
  await vault.ask(call)
  await vault.ask(['upsert', '--id', 'one', '--body', 'new text', ...place])
  const { status, stderr } = await vault.memo(call)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^docs\/one\.md: the record one was changed at .+, after the file; both are kept\n$/),
  })
  await isOf('new text')
  writeFiles(vault, { 'docs/one.md': '# One\n\nnewest text\n' })
  expect(await vault.ask(call)).toMatchObject({ changed: 1, rejected: [] })
  await isOf('# One\n\nnewest text')
})

test('B069 a copy of a record’s own file goes by the time that it names', async () => {
  const vault = await makeCliVault()
  await vault.ask(['upsert', '--kind', 'note', '--id', 'one', '--title', 'One', '--body', 'first', ...place])
  const copy = readFileSync(join(vault.root, 'projects/acme/notes/one.md'))
  writeFiles(vault, { 'copy/one.md': copy })
  const call = ['import', 'markdown', 'copy', ...place]
  await vault.ask(['upsert', '--id', 'one', '--body', 'second', ...place])
  expect(await vault.memo(call)).toMatchObject({ status: 1, stderr: expect.stringContaining('both are kept') })
  expect(await vault.ask(['get', 'one', ...place])).toMatchObject({ records: [{ body: 'second' }] })
  writeFiles(vault, { 'copy/one.md': copy.toString().replace(/^updated: .*$/m, 'updated: "2999-01-01T00:00:00.000Z"') })
  expect(await vault.ask(call)).toMatchObject({ changed: 1 })
  expect(await vault.ask(['get', 'one', ...place])).toMatchObject({ records: [{ body: 'first' }] })
})

test('a file that was only touched, or whose trap came up again since, changes nothing', async () => {
  const vault = await makeCliVault()
  const body = 'Without jitter all retries come back at once and the upstream falls over again.\n'
  writeFiles(vault, { 'traps/a.md': `# Herd\n\n${body}`, 'traps/b.md': `# Stampede\n\n${body}` })
  const call = ['import', 'markdown', 'traps', ...place]
  expect(await vault.ask(call)).toMatchObject({ created: 1, changed: 1 })
  utimesSync(join(vault.cwd, 'traps/a.md'), 1e9, 1e9)
  expect(await vault.ask(call)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  expect(await vault.ask(['rank', ...place])).toMatchObject({ records: [{ id: 'a', occurrences: 2 }] })
})

test('names the files that cannot be taken in, keeps the others, and ends with 1', async () => {
  const vault = await makeCliVault()
  writeFiles(vault, {
    'good.md': 'Fine.\n',
    'empty.md': '',
    'broken.md': '---\ntitle: [open\n---\nText.\n',
    'latin.md': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  })
  const told = await vault.memo(['import', 'markdown', '*.md', ...place])
  expect(told).toMatchObject({ status: 1, stdout: 'Read 4 items: 1 created, 0 changed, 0 unchanged, 3 rejected.\n' })
  expect(told.stderr.split('\n')).toEqual([
    expect.stringMatching(/^broken\.md: line \d+: /),
    'empty.md: the body is empty',
    'latin.md: it is not valid UTF-8',
    '',
  ])
  const asked = await vault.memo(['import', 'markdown', '*.md', ...place, '--json'])
  expect(asked).toMatchObject({ status: 1, stderr: '' })
  expect(asked.json()).toMatchObject({ unchanged: 1, rejected: [{ origin: 'broken.md' }, {}, {}] })
})

test.each([
  [[], 2, 'missing argument: PATH'],
  [['nowhere/**/*.md'], 1, 'no Markdown file matches nowhere/**/*.md'],
  [['.', '--kind', 'wish'], 2, 'expected --kind=wish to be one of'],
])('refuses memo import markdown %j', async (args, status, message) => {
  const { memo } = await makeCliVault()
  const told = await memo(['import', 'markdown', ...args])
  expect(told).toMatchObject({ status, stdout: '' })
  expect(told.stderr).toContain(message)
  expect((await memo(['import', 'markdown', ...args, '--json'])).json()).toMatchObject({ error: {} })
})
