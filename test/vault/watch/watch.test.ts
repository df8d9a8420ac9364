/** A watcher takes in edits as they happen, and other commands rely on it only as far as it has come. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemPorts } from '../../../src/lib/ports.ts'
import { saveSetting } from '../../../src/projections/index/setting-rows.ts'
import { vaultPaths } from '../../../src/vault/layout.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { isTidyDue } from '../../../src/vault/upkeep/tidy.ts'
import { closeVault, openVault } from '../../../src/vault/vault.ts'
import { isWatched } from '../../../src/vault/watch/beat.ts'
import { allEvents, recordFiles, saidByFiles, saidByLog } from '../../support/inspect.ts'
import { mayMount, withSmallDisk } from '../../support/small-disk.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { until } from '../../support/until.ts'
import { makeVault, project, put, putAll, testPorts } from '../../support/vault.ts'
import { startWatching } from '../../support/watching.ts'

async function withRecords(count = 3) {
  const made = await makeVault({ ...systemPorts, advance: () => undefined })
  await putAll(
    made.vault,
    Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: `R ${n}`, body: `text ${n}` })),
  )
  const path = (id: string): string => join(made.root, `projects/${project}/notes/${id}.md`)
  const edit = (id: string, from: string, to: string): void =>
    writeFileSync(path(id), readFileSync(path(id), 'utf8').replace(from, to))
  return { ...made, path, edit }
}

test('edits in place, atomic saves, new, moved and deleted files are taken in', async () => {
  const { root, vault, path, edit } = await withRecords()
  const watching = await startWatching(root)
  edit('r0', 'text 0', 'in place')
  await watching.until('adopted')
  writeFileSync(`${path('r1')}~`, readFileSync(path('r1'), 'utf8').replace('text 1', 'saved at once'))
  renameSync(`${path('r1')}~`, path('r1'))
  await watching.until('adopted', 2)
  writeFileSync(path('new'), '---\ntitle: New\n---\nby hand\n')
  await watching.until('adopted', 3)
  mkdirSync(join(root, `projects/${project}/ideas`))
  rmSync(path('r2'))
  await watching.until('adopted', 4)
  expect(await watching.stop()).toEqual({ type: 'ended', adopted: 4, folded: 0 })
  expect(watching.lines).toMatchObject([
    { type: 'ready', vault: root, poll: null },
    { type: 'adopted', change: 'record.upserted', projectId: project, id: 'r0' },
    { type: 'adopted', id: 'r1' },
    { type: 'adopted', id: 'new' },
    { type: 'adopted', change: 'record.archived', id: 'r2' },
  ])
  const said = saidByLog(vault)
  expect(said[`${project}/r0`]).toMatchObject({ body: 'in place' })
  expect(said[`${project}/r1`]).toMatchObject({ body: 'saved at once' })
  expect(said[`${project}/new`]).toMatchObject({ body: 'by hand' })
  // Nothing is left for the next command.
  await refresh(vault, 'full')
  expect(allEvents(vault).filter(({ actor }) => actor === 'adopt')).toHaveLength(4)
})

test('a damaged index ends no watch: it is built anew, and edits are taken in', async () => {
  const { root, vault, edit } = await withRecords()
  const { raw } = vault.projections.db
  const [page] = raw.prepare("SELECT rootpage AS number FROM sqlite_master WHERE name = 'file_states'").all() as {
    number: number
  }[]
  const size = Number(raw.pragma('page_size', { simple: true }))
  closeVault(vault)
  const index = join(root, 'memo.sqlite')
  const bytes = readFileSync(index)
  bytes.fill(0xa5, ((page?.number ?? 0) - 1) * size, (page?.number ?? 0) * size)
  writeFileSync(index, bytes)
  const watching = await startWatching(root)
  edit('r0', 'text 0', 'by hand')
  await watching.until('adopted')
  expect(await watching.stop()).toMatchObject({ adopted: 1 })
  expect(watching.lines).toContainEqual({ type: 'note', text: expect.stringContaining('built anew') })
})

test('what it took in is committed when it ends', async () => {
  const { root, edit } = await withRecords()
  const watching = await startWatching(root)
  edit('r0', 'text 0', 'to be committed')
  await watching.until('adopted')
  await watching.stop()
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  expect(git('show', `HEAD:projects/${project}/notes/r0.md`)).toContain('to be committed')
  expect(git('status', '--short')).toBe('')
})

test('a file that its editor removes and writes anew is one edit, and archives nothing', async () => {
  const { root, vault, path } = await withRecords()
  const watching = await startWatching(root)
  const text = readFileSync(path('r0'), 'utf8').replace('text 0', 'written anew')
  rmSync(path('r0'))
  // Behind the time that an edit needs to come to rest.
  await new Promise((resolve) => setTimeout(resolve, 400))
  writeFileSync(path('r0'), text)
  await watching.until('adopted')
  await watching.stop()
  expect(watching.lines.filter(({ type }) => type === 'adopted')).toHaveLength(1)
  expect(saidByLog(vault)[`${project}/r0`]).toMatchObject({ status: 'active', body: 'written anew' })
})

test('a burst over many files and a new project is taken in whole', async () => {
  const { root, vault, edit } = await withRecords(300)
  const watching = await startWatching(root)
  for (let n = 0; n < 300; n++) edit(`r${n}`, `text ${n}`, `changed ${n}`)
  mkdirSync(join(root, 'projects/other/traps'), { recursive: true })
  writeFileSync(join(root, 'projects/other/traps/one.md'), '---\ntitle: One\n---\nin a new project\n')
  await watching.until('adopted', 301)
  // The folder is followed from then on.
  appendFileSync(join(root, 'projects/other/traps/one.md'), 'and more\n')
  await watching.until('adopted', 302)
  await watching.stop()
  const said = saidByLog(vault)
  for (let n = 0; n < 300; n++) expect(said[`${project}/r${n}`]).toMatchObject({ body: `changed ${n}` })
  expect(said['other/one']?.body).toContain('and more')
})

test('what others log is folded, and its files are written', async () => {
  const { root, vault } = await withRecords()
  const elsewhere = join(makeTempDir(), 'clone')
  cpSync(root, elsewhere, { recursive: true })
  rmSync(join(elsewhere, '.sync/writer.json'))
  const clone = await openVault(elsewhere)
  await put(clone, { id: 'theirs', title: 'Theirs', body: 'from elsewhere' })
  closeVault(clone)
  const watching = await startWatching(root)
  cpSync(join(elsewhere, 'events'), join(root, 'events'), { recursive: true })
  await watching.until('folded')
  await watching.stop()
  expect(recordFiles(root)).toContain(`projects/${project}/notes/theirs.md`)
  expect(saidByFiles(root)).toEqual(saidByLog(vault))
})

test('a file that cannot be followed is told once, and the watch goes on', async () => {
  const { root, path, edit } = await withRecords()
  const watching = await startWatching(root)
  writeFileSync(path('r0'), '---\ntitle: "abc "def"\n---\nx\n')
  await watching.until('note')
  edit('r1', 'text 1', 'after it')
  await watching.until('adopted')
  await watching.stop()
  expect(watching.lines.map(({ type }) => type)).toEqual(['ready', 'note', 'adopted'])
})

test('one watches a vault; when it is over, the next may', async () => {
  const { root } = await withRecords()
  const watching = await startWatching(root)
  await expect(startWatching(root)).rejects.toMatchObject({ code: 'BUSY' })
  await watching.stop()
  await (await startWatching(root)).stop()
})

test('polling finds the same without being told, and claims nothing', async () => {
  const { root, edit } = await withRecords()
  const watching = await startWatching(root, 1000)
  edit('r0', 'text 0', 'found by looking')
  await watching.until('adopted')
  expect(isWatched(vaultPaths(root), Date.now())).toBe(false)
  expect(watching.lines[0]).toEqual({ type: 'ready', vault: root, poll: 1 })
  await watching.stop()
})

/** A watcher beats as long as somebody asks. */
function untilWatched(root: string): Promise<void> {
  return until(() => isWatched(vaultPaths(root), Date.now()), 10_000)
}

