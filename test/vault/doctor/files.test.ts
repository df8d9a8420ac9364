/** The doctor on the Markdown files: unreadable, conflicting, missing, doubled, and named alike. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSetting } from '../../../src/projections/index/setting-rows.ts'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { massDeletionSetting } from '../../../src/vault/adopt-changes.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { bindProject } from '../../../src/vault/projects.ts'
import { listRecords } from '../../../src/vault/reading/list.ts'
import { refresh, write } from '../../../src/vault/refresh.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { upsertBatch } from '../../../src/vault/writing/upsert-batch.ts'
import { codes, findings, fixed } from '../../support/doctor.ts'
import { recordFiles, saidByFiles, saidByIndex, saidByLog } from '../../support/inspect.ts'
import { findIds } from '../../support/search-vault.ts'
import { get, hit, makeVault, project, put } from '../../support/vault.ts'

async function withNotes(...ids: string[]) {
  const made = await makeVault()
  for (const id of ids) await put(made.vault, { id, title: id, body: `about ${id}` })
  const path = (name: string): string => join(made.root, 'projects', project, 'notes', name)
  const place = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), text)
  }
  return { ...made, path, place }
}

/** Writes many records at once and tells their number. */
async function putMany(vault: Vault, count: number): Promise<void> {
  const lines = async function* () {
    for (let n = 1; n <= count; n++)
      yield JSON.stringify({ id: `r${n}`, kind: 'note', title: `Record ${n}`, body: `text ${n}` })
  }
  expect((await upsertBatch(vault, lines(), { project, cwd: '/' })).accepted).toBe(count)
}

function titles(vault: Vault): string[] {
  return Object.values(saidByIndex(vault))
    .map(({ title }) => String(title))
    .sort()
}

describe('a file that cannot be read', () => {
  test('B046 because a key stands there twice is named with its line, and the others work', async () => {
    const { vault, place } = await withNotes('one', 'two', 'three')
    place('two.md', '---\ntitle: A\ntags: [x]\ntitle: B\n---\nbody\n')
    expect(await findings(vault)).toMatchObject([
      {
        code: 'file-unreadable',
        severity: 'error',
        subject: `projects/${project}/notes/two.md`,
        message: expect.stringMatching(/line 4/),
      },
    ])
    expect(titles(vault)).toEqual(['one', 'three', 'two'])
    place('two.md', '---\ntitle: B\ntags: [x]\n---\nbody\n')
    expect(await findings(vault)).toEqual([])
    expect(titles(vault)).toEqual(['B', 'one', 'three'])
  })

  test('B113 because of conflict markers is a conflict and stays byte for byte; an example in a fence is text', async () => {
    const { vault, path, place } = await withNotes('in-front', 'in-body', 'in-fence')
    const markers = '<<<<<<< HEAD\ntitle: Ours\n=======\ntitle: Theirs\n>>>>>>> topic\n'
    const texts = {
      'in-front.md': `---\n${markers}---\nbody\n`,
      'in-body.md': `---\ntitle: Body\n---\nbefore\n\n${markers}`,
      'in-fence.md': `---\ntitle: Fence\n---\nbefore\n\n\`\`\`\n${markers}\`\`\`\n`,
    }
    for (const [name, text] of Object.entries(texts)) place(name, text)
    expect(await findings(vault)).toMatchObject([
      { code: 'file-conflict', subject: `projects/${project}/notes/in-body.md` },
      { code: 'file-conflict', subject: `projects/${project}/notes/in-front.md` },
    ])
    expect(titles(vault)).toEqual(['Fence', 'in-body', 'in-front'])
    await put(vault, { id: 'in-body', tags: ['x'] })
    await fixVault(vault)
    for (const [name, text] of Object.entries(texts)) expect(readFileSync(path(name), 'utf8')).toBe(text)
    expect(await codes(vault)).toEqual(['file-conflict'])
  })

  test('because another file has its id names that file', async () => {
    const { vault, path, place } = await withNotes('one')
    place('copy.md', readFileSync(path('one.md'), 'utf8'))
    expect(await findings(vault)).toMatchObject([
      {
        code: 'file-duplicate-id',
        subject: `projects/${project}/notes/copy.md`,
        message: expect.stringContaining('notes/one.md'),
      },
    ])
  })
})

