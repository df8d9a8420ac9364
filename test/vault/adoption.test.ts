/** Law 6: what a person wrote by hand is adopted or reported, never overwritten or lost. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderTime } from '../../src/projections/files/compare-folder.ts'
import { listFileProblems } from '../../src/projections/index/file-rows.ts'
import { findFolderTime } from '../../src/projections/index/folder-rows.ts'
import { bindProject } from '../../src/vault/projects.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { resetIndex } from '../../src/vault/reset-index.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { allEvents, recordFiles, saidByFiles, saidByLog } from '../support/inspect.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { get, hit, makeVault, project, put, putAll } from '../support/vault.ts'

const cacheFile = 'projects/acme/notes/cache.md'

async function withCache() {
  const made = await makeVault()
  await put(made.vault, { id: 'cache', title: 'Cache', body: 'first text', tags: ['x'] })
  const path = join(made.root, cacheFile)
  const edit = (change: (text: string) => string): void => writeFileSync(path, change(readFileSync(path, 'utf8')))
  const adopted = () => allEvents(made.vault).filter(({ actor }) => actor === 'adopt')
  return { ...made, path, edit, adopted }
}

describe('an edited file', () => {
  test('is adopted by the next command, as the difference alone, and stays byte for byte', async () => {
    const { vault, path, edit, adopted } = await withCache()
    edit((text) => text.replace('first text', 'second text').replace('tags: [x]', 'tags: [x,   y] # mine'))
    const before = readFileSync(path, 'utf8')
    await refresh(vault, 'bounded')
    expect(adopted().map(({ data }) => data)).toEqual([
      { project, id: 'cache', set: { tags: ['x', 'y'], body: 'second text' } },
    ])
    expect(readFileSync(path, 'utf8')).toBe(before)
    await refresh(vault, 'full')
    expect(adopted()).toHaveLength(1)
  })

  test('is rewritten by a later write in the keys that changed, and in no others', async () => {
    const { vault, path, edit } = await withCache()
    edit((text) => text.replace('tags: [x]', 'tags: [x,   y] # mine\nowner: "0123"'))
    await refresh(vault, 'bounded')
    await put(vault, { id: 'cache', title: 'Cache layer' })
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines).toContain('tags: [x,   y] # mine')
    expect(lines).toContain('owner: "0123"')
    expect(lines).toContain('title: Cache layer')
  })

  test('merges with a write of other fields that had not seen it', async () => {
    const { vault, edit } = await withCache()
    edit((text) => text.replace('first text', 'text by hand'))
    await put(vault, { id: 'cache', tags: ['z'] })
    expect(await get(vault, 'cache')).toMatchObject({ records: [{ body: 'text by hand', tags: ['z'] }] })
  })

  test('that no longer parses is left as it is, reported, and the last good version is served (B048)', async () => {
    const { vault, path, edit } = await withCache()
    edit((text) => text.replace('title: Cache', 'title: "abc "def" ghi"'))
    const before = readFileSync(path, 'utf8')
    await refresh(vault, 'bounded')
    expect(listFileProblems(vault.projections.db)).toMatchObject([
      { path: cacheFile, problem: expect.stringContaining('line') },
    ])
    await put(vault, { id: 'cache', tags: ['q'] })
    await hit(vault, 'cache')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(await get(vault, 'cache')).toMatchObject({ records: [{ title: 'Cache', body: 'first text', tags: ['q'] }] })
  })

  test('that cannot be written over is told when it comes up, not by every command that tries again', async () => {
    const { vault, edit } = await withCache()
    edit((text) => text.replace('title: Cache', 'title: "abc "def" ghi"'))
    await refresh(vault, 'bounded')
    const told = () => vault.notices.filter((notice) => notice.startsWith('saved, but the file'))
    await put(vault, { id: 'cache', tags: ['q'] })
    expect(told()).toEqual([expect.stringContaining('of acme/cache cannot be written: ')])
    vault.notices.length = 0
    await put(vault, { id: 'cache', tags: ['r'] })
    await put(vault, { id: 'other', body: 'text' })
    expect(told()).toEqual([])
  })

  test.each(['[area: db]', '{area: db}', '[x, {area: db}]'])(
    'whose list is none (%s) is reported, not made one',
    async (tags) => {
      const { vault, path, edit } = await withCache()
      edit((text) => text.replace('tags: [x]', `tags: ${tags}`))
      const before = readFileSync(path, 'utf8')
      await refresh(vault, 'bounded')
      expect(listFileProblems(vault.projections.db)).toMatchObject([
        { path: cacheFile, problem: expect.stringContaining('"tags') },
      ])
      await put(vault, { id: 'cache', tags: ['q'] })
      expect(readFileSync(path, 'utf8')).toBe(before)
    },
  )

  test('with a key "body" keeps its text: it is reported, and followed again without the key', async () => {
    const { vault, path, edit } = await withCache()
    edit((text) => text.replace('tags: [x]', 'tags: [x]\nbody: sports car'))
    await refresh(vault, 'bounded')
    expect(listFileProblems(vault.projections.db)).toMatchObject([{ problem: expect.stringContaining('"body"') }])
    await put(vault, { id: 'cache', tags: ['q'] })
    expect(await get(vault, 'cache')).toMatchObject({ records: [{ body: 'first text' }] })
    expect(readFileSync(path, 'utf8')).toContain('first text')
    edit((text) => text.replace('body: sports car', 'shape: sports car'))
    await refresh(vault, 'full')
    expect(await get(vault, 'cache')).toMatchObject({
      records: [{ body: 'first text', shape: 'sports car', tags: ['q'] }],
    })
  })

  test('loses a key of one’s own also where objects have one of that name', async () => {
    const { vault, edit, adopted } = await withCache()
    edit((text) => text.replace('tags: [x]', 'tags: [x]\nconstructor: Ada'))
    await refresh(vault, 'bounded')
    expect(adopted().at(-1)?.data).toMatchObject({ set: { constructor: 'Ada' } })
    edit((text) => text.replace('constructor: Ada\n', ''))
    await refresh(vault, 'full')
    expect(adopted().at(-1)?.data).toMatchObject({ unset: ['constructor'] })
  })

  test('that was broken and is mended is followed again, with what changed meanwhile', async () => {
    const { vault, path, edit } = await withCache()
    const good = readFileSync(path, 'utf8')
    edit(() => '---\ntitle: "abc "def" ghi"\n---\nbody\n')
    await put(vault, { id: 'cache', tags: ['q'] })
    writeFileSync(path, good.replace('first text', 'mended'))
    await refresh(vault, 'full')
    await refresh(vault, 'full')
    expect(listFileProblems(vault.projections.db)).toEqual([])
    expect(saidByFiles(vault.paths.root)).toEqual(saidByLog(vault))
    expect(saidByLog(vault)[`${project}/cache`]).toMatchObject({ body: 'mended', tags: ['q'] })
  })

  test('is found although its time was set back', async () => {
    const { vault, path, edit, adopted } = await withCache()
    edit((text) => text.replace('first text', 'other text'))
    utimesSync(path, 1, 1)
    await refresh(vault, 'bounded')
    expect(adopted()).toHaveLength(1)
  })

  test('is adopted also when the index was lost since, and an old version is not', async () => {
    const { vault, path, edit } = await withCache()
    const old = readFileSync(path, 'utf8')
    await put(vault, { id: 'cache', body: 'newer text' })
    edit((text) => text.replace('newer text', 'by hand'))
    await rebuild(vault, { acceptDeletions: false })
    expect(saidByLog(vault)[`${project}/cache`]).toMatchObject({ body: 'by hand' })
    writeFileSync(path, old)
    resetIndex(vault, 'in place')
    await refresh(vault, 'full')
    expect(saidByLog(vault)[`${project}/cache`]).toMatchObject({ body: 'by hand' })
    expect(saidByFiles(vault.paths.root)).toEqual(saidByLog(vault))
  })

  test('left empty or zeroed by a crash is written again', async () => {
    const { vault, path } = await withCache()
    const good = readFileSync(path, 'utf8')
    for (const torn of [Buffer.alloc(0), Buffer.alloc(120)]) {
      writeFileSync(path, torn)
      await refresh(vault, 'bounded')
      expect(readFileSync(path, 'utf8')).toBe(good)
    }
  })
})

test('an edit that a read-only vault cannot take in is told as what the answer does not know', async () => {
  const { vault, path, edit, adopted } = await withCache()
  vault.readOnly = true
  expect(await refresh(vault, 'bounded')).toEqual({ stale: false })
  edit((text) => text.replace('first text', 'second text'))
  const before = readFileSync(path, 'utf8')
  expect(await refresh(vault, 'bounded')).toEqual({ stale: true })
  expect(saidByLog(vault)).toMatchObject({ 'acme/cache': { body: 'first text' } })
  expect([adopted(), readFileSync(path, 'utf8')]).toEqual([[], before])
})

test('files of a read-only vault that was copied are not taken for edits', async () => {
  const { vault, root } = await makeVault()
  const ids = Array.from({ length: 25 }, (_, n) => `r${n}`)
  await putAll(
    vault,
    ids.map((id) => ({ id, kind: 'note', body: `Text of ${id}.` })),
  )
  closeVault(vault)
  const copy = join(makeTempDir(), 'copy')
  cpSync(root, copy, { recursive: true })
  const copied = await openVault(copy)
  copied.readOnly = true
  expect([await refresh(copied, 'bounded'), copied.notices]).toEqual([{ stale: false }, []])
  const path = join(copy, 'projects/acme/notes/r7.md')
  writeFileSync(path, readFileSync(path, 'utf8').replace('Text', 'Word'))
  expect([await refresh(copied, 'bounded'), copied.notices]).toEqual([{ stale: true }, []])
  closeVault(copied)
})

describe('a new file', () => {
  test('without frontmatter becomes a record of its folder’s kind, and is not touched', async () => {
    const { vault, root } = await makeVault()
    mkdirSync(join(root, 'projects/acme/traps'), { recursive: true })
    writeFileSync(join(root, 'projects/acme/traps/My Trap.md'), '# Beware of the dog\n\nIt bites.\n')
    await refresh(vault, 'full')
    expect(saidByLog(vault)).toMatchObject({ 'acme/my-trap': { kind: 'trap', title: 'Beware of the dog' } })
    expect(readFileSync(join(root, 'projects/acme/traps/My Trap.md'), 'utf8')).toBe(
      '# Beware of the dog\n\nIt bites.\n',
    )
    await rebuild(vault, { acceptDeletions: false })
    expect(Object.keys(saidByLog(vault))).toEqual(['acme/my-trap'])
    expect(readFileSync(join(root, 'projects/acme/traps/My Trap.md'), 'utf8')).toBe(
      '# Beware of the dog\n\nIt bites.\n',
    )
  })

  test('is found by a bounded scan in a project that memo has not seen', async () => {
    const { vault, root } = await withCache()
    mkdirSync(join(root, 'projects/other/notes'), { recursive: true })
    writeFileSync(join(root, 'projects/other/notes/n.md'), 'hello\n')
    await refresh(vault, 'bounded')
    expect(Object.keys(saidByLog(vault))).toContain('other/n')
  })

  test('B049: unknown keys of a person’s own stay in place, in one block', async () => {
    const { vault, root } = await withCache()
    const path = join(root, 'projects/acme/notes/smith.md')
    writeFileSync(path, '---\ntitle: Smith\ntype: litnote\ntags: [a]\nciteKey: smith2031x\n---\ntext\n')
    await refresh(vault, 'bounded')
    await put(vault, { id: 'smith', tags: ['b'] })
    const text = readFileSync(path, 'utf8')
    expect(text.match(/^---$/gm)).toHaveLength(2)
    expect(text).toContain('\ntype: litnote\ntags: [b]\nciteKey: smith2031x\n')
  })

  test('with the id of another file is reported and left alone', async () => {
    const { vault, root } = await withCache()
    writeFileSync(join(root, 'projects/acme/notes/copy.md'), readFileSync(join(root, cacheFile)))
    await refresh(vault, 'bounded')
    expect(listFileProblems(vault.projections.db)).toMatchObject([
      { path: 'projects/acme/notes/copy.md', problem: expect.stringContaining('cache') },
    ])
    expect(saidByLog(vault)).toHaveProperty(['acme/cache', 'title'], 'Cache')
  })

  test('with the id of another file, and then emptied, is not taken for a torn write of that file', async () => {
    const { vault, root, path } = await withCache()
    const copy = join(root, 'projects/acme/notes/copy.md')
    writeFileSync(copy, readFileSync(path))
    await refresh(vault, 'bounded')
    writeFileSync(copy, '')
    await refresh(vault, 'bounded')
    expect(readFileSync(copy, 'utf8')).toBe('')
    expect(saidByLog(vault)).toMatchObject({ 'acme/cache': { body: 'first text', status: 'active' } })
  })

  test('B063: a name in another normal form is the same record', async () => {
    const { vault, root } = await withCache()
    const folder = join(root, 'projects/acme/notes')
    writeFileSync(join(folder, 'caf\u00e9.md'), 'about coffee\n')
    await refresh(vault, 'bounded')
    const before = Object.keys(saidByLog(vault))
    renameSync(join(folder, 'caf\u00e9.md'), join(folder, 'cafe\u0301.md'))
    await refresh(vault, 'bounded')
    expect(Object.keys(saidByLog(vault))).toEqual(before)
  })
})

test('a folder in which names came and went is compared once, and not again by every read', async () => {
  const { vault, root } = await withCache()
  const folder = dirname(cacheFile)
  writeFileSync(join(root, folder, 'draft.txt'), 'x')
  rmSync(join(root, folder, 'draft.txt'))
  // Some systems tell the times of one moment alike.
  utimesSync(join(root, folder), 1, 1)
  const noted = () => findFolderTime(vault.projections.db, folder)
  expect(noted()).not.toBe(folderTime(root, folder))
  await refresh(vault, 'bounded')
  expect(noted()).toBe(folderTime(root, folder))
})

describe('a file that is gone', () => {
  test('archives its record, and is not made again', async () => {
    const { vault, path, root, adopted } = await withCache()
    rmSync(path)
    await refresh(vault, 'bounded')
    expect(adopted()).toMatchObject([
      { type: 'record.archived', data: { id: 'cache', reason: 'file deleted by hand' } },
    ])
    await rebuild(vault, { acceptDeletions: false })
    expect(recordFiles(root)).toEqual([])
    expect(adopted()).toHaveLength(1)
  })

  test('of a record that is closed already says nothing new: it stays as it was closed', async () => {
    const { vault, root, adopted } = await withCache()
    await put(vault, { id: 'newer', title: 'Newer', body: 'other text', supersedes: 'cache' })
    rmSync(join(root, cacheFile))
    await refresh(vault, 'full')
    expect(adopted()).toEqual([])
    expect(saidByLog(vault)).toMatchObject({ 'acme/cache': { status: 'superseded', supersededBy: 'newer' } })
  })

  test('B094: a renamed file keeps its record', async () => {
    const { vault, root, adopted } = await withCache()
    renameSync(join(root, cacheFile), join(root, 'projects/acme/notes/renamed.md'))
    await refresh(vault, 'bounded')
    expect(adopted()).toEqual([])
    expect(await get(vault, 'cache')).toMatchObject({
      records: [{ id: 'cache', filepath: 'projects/acme/notes/renamed.md' }],
    })
  })

  test('B083: many at once are not taken for meant', async () => {
    const { vault, root, adopted } = await makeMany(30)
    renameSync(join(root, 'projects'), join(root, 'away'))
    mkdirSync(join(root, 'projects'))
    await refresh(vault, 'full')
    expect(adopted()).toEqual([])
    expect(vault.notices.join()).toContain('30 of 30 record files have disappeared')
    rmSync(join(root, 'projects'), { recursive: true })
    renameSync(join(root, 'away'), join(root, 'projects'))
    await refresh(vault, 'full')
    expect(adopted()).toEqual([])
    expect(Object.keys(saidByFiles(root))).toHaveLength(30)
  })

  test('many at once are archived when that is what the person says', async () => {
    const { vault, root, adopted } = await makeMany(30)
    rmSync(join(root, 'projects/acme/notes'), { recursive: true })
    await rebuild(vault, { acceptDeletions: true })
    expect(adopted()).toHaveLength(30)
    expect(recordFiles(root)).toEqual([])
  })
})

test('a view that a person edited is set aside before it is compiled again', async () => {
  const { vault, root } = await withCache()
  appendFileSync(join(root, 'projects/acme/INDEX.md'), '\nmy own line\n')
  await put(vault, { id: 'other', title: 'Other', body: 'text' })
  expect(vault.notices.join()).toContain('set aside')
  expect(readFileSync(join(root, 'projects/acme/INDEX.md'), 'utf8')).not.toContain('my own line')
})

test('a project file that a person edited is set aside before it is compiled again', async () => {
  const { vault, root } = await withCache()
  const path = join(root, 'projects/acme/project.json')
  writeFileSync(path, '{ "name": "mine" }')
  await bindProject(vault, { project, name: 'Theirs', cwd: root })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id: project, name: 'Theirs' })
  const [aside = ''] = readdirSync(join(root, '.sync/quarantine'))
  expect(readFileSync(join(root, '.sync/quarantine', aside), 'utf8')).toBe('{ "name": "mine" }')
})

async function makeMany(count: number) {
  const made = await makeVault()
  for (let n = 0; n < count; n++) await put(made.vault, { id: `n${n}`, title: `Note ${n}`, body: `text ${n}` })
  return { ...made, adopted: () => allEvents(made.vault).filter(({ actor }) => actor === 'adopt') }
}