test('it answers whoever asks, until it is over', async () => {
  const { root } = await withRecords()
  const watching = await startWatching(root)
  await untilWatched(root)
  await watching.stop()
  expect(isWatched(vaultPaths(root), Date.now())).toBe(false)
})

test('while it has seen everything other commands look at no file', async () => {
  const { root, vault, ports } = await makeVault()
  await put(vault, { id: 'one', title: 'One', body: 'text' })
  const { watchSeen } = vaultPaths(root)
  writeFileSync(watchSeen, '')
  utimesSync(watchSeen, ports.now() / 1000, ports.now() / 1000)
  const [file = ''] = recordFiles(root)
  appendFileSync(join(root, file), 'more\n')
  const events = allEvents(vault).length
  await refresh(vault, 'bounded')
  expect(allEvents(vault)).toHaveLength(events)
  await refresh(vault, 'full')
  expect(allEvents(vault)).toHaveLength(events + 1)
})

test.each([
  ['that was killed', -5000],
  ['that had seen all a little too long ago', -1500],
  ['of a clock that was set back', 60_000],
])('a watcher %s hides nothing', async (_, ms) => {
  const { root, vault, edit } = await withRecords()
  const { watchSeen } = vaultPaths(root)
  writeFileSync(watchSeen, '')
  const time = (Date.now() + ms) / 1000
  utimesSync(watchSeen, time, time)
  edit('r0', 'text 0', 'not hidden')
  await refresh(vault, 'bounded')
  expect(saidByLog(vault)[`${project}/r0`]).toMatchObject({ body: 'not hidden' })
})