test('a backslash in a name is a part of it where the system says so', async () => {
  const { vault, place } = await withNotes('one')
  place('a\\b.md', '# Both\n\ntext\n')
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  place('deep/a\\b.md', `the key ${secret}\n`)
  const subjects = (await findings(vault)).map(({ code, subject }) => [code, subject])
  expect(subjects).toEqual([
    ['file-elsewhere', `projects/${project}/notes/deep/a\\b.md`],
    ['secret-in-file', `projects/${project}/notes/deep/a\\b.md:1`],
  ])
})

test('of a file that never could be read no last good version is told', async () => {
  const { vault, place } = await withNotes('one')
  place('one.md', '---\ntitle: [\n---\ntext\n')
  place('new.md', '---\ntitle: [\n---\ntext\n')
  expect((await findings(vault)).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The file is not followed: line 3: /),
    expect.stringMatching(/^The file is not followed, and its last good version is served: line 3: /),
  ])
})

test.runIf(process.platform === 'linux')(
  'a file whose name is no UTF-8 is told, since it cannot be read under any',
  async () => {
    const { vault, root } = await withNotes('one')
    const folder = join(root, 'projects', project, 'notes')
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'my words\n')
    writeFileSync(join(folder, 'odd-\u{fffd}.md'), 'This can be read.\n')
    expect(await findings(vault)).toMatchObject([
      { code: 'file-unnamed', severity: 'warning', subject: `projects/${project}/notes/caf\u{fffd}.md` },
    ])
  },
)

describe('names that are alike', () => {
  test('B061: ids made from titles never differ only in case; a hand-made pair is reported', async () => {
    const { vault, root, place } = await withNotes()
    for (const [n, title] of ['Cache Plan', 'cache plan', 'README', 'readme'].entries())
      await put(vault, { title, body: `text ${n}` })
    const names = recordFiles(root)
    expect(names).toHaveLength(4)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4)
    expect(await findings(vault)).toEqual([])
    place('Hand.md', 'upper\n')
    place('hand.md', 'lower\n')
    expect(await findings(vault)).toMatchObject([
      { code: 'file-names-alike', severity: 'warning', message: expect.stringContaining('letter case') },
    ])
  })

  test('B063: a name in NFC and in NFD is one record when renamed, and reported when both are there', async () => {
    const { vault, place, path } = await withNotes()
    const [nfc, nfd] = ['caf\u00e9.md', 'cafe\u0301.md']
    place(nfc, 'drinks\n')
    await refresh(vault, 'full')
    renameSync(path(nfc), path(nfd))
    await refresh(vault, 'full')
    expect(Object.keys(saidByIndex(vault))).toEqual([`${project}/cafe`])
    expect(await findings(vault)).toEqual([])
    place(nfc, 'other drinks\n')
    expect(await findings(vault)).toMatchObject([
      { code: 'file-names-alike', message: expect.stringContaining('accented letter') },
    ])
  })
})

