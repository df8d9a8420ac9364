/** People without memo: commits made on a forge's web page, or with an editor and git. */
import { appendFileSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refresh } from '../../../src/vault/refresh.ts'
import { type Clone, filesOf, git, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { allEvents, dumpIndex, saidByFiles, saidByLog } from '../../support/inspect.ts'
import { put, putAll } from '../../support/vault.ts'

const path = 'projects/acme/decisions/one.md'

interface Scene {
  a: Clone
  b: Clone
  all: Clone[]
  /** Commits what the work does in a clone of plain git, and pushes it. */
  edit(work: (root: string) => void): void
  close(): void
}

async function makeScene(): Promise<Scene> {
  const { a, b, all, remote, folder, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', kind: 'decision', title: 'One', body: 'text', tags: ['x'] })
  for (const { vault } of [a, b]) await sync(vault)
  const plain = join(folder, 'plain')
  const edit = (work: (root: string) => void): void => {
    rmSync(plain, { recursive: true, force: true })
    git(folder, 'clone', '-q', remote, plain)
    work(plain)
    git(plain, 'add', '--all')
    git(plain, 'commit', '-q', '-m', 'on the web')
    git(plain, 'push', '-q')
  }
  return { a, b, all, edit, close }
}

function change(root: string, from: string | RegExp, to: string): void {
  writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace(from, to))
}

function bySync({ vault }: Clone) {
  return allEvents(vault).filter(({ actor }) => actor === 'sync')
}

function expectAlike({ a, b }: Scene): void {
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
  expect(saidByFiles(a.root)).toEqual(saidByLog(a.vault))
}

test('an edit is adopted as what changed, merges with one of another field, and keeps its comments', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  edit((root) => change(root, /^title: One/m, '# why it is called so\ntitle: Uno'))
  await put(a.vault, { id: 'one', kind: 'decision', tags: ['y'] })
  const result = await sync(a.vault)
  expect(result).toMatchObject({ events: { adopted: 1 }, foreign: [{ author: 'Ada', subject: 'on the web' }] })
  expect(bySync(a)).toMatchObject([{ type: 'record.upserted', data: { id: 'one', set: { title: 'Uno' } } }])
  await syncUntilQuiet(all)
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ title: 'Uno', tags: ['y'] })
  expectAlike(scene)
  close()
})

test('comments of an edit stay where nothing else touched the file', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  edit((root) => change(root, /^title: One/m, '# why it is called so\ntitle: Uno'))
  await syncUntilQuiet(all)
  expect(readFileSync(join(a.root, path), 'utf8')).toContain('# why it is called so\ntitle: Uno')
  expectAlike(scene)
  close()
})

test('an edit that two clones adopt before they meet counts once in what they come to', async () => {
  const scene = await makeScene()
  const { a, b, all, edit, close } = scene
  edit((root) => change(root, /^text$/m, 'text from the web'))
  git(b.root, 'pull', '-q', '--ff-only')
  b.ports.advance(5000)
  await put(b.vault, { id: 'one', kind: 'decision', title: 'By B' })
  a.ports.advance(1000)
  await sync(a.vault)
  await syncUntilQuiet(all)
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ title: 'By B', body: expect.stringContaining('from the web') })
  expectAlike(scene)
  close()
})

test('a file that another clone wrote anew after a hand edit is no edit of its time of change', async () => {
  const scene = await makeScene()
  const { a, b, all, close } = scene
  for (const round of [1, 2, 3]) {
    a.ports.advance(60_000)
    change(a.root, /^text.*$/m, `text ${round}`)
    await refresh(a.vault, 'full')
    await sync(a.vault)
    await put(b.vault, { id: `b-${round}`, title: 'B', body: 'text' })
    await sync(b.vault)
  }
  await syncUntilQuiet(all)
  expect([...bySync(a), ...bySync(b)]).toEqual([])
  expectAlike(scene)
  close()
})

test('what another clone has adopted and changed since is not adopted again', async () => {
  const scene = await makeScene()
  const { a, b, all, edit, close } = scene
  edit((root) => change(root, /^title: One/m, 'title: Uno'))
  await sync(b.vault)
  await put(b.vault, { id: 'one', kind: 'decision', title: 'By B' })
  await sync(b.vault)
  a.ports.advance(60_000)
  expect(await sync(a.vault)).toMatchObject({ events: { adopted: 0 } })
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ title: 'By B' })
  await syncUntilQuiet(all)
  expectAlike(scene)
  close()
})

