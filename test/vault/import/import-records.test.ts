/** What all sources share: nothing is written twice, nothing of ours is lost, and everything left out is told. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMapRules } from '../../../src/vault/import/mapping.ts'
import { redactRecord } from '../../../src/vault/redacting/redact.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { moveRecord } from '../../../src/vault/writing/move.ts'
import { restoreRecords } from '../../../src/vault/writing/put-away.ts'
import { addFiles, copyFixture, makeFiles, take } from '../../support/import-vault.ts'
import { allEvents, saidByIndex, saidByLog } from '../../support/inspect.ts'
import { letters } from '../../support/made-up-secrets.ts'
import { makeVault, project, put, testPorts } from '../../support/vault.ts'

const sources = ['obsidian', 'spec-memo', 'agent-files', 'adr', 'markdown'] as const
const fixtureOf = (source: string): string => copyFixture(source === 'markdown' ? 'obsidian' : source)

describe('running it again', () => {
  test.each(sources)('%s: adds no event, with what it remembers and without', async (source) => {
    const { vault, root } = await makeVault()
    const folder = fixtureOf(source)
    const first = await take(vault, source, folder)
    const [count, said] = [allEvents(vault).length, saidByIndex(vault)]
    const again = { created: 0, changed: 0, unchanged: first.created, rejected: first.rejected }
    expect(await take(vault, source, folder)).toMatchObject(again)
    rmSync(join(root, '.sync/imports'), { recursive: true, force: true })
    expect(await take(vault, source, folder)).toMatchObject(again)
    expect(allEvents(vault)).toHaveLength(count)
    expect(saidByIndex(vault)).toEqual(said)
    expect(saidByLog(vault)).toEqual(said)
  })

  test('whatever the files are called and say', async () => {
    const name = fc
      .stringMatching(/^[aAbéE ]{1,3}(\/[aB]{1,2})?$/)
      .map((path) => `${path.trim().replace(/^\//, '') || 'x'}.md`)
    const text = fc.constantFrom(
      'Text.',
      '',
      '---\nid: a\n---\nText.',
      '---\nid: A b\n---\n[[a]] [[B]]',
      '# a\n\n[[x|y]]',
      '---\n[\n---\n',
    )
    const run = async (files: { [path: string]: string }): Promise<void> => {
      const { vault } = await makeVault()
      const folder = makeFiles(files)
      const planned = await take(vault, 'obsidian', folder, { dryRun: true })
      const first = await take(vault, 'obsidian', folder)
      expect(first).toEqual({ ...planned, dryRun: false })
      expect(first.created + first.rejected.length).toBe(Object.keys(files).length)
      const count = allEvents(vault).length
      expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 0, changed: 0, unchanged: first.created })
      expect(allEvents(vault)).toHaveLength(count)
    }
    const files = fc.dictionary(name, text, { minKeys: 1, maxKeys: 8 }).filter(isTree)
    await fc.assert(fc.asyncProperty(files, run), { numRuns: 8 })
  })

  test('a record that was moved is not written a second time', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles({ 'a.md': 'A', 'b.md': 'B' })
    await take(vault, 'markdown', folder)
    await take(vault, 'markdown', makeFiles({ 'other.md': 'Other' }), { project: 'other' })
    await moveRecord(vault, { name: `${project}/a`, toId: undefined, toProject: 'other', cwd: '/' })
    const [count, skipped] = [allEvents(vault).length, [{ message: 'its record was moved to other/a' }]]
    expect(await take(vault, 'markdown', folder)).toMatchObject({ created: 0, unchanged: 1, skipped })
    expect(allEvents(vault)).toHaveLength(count)
  })

  test('a record that was forgotten comes back by restoring it only, and never what was redacted', async () => {
    const { vault } = await makeVault()
    const files = { 'a.md': 'A', 'b.md': 'B', 'c.md': 'C' }
    const folder = makeFiles(files)
    await take(vault, 'markdown', folder)
    const place = { project, cwd: '/', reason: undefined }
    await forgetRecord(vault, { ...place, name: 'a' })
    await redactRecord(vault, { ...place, name: 'b', keepsCurrent: false })
    const [count, said] = [allEvents(vault).length, saidByIndex(vault)]
    const skipped = [
      { message: `its record was forgotten; "memo restore ${project}/a" brings it back` },
      { message: `the record ${project}/b was redacted; give it another name` },
    ]
    expect(await take(vault, 'markdown', folder)).toMatchObject({ created: 0, unchanged: 1, skipped })
    addFiles(folder, { 'a.md': 'A, newer', 'b.md': 'B, newer' })
    expect(await take(vault, 'markdown', folder)).toMatchObject({ created: 0, unchanged: 1, skipped })
    expect(allEvents(vault)).toHaveLength(count)
    expect(saidByIndex(vault)).toEqual(said)
    await restoreRecords(vault, { ...place, names: [`${project}/a`] })
    expect(await take(vault, 'markdown', folder)).toMatchObject({ unchanged: 1, skipped: [skipped[1]] })
    expect(saidByIndex(vault)[`${project}/a`]?.body).toContain('A')
  })

  test('a Markdown file is one record, however its folder is named', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles({ 'a.md': 'A', 'z/b.md': 'B' })
    expect(await take(vault, 'markdown', folder, { paths: ['notes'] })).toMatchObject({ created: 2 })
    const ways = [
      ['./notes'],
      ['./notes/'],
      [folder],
      ['notes/../notes'],
      ['notes', './notes', folder, `${folder}/**/*.md`],
    ]
    for (const paths of ways) {
      expect(await take(vault, 'markdown', folder, { paths })).toMatchObject({ items: 2, unchanged: 2, rejected: [] })
    }
  })

  test('a line of JSON is known again wherever it stands, and told by its number', async () => {
    const { vault } = await makeVault()
    const [named, plain] = ['{"id":"aa","kind":"note","body":"A"}', '{"kind":"note","title":"B","body":"B"}']
    const folder = makeFiles({ 'a.jsonl': `${named}\n${plain}\n${plain}\n` })
    const takeLines = () => take(vault, 'jsonl', join(folder, 'a.jsonl'), { paths: ['a.jsonl'] })
    expect(await takeLines()).toMatchObject({ created: 3, rejected: [] })
    const count = allEvents(vault).length
    addFiles(folder, { 'a.jsonl': `{"title":"C","body":""}\n${named}\n${plain}\n${plain}\n` })
    expect(await takeLines()).toMatchObject({ created: 0, unchanged: 3, rejected: [{ origin: 'a.jsonl:1' }] })
    expect(allEvents(vault)).toHaveLength(count)
    addFiles(folder, { 'a.jsonl': '{"kind":"note","title":"D","body":"D"}\n' })
    expect(await takeLines()).toMatchObject({ created: 1, unchanged: 0, rejected: [] })
  })

  test('a link finds its target when that comes later, and the note is written then', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles({ 'a.md': 'To [[B note]].' })
    expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 1, dangling: 1 })
    addFiles(folder, { 'z/B note.md': 'Here.' })
    expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 1, changed: 1, dangling: 0 })
    expect(saidByIndex(vault)['acme/a']?.body).toBe('To [[b-note|B note]].')
  })

  test('stopped between chunks it goes on where it was', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles(
      Object.fromEntries(Array.from({ length: 620 }, (_, n) => [`${1000 + n}.md`, `Text ${n}.`])),
    )
    const stop = new AbortController()
    const onProgress = (_: number, total: number | undefined): void => {
      if (total !== undefined) stop.abort()
    }
    const first = take(vault, 'obsidian', folder, { signal: stop.signal, onProgress })
    await expect(first).rejects.toThrow('aborted')
    expect(Object.keys(saidByLog(vault))).toHaveLength(500)
    expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 120, unchanged: 500 })
  })
})

/** No path is a folder of another one. */
function isTree(files: { [path: string]: string }): boolean {
  const paths = Object.keys(files)
  return !paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)))
}

test.each(sources)('%s: --dry-run says what the run then does, and writes nothing at all', async (source) => {
  const { vault, root } = await makeVault()
  const folder = fixtureOf(source)
  const before = hashesOf(root)
  const planned = await take(vault, source, folder, { dryRun: true })
  expect(hashesOf(root)).toEqual(before)
  expect(await take(vault, source, folder)).toEqual({ ...planned, dryRun: false })
})

function hashesOf(root: string): { [path: string]: string } {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path))
  const files = paths.filter((path) => statSync(path).isFile())
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
  return Object.fromEntries(files.sort().map((path) => [path, hash(path)]))
}

describe('what is ours', () => {
  test('an id that is taken by another record is not taken away, and that is told', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'retry-stampede', body: 'Ours.' })
    const report = await take(vault, 'spec-memo', copyFixture('spec-memo'))
    expect(report.renamed).toContainEqual({
      ...{
        origin: 'spec-memo/projects/harbor/traps/retry-stampede.md',
        from: 'retry-stampede',
        id: 'retry-stampede-2',
      },
    })
    expect(saidByIndex(vault)['acme/retry-stampede']?.body).toBe('Ours.')
  })

  test('B069 a change here stands against an older file, and a change of the file against a record that nobody changed', async () => {
    const ports = testPorts()
    const { vault } = await makeVault(ports)
    const folder = makeFiles({ 'one.md': 'First.', 'two.md': 'First.' })
    for (const name of ['one.md', 'two.md']) utimesSync(join(folder, name), 1e9, 1e9)
    await take(vault, 'obsidian', folder)
    await put(vault, { id: 'one', kind: undefined, body: 'Ours.' })
    addFiles(folder, { 'one.md': 'Theirs.', 'two.md': 'Theirs.' })
    for (const name of ['one.md', 'two.md']) utimesSync(join(folder, name), 1e9 - 5, 1e9 - 5)
    expect(await take(vault, 'obsidian', folder)).toMatchObject({
      ...{ changed: 1, rejected: [{ origin: 'notes/one.md', message: expect.stringContaining('both are kept') }] },
    })
    expect(saidByIndex(vault)).toMatchObject({ 'acme/one': { body: 'Ours.' }, 'acme/two': { body: 'Theirs.' } })
  })

  test('what it takes the place of may be here already', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'old', kind: 'decision', body: 'Old.' })
    const folder = makeFiles({
      'new.md': '---\nkind: decision\nsupersedes: old\n---\nNew.',
      'lost.md': '---\nsupersedes: none\n---\nText.',
    })
    expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 2, rejected: [] })
    expect(saidByIndex(vault)).toMatchObject({
      'acme/new': { supersedes: 'old' },
      'acme/old': { status: 'superseded', supersededBy: 'new' },
      'acme/lost': { imported: { supersedes: 'none' } },
    })
  })
})

describe('--map', () => {
  test('puts folders, types and projects where it says, and leaves out what it says', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles({
      'People/ana.md': 'Ana.',
      'People/old/bo.md': 'Bo.',
      'Private/x.md': 'Not for others.',
      'idea.md': '---\ntype: idea\n---\nText.',
      'p.md': '---\nproject: Tide Pool\n---\nText.',
    })
    const rules = parseMapRules([
      'people=person',
      'Private=skip',
      'type:idea=plan',
      'People/old=project:archive',
      'Tide Pool=project:tide',
    ])
    const report = await take(vault, 'obsidian', folder, { rules })
    expect(report.skipped).toEqual([{ origin: 'notes/Private/x.md', message: 'as --map says' }])
    expect(saidByIndex(vault)).toMatchObject({
      'acme/ana': { kind: 'person' },
      'archive/bo': { kind: 'person' },
      'acme/idea': { kind: 'plan' },
      'tide/p': { kind: 'note' },
    })
    expect(await take(vault, 'obsidian', folder, { rules })).toMatchObject({ created: 0, unchanged: 4 })
  })

  test.each(['', 'a', '=note', 'a=', 'a=wish', 'a=project:'])('refuses %j', (rule) => {
    expect(() => parseMapRules([rule])).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})

describe('what cannot be taken is told by name, and the others are', () => {
  test('files that are no text, or not for us', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles({
      'bom.md': '\ufeff---\ntags: [a]\n---\nText.\r\nMore.\r\n',
      'crlf.md': '---\r\ntags: [b]\r\n---\r\nText.\r\n',
      'js.md': '---js\n{ t: 1 }\n---\nhi',
      'utf16.md': Buffer.from('\ufeffText', 'utf16le'),
      'latin.md': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'binary.md': Buffer.from([0x4d, 0, 0xff, 0xc3, 0x28]),
      'nul.md': 'a\0b',
      'empty.md': '',
      'huge.md': Buffer.alloc(17 * 1024 * 1024, 97),
      'big.md': 'word '.repeat(500_000),
      'bomb.md': `---\na: &a [1,2,3]\n${[...'bcdefghi'].map((c, n) => `${c}: &${c} [${`*${'abcdefghi'[n]},`.repeat(9)}1]`).join('\n')}\n---\nText.`,
      'deep.md': `---\nx: ${'['.repeat(6000)}${']'.repeat(6000)}\n---\nText.`,
      'links.md': Array.from({ length: 5000 }, (_, n) => `[[bom|${n}]] [[${n}]]`).join('\n'),
    })
    symlinkSync('/etc/hostname', join(folder, 'out.md'))
    symlinkSync('..', join(folder, 'up'))
    const report = await take(vault, 'obsidian', folder)
    expect(report.rejected.map(({ origin, message }) => [origin.slice('notes/'.length), message])).toEqual([
      ['big.md', expect.stringContaining('limits.bodyBytes')],
      ['binary.md', 'it is binary, not text'],
      ['bomb.md', expect.any(String)],
      ['deep.md', expect.stringContaining('nested')],
      ['empty.md', 'the body is empty'],
      ['huge.md', expect.stringContaining('17825792 bytes')],
      ['latin.md', 'it is not valid UTF-8'],
      ['nul.md', expect.stringContaining('NUL')],
      ['out.md', 'it is a symbolic link, which is not followed'],
      ['up', 'it is a symbolic link, which is not followed'],
      ['utf16.md', 'it is UTF-16; convert it to UTF-8'],
    ])
    const said = saidByIndex(vault)
    expect(Object.keys(said)).toEqual(['bom', 'crlf', 'js', 'links'].map((id) => `${project}/${id}`))
    expect(said).toMatchObject({
      'acme/bom': { tags: ['a'], body: 'Text.\nMore.' },
      'acme/crlf': { tags: ['b'], body: 'Text.' },
      'acme/js': { body: expect.stringContaining('{ t: 1 }') },
    })
    expect(report.dangling).toBe(5000)
  })

  test('what holds a secret, unless that is allowed', async () => {
    const { vault } = await makeVault()
    const folder = makeFiles({ 'good.md': 'Fine.', 'key.md': `token ghp_${letters(36)}` })
    const rejected = [{ origin: 'notes/key.md', code: 'SECRET' }]
    expect(await take(vault, 'obsidian', folder, { dryRun: true })).toMatchObject({ created: 1, rejected })
    expect(await take(vault, 'obsidian', folder)).toMatchObject({ created: 1, rejected })
    expect(await take(vault, 'obsidian', folder, { allowSecret: true })).toMatchObject({ created: 1, rejected: [] })
  })

  test('a source that is not there', async () => {
    const { vault } = await makeVault()
    await expect(take(vault, 'obsidian', '/nowhere/at/all')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