describe('files that are gone', () => {
  test('B083: thirty at once stop and ask, are written anew by a fix, and archive nothing', async () => {
    const { vault, root } = await withNotes()
    await putMany(vault, 30)
    renameSync(join(root, 'projects'), join(root, 'away'))
    mkdirSync(join(root, 'projects'))
    expect((await findings(vault))[0]).toMatchObject({
      code: 'files-vanished',
      severity: 'error',
      message: expect.stringContaining('30'),
    })
    expect(vault.notices.join()).toContain('30 of 30')
    await put(vault, { id: 'r1', title: 'Record 1', tags: ['x'] })
    expect(await codes(vault)).toContain('files-vanished')
    rmSync(join(root, 'projects'), { recursive: true })
    renameSync(join(root, 'away'), join(root, 'projects'))
    expect(await codes(vault)).not.toContain('files-vanished')
    expect(readSetting(vault.projections.db, massDeletionSetting)).toBeUndefined()
    rmSync(join(root, 'projects'), { recursive: true })
    expect(await fixed(vault)).toContain('files-vanished')
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
    expect(Object.values(saidByIndex(vault)).map(({ status }) => status)).toEqual(Array(30).fill('active'))
    expect(readFileSync(join(root, 'projects', project, 'INDEX.md'), 'utf8')).toContain('Record 30')
  })

  test('a few with the whole folder are no deletions either, even after a write made the folder anew', async () => {
    const { vault, root } = await withNotes('one', 'two', 'three')
    rmSync(join(root, 'projects'), { recursive: true })
    await refresh(vault, 'full')
    await put(vault, { id: 'one', title: 'One again' })
    await refresh(vault, 'full')
    expect(Object.values(saidByIndex(vault)).map(({ status }) => status)).toEqual(['active', 'active', 'active'])
    expect(await fixed(vault)).toContain('files-vanished')
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
  })

  test('B092: any number is archived when that is accepted, and the vault stays sound', {
    timeout: process.env.MEMO_TORTURE === 'full' ? 3_600_000 : 120_000,
  }, async () => {
    // The long run has more than SQLite takes values at a time.
    const count = process.env.MEMO_TORTURE === 'full' ? 33_000 : 500
    const { vault, root } = await withNotes()
    await putMany(vault, count)
    for (const path of recordFiles(root)) unlinkSync(join(root, path))
    const result = await findings(vault, false)
    expect(result).toMatchObject([{ code: 'files-vanished', message: expect.stringContaining(String(count)) }])
    const prepared: string[] = []
    const { raw } = vault.projections.db
    const prepare = raw.prepare.bind(raw)
    raw.prepare = (sql) => {
      prepared.push(sql)
      return prepare(sql)
    }
    await rebuild(vault, { acceptDeletions: true })
    // SQLite takes 32,766 values at a time: none of these grows with the records.
    expect(Math.max(...prepared.map((sql) => sql.split('?').length))).toBeLessThan(count / 2)
    const { total } = await listRecords(vault, {
      kinds: undefined,
      statuses: ['archived'],
      ...noNarrowing,
      projects: [project],
      allProjects: false,
      includeEphemeral: true,
      includeExpired: true,
      sort: 'updated',
      limit: 1,
      offset: 0,
      cwd: '/',
    })
    expect(total).toBe(count)
    expect(await findings(vault)).toEqual([])
  })

  test('B094: a removed one leaves the default scope, a renamed one keeps its record', async () => {
    const { vault, path } = await withNotes('one', 'two', 'three')
    rmSync(path('one.md'))
    renameSync(path('two.md'), path('second.md'))
    await refresh(vault, 'bounded')
    expect(saidByIndex(vault)[`${project}/one`]).toMatchObject({ status: 'archived' })
    const places = { one: undefined, two: 'second.md', three: 'three.md' }
    for (const [id, place] of Object.entries(places)) {
      expect(await findIds(vault, `"about ${id}"`), id).toEqual(place === undefined ? [] : [id])
      if (place === undefined) continue
      expect(await get(vault, id)).toMatchObject({ records: [{ id, filepath: `projects/${project}/notes/${place}` }] })
    }
    expect(await findings(vault)).toEqual([])
  })

  test('a record whose file was never written gets it from a fix', async () => {
    const { vault, root, path } = await withNotes('one')
    rmSync(path('one.md'))
    vault.projections.db.raw.exec('DELETE FROM file_states; DELETE FROM outbox')
    expect(await findings(vault)).toMatchObject([
      { code: 'file-missing', subject: `${project}/one`, severity: 'warning' },
    ])
    expect(await fixed(vault)).toEqual(['file-missing'])
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
  })
})

test.skipIf(process.getuid?.() === 0)(
  'a file that could not be written is listed with the reason, and written by a fix',
  async () => {
    const { vault, root, path } = await withNotes('one')
    chmodSync(dirname(path('one.md')), 0o500)
    await put(vault, { id: 'one', body: 'newer text' })
    const found = await findings(vault)
    chmodSync(dirname(path('one.md')), 0o700)
    expect(found).toMatchObject([
      { code: 'file-pending', subject: `${project}/one`, message: expect.stringContaining('EACCES') },
      { code: 'errors-logged', subject: 'projection' },
    ])
    await fixVault(vault)
    expect(await codes(vault)).toEqual(['errors-logged'])
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
  },
)