test('an edit back to an earlier value is an edit', async () => {
  const scene = await makeScene()
  const { a, b, all, edit, close } = scene
  await put(b.vault, { id: 'one', kind: 'decision', title: 'Two' })
  await put(b.vault, { id: 'one', kind: 'decision', title: 'Three' })
  await sync(b.vault)
  edit((root) => change(root, /^title: Three/m, 'title: Two'))
  await sync(a.vault)
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ title: 'Two' })
  await syncUntilQuiet(all)
  expectAlike(scene)
  close()
})

test('a new file becomes a record, a deleted one archives its record, a moved one does neither', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  await putAll(a.vault, [
    { id: 'two', kind: 'note', title: 'Two', body: 'two' },
    { id: 'three', kind: 'note', title: 'Three', body: 'three' },
  ])
  await syncUntilQuiet(all)
  edit((root) => {
    writeFileSync(join(root, 'projects/acme/notes/from-web.md'), '# From the web\n\ntext\n')
    rmSync(join(root, 'projects/acme/notes/two.md'))
    git(root, 'mv', 'projects/acme/notes/three.md', 'projects/acme/notes/renamed.md')
  })
  await sync(a.vault)
  expect(saidByLog(a.vault)).toMatchObject({
    'acme/from-web': { title: 'From the web', kind: 'note' },
    'acme/two': { status: 'archived' },
    'acme/three': { status: 'active' },
  })
  await syncUntilQuiet(all)
  expect(dumpIndex(all[1]?.vault ?? a.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(all[1]?.root ?? '')).toEqual(filesOf(a.root))
  expect(Object.keys(filesOf(a.root)).filter((file) => file.startsWith('projects/acme/notes/'))).toEqual([
    'projects/acme/notes/from-web.md',
    'projects/acme/notes/renamed.md',
  ])
  close()
})

test('B083: many files deleted at once are not taken as meant, and come back', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  await putAll(
    a.vault,
    Array.from({ length: 25 }, (_, n) => ({ id: `n${n}`, title: `N ${n}`, body: `body ${n}` })),
  )
  await syncUntilQuiet(all)
  edit((root) => rmSync(join(root, 'projects/acme/notes'), { recursive: true }))
  const result = await sync(a.vault)
  expect(result).toMatchObject({ events: { adopted: 0 } })
  expect(result.skipped).toHaveLength(25)
  await syncUntilQuiet(all)
  expect(saidByLog(a.vault)['acme/n7']).toMatchObject({ status: 'active' })
  expectAlike(scene)
  close()
})

test('B113: conflict markers never reach a record; in a code fence they are text', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  const markers = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main'
  edit((root) => change(root, /^text$/m, markers))
  const result = await sync(a.vault)
  expect(result.skipped).toMatchObject([{ path, reason: expect.stringContaining('conflict markers') }])
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ body: expect.stringMatching(/^text/) })
  expect(readFileSync(join(a.root, path), 'utf8')).not.toContain('<<<<<<<')
  await syncUntilQuiet(all)
  edit((root) => change(root, /^text$/m, `\`\`\`\n${markers}\n\`\`\``))
  expect(await sync(a.vault)).toMatchObject({ events: { adopted: 1 }, skipped: [] })
  await syncUntilQuiet(all)
  expect(saidByLog(a.vault)['acme/one']).toMatchObject({ body: expect.stringContaining('<<<<<<< HEAD') })
  expectAlike(scene)
  close()
})

test('a file that does not parse is left out and told, and stays in git', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  edit((root) => change(root, /^title: One/m, 'title: [One'))
  const { skipped, commit } = await sync(a.vault)
  expect(skipped).toMatchObject([{ path }])
  expect(git(a.root, 'show', `${commit}^:${path}`)).toContain('title: [One')
  await syncUntilQuiet(all)
  expectAlike(scene)
  close()
})