test('it claims nothing while an edit is not taken in', async () => {
  const { root, vault, path } = await withRecords()
  const watching = await startWatching(root)
  await untilWatched(root)
  rmSync(path('r0'))
  // Whatever a command is told now, the deletion is older than what it may rely on only when it was taken in.
  const removed = Date.now()
  const isTaken = (): boolean => saidByLog(vault)[`${project}/r0`]?.status === 'archived'
  while (!isTaken()) {
    const now = Date.now()
    if (isWatched(vaultPaths(root), now) && now - removed > 1000) expect(isTaken()).toBe(true)
    if (now - removed > 10_000) throw new Error('never taken in')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await watching.stop()
})

test('a file that is written anew between two polls is one edit, and one that stays away is archived', async () => {
  const { root, vault, path } = await withRecords()
  const watching = await startWatching(root, 300)
  const text = readFileSync(path('r0'), 'utf8').replace('text 0', 'written anew')
  rmSync(path('r0'))
  rmSync(path('r1'))
  // Behind a poll that finds both gone.
  await new Promise((resolve) => setTimeout(resolve, 500))
  writeFileSync(path('r0'), text)
  await watching.until('adopted', 2)
  await watching.stop()
  expect(watching.lines.filter(({ type }) => type === 'adopted')).toHaveLength(2)
  expect(saidByLog(vault)).toMatchObject({
    [`${project}/r0`]: { status: 'active', body: 'written anew' },
    [`${project}/r1`]: { status: 'archived' },
  })
})

test('it tidies the index up when it has been idle and enough has happened', async () => {
  const { root, vault } = await withRecords()
  // As if a thousand events had been folded since.
  saveSetting(vault.projections.db, 'tidied', JSON.stringify({ at: 0, events: -1000 }))
  expect(isTidyDue(vault)).toBe(true)
  const watching = await startWatching(root, undefined, 20)
  await until(() => !isTidyDue(vault), 20_000)
  expect(await watching.stop()).toEqual({ type: 'ended', adopted: 0, folded: 0 })
})

test.skipIf(!mayMount)('a full disk ends no watch: the edit is taken in when there is room again', async () => {
  await withSmallDisk('16m', async ({ path, resize, fill }) => {
    const { root, vault } = await makeVault(testPorts(), path)
    await put(vault, { id: 'one', title: 'One', body: 'makes the folder' })
    closeVault(vault)
    const watching = await startWatching(root)
    writeFileSync(join(root, `projects/${project}/notes/two.md`), 'by hand')
    fill()
    await watching.until('note')
    expect(watching.lines.at(-1)).toEqual({ type: 'note', text: 'the disk is full; trying again' })
    resize('16m')
    await watching.until('adopted')
    expect(await watching.stop()).toMatchObject({ adopted: 1 })
  })
})