test('a write that something stands in the way of is listed and keeps no other from its file', async () => {
  const { vault, root, path } = await withNotes('one', 'two')
  rmSync(path('one.md'))
  mkdirSync(path('one.md'))
  vault.projections.db.raw.exec("DELETE FROM file_states WHERE id = 'one'")
  await put(vault, { id: 'one', body: 'newer text' })
  await put(vault, { id: 'two', body: 'newer text' })
  expect(readFileSync(path('two.md'), 'utf8')).toContain('newer text')
  expect(await findings(vault)).toMatchObject([
    { code: 'file-pending', subject: `${project}/one`, message: expect.stringContaining('EISDIR') },
    { code: 'errors-logged', subject: 'projection' },
  ])
  rmSync(path('one.md'), { recursive: true })
  await fixVault(vault)
  expect(await codes(vault)).toEqual(['errors-logged'])
  expect(saidByFiles(root)).toEqual(saidByLog(vault))
})

test('a compiled view that was removed is written again', async () => {
  const { vault, root } = await withNotes('one')
  const view = join(root, 'projects', project, 'INDEX.md')
  const before = readFileSync(view, 'utf8')
  rmSync(view)
  expect(await findings(vault)).toMatchObject([{ code: 'file-missing', subject: `projects/${project}/INDEX.md` }])
  expect(await fixed(vault)).toEqual(['file-missing'])
  expect(readFileSync(view, 'utf8')).toBe(before)
})

test('counters that were changed by hand are found by a deep look and put right', async () => {
  const { vault, path, root } = await withNotes('one')
  await hit(vault, 'one')
  const text = readFileSync(path('one.md'), 'utf8')
  writeFileSync(path('one.md'), text.replace('hits: 1', 'hits: 99').replace('about one', 'mine'))
  await refresh(vault, 'full')
  expect(await codes(vault, false)).toEqual([])
  expect(await findings(vault)).toMatchObject([{ code: 'file-counters', message: expect.stringContaining('hits') }])
  expect(await fixed(vault)).toEqual(['file-counters'])
  expect(saidByFiles(root)).toEqual(saidByLog(vault))
  expect(saidByLog(vault)[`${project}/one`]).toMatchObject({ body: 'mine', hits: 1 })
})

test('hand edits of compiled files are set aside and told; Markdown that nobody reads is told too', async () => {
  const { vault, root } = await withNotes('one')
  for (const title of ['Two', 'Three']) {
    writeFileSync(join(root, 'projects', project, 'INDEX.md'), `my own words on ${title}\n`)
    await put(vault, { title, body: 'text' })
  }
  await bindProject(vault, { project, name: 'One', cwd: root })
  writeFileSync(join(root, 'projects', project, 'project.json'), '{}')
  await bindProject(vault, { project, name: 'Two', cwd: root })
  mkdirSync(join(root, 'projects', project, 'ideas'))
  writeFileSync(join(root, 'projects', project, 'ideas', 'x.md'), 'an idea\n')
  expect(await findings(vault)).toMatchObject([
    { code: 'file-elsewhere', severity: 'info', subject: `projects/${project}/ideas/x.md` },
    ...['INDEX.md', 'INDEX.md', 'project.json'].map((name) => ({
      code: 'view-edited',
      subject: expect.stringContaining(`-${name}.edited.`),
    })),
  ])
})

test('a fix during a write of another process waits for it', async () => {
  const { vault, reopen } = await withNotes('one')
  const other = await reopen()
  Object.assign(other.config.lock, { waitMs: 10 })
  await write(vault, { label: 'test' }, () => {
    expect(() => other.lock.hold(10, 'x', () => undefined)).toThrow(/held by/)
  })
  expect((await fixVault(other)).fixed).toEqual([])
})