test('an edit that holds what looks like a secret is not taken into the log', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  const secret = `ghp_${'0a1B2c3D4e5F6g7H8i9J'.repeat(2).slice(0, 36)}`
  edit((root) => change(root, /^text$/m, `log in with ${secret}`))
  expect((await sync(a.vault)).skipped).toMatchObject([{ path }])
  await syncUntilQuiet(all)
  expect(JSON.stringify(saidByLog(a.vault))).not.toContain(secret)
  expect(readFileSync(join(a.root, path), 'utf8')).not.toContain(secret)
  expectAlike(scene)
  close()
})

test('settings of both sides stand, a bad one is refused, and ignore rules unite', async () => {
  const scene = await makeScene()
  const { a, b, all, edit, close } = scene
  writeFileSync(join(a.root, 'config.json'), '{"version": 1, "ttl": {"scratchDays": 3}}\n')
  appendFileSync(join(a.root, '.gitignore'), '/mine/\n')
  edit((root) => {
    writeFileSync(join(root, 'config.json'), '{"version": 1, "session": {"ttlDays": 2}, "ttl": {"scratchDays": 9}}\n')
    appendFileSync(join(root, '.gitignore'), Buffer.from('/Entw\xfcrfe/\n', 'latin1'))
    writeFileSync(join(root, 'README.md'), '# Our memory\n')
    mkdirSync(join(root, 'projects/acme/images'), { recursive: true })
    writeFileSync(join(root, 'projects/acme/images/a.svg'), '<svg/>')
  })
  const result = await sync(a.vault)
  expect(result).toMatchObject({
    settings: ['session'],
    skipped: [{ path: 'config.json', reason: expect.stringContaining('ttl.scratchDays') }],
  })
  await syncUntilQuiet(all)
  expect(JSON.parse(readFileSync(join(b.root, 'config.json'), 'utf8'))).toEqual({
    version: 1,
    session: { ttlDays: 2 },
    ttl: { scratchDays: 3 },
  })
  expect(readFileSync(join(b.root, '.gitignore'), 'latin1')).toMatch(/\n\/mine\/\n\/Entw\xfcrfe\/\n$/)
  for (const { root } of all) {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('# Our memory\n')
    expect(git(root, 'status', '--porcelain')).toBe('')
  }
  edit((root) => writeFileSync(join(root, 'config.json'), '{"version": 1, "session": {"ttlDays": "long"}}\n'))
  expect((await sync(a.vault)).skipped).toMatchObject([{ path: 'config.json' }])
  await syncUntilQuiet(all)
  expectAlike(scene)
  close()
})

test('links and files of one machine are not taken, and nothing is written through a link', async () => {
  const scene = await makeScene()
  const { a, all, edit, close } = scene
  const outside = join(a.root, '..', 'outside')
  mkdirSync(outside)
  edit((root) => {
    symlinkSync(outside, join(root, 'projects/acme/notes'))
    symlinkSync('/etc/hostname', join(root, 'projects/acme/decisions/link.md'))
    mkdirSync(join(root, '.sync'))
    writeFileSync(join(root, '.sync/writer.json'), '{}')
    git(root, 'add', '--force', '.sync/writer.json')
  })
  const before = readFileSync(join(a.root, '.sync/writer.json'), 'utf8')
  const { skipped } = await sync(a.vault)
  expect(skipped.map((each) => each.path).sort()).toEqual([
    '.sync/writer.json',
    'projects/acme/decisions/link.md',
    'projects/acme/notes',
  ])
  expect(readFileSync(join(a.root, '.sync/writer.json'), 'utf8')).toBe(before)
  await syncUntilQuiet(all)
  expectAlike(scene)
  close()
})

test('a link that a clone has committed leaves the commits, stays on its disk, and is not put back', async () => {
  const { a, b, all, close } = await makeScene()
  const link = join(a.root, 'projects/acme/link.txt')
  symlinkSync('/etc/hostname', link)
  git(a.root, 'add', '--all')
  git(a.root, 'commit', '-q', '-m', 'a link')
  await syncUntilQuiet(all)
  await put(b.vault, { id: 'two', kind: 'decision', title: 'Two', body: 'text' })
  await put(a.vault, { id: 'three', kind: 'decision', title: 'Three', body: 'text' })
  await syncUntilQuiet(all)
  for (const { root } of all) expect(git(root, 'ls-tree', '-r', 'HEAD')).not.toContain('link.txt')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  close()
})
