/** Who this clone is: copies, restored backups and shared folders go on under a writer id of their own, once each. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rehomeBranch } from '../../src/events/rehome.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { readWriter } from '../../src/vault/writer.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, put, testPorts } from '../support/vault.ts'

async function openAt(root: string, seed: number): Promise<Vault> {
  const vault = await openVault(root, { ports: testPorts(undefined, seed) })
  onTestFinished(() => closeVault(vault))
  return vault
}

const note = (vault: Vault, title: string) => put(vault, { title, body: 'text' })

function writers(root: string): string[] {
  return readdirSync(join(root, 'events')).sort()
}

/** The place of the vault as the file has it, changed behind its back. */
function changePlace(root: string, change: (place: { [field: string]: unknown }) => object): void {
  const path = join(root, '.sync', 'writer.json')
  const { places } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ places: places.map(change) }))
}

test('a vault that is moved or opened again stays who it is', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  closeVault(vault)
  renameSync(root, `${root}-moved`)
  const moved = await openAt(`${root}-moved`, 50)
  await note(moved, 'Two')
  expect(moved.notices).toEqual([])
  expect(writers(`${root}-moved`)).toHaveLength(1)
})

test('a copy becomes a writer of its own at its first write, says so once, and loses nothing', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  const copy = `${root}-copy`
  cpSync(root, copy, { recursive: true, preserveTimestamps: true })
  const there = await openAt(copy, 90)
  const [before] = writers(copy)
  await note(there, 'Two')
  expect(there.notices).toEqual([
    expect.stringMatching(
      new RegExp(`^this vault is a copy: it writes as .+ from now on, and keeps the log of ${before}$`),
    ),
  ])
  const again = await openAt(copy, 120)
  await note(again, 'Three')
  expect(again.notices).toEqual([])
  expect(writers(copy)).toHaveLength(2)
  await note(vault, 'Four')
  expect(writers(root)).toEqual([before])
})

test('two machines that share a folder each find their own id again', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  const here = readWriter(vault.paths)?.writer
  // What the other machine made of the file, brought here by the tool.
  changePlace(root, (place) => ({ ...place, inode: Number(place.inode) + 1, host: 'other' }))
  const renewed = await openAt(root, 60)
  await note(renewed, 'Two')
  const second = readWriter(renewed.paths)?.writer
  expect(second).not.toBe(here)
  const { places } = JSON.parse(readFileSync(join(root, '.sync', 'writer.json'), 'utf8'))
  expect(places.map((place: { writer: string }) => place.writer)).toEqual([second, here])
  const path = join(root, '.sync', 'writer.json')
  writeFileSync(path, JSON.stringify({ places: places.toReversed() }))
  const again = await openAt(root, 70)
  await note(again, 'Three')
  expect(readWriter(again.paths)?.writer).toBe(second)
})

test('the list of places is bounded, and the newest ones stay', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  for (let n = 0; n < 20; n++) {
    changePlace(root, (place) => ({ ...place, inode: Number(place.inode) + 1 }))
    await note(await openAt(root, 100 + n), `Note ${n}`)
  }
  const { places } = JSON.parse(readFileSync(join(root, '.sync', 'writer.json'), 'utf8'))
  expect(places).toHaveLength(16)
  expect(places[0].writer).toBe(readWriter(vault.paths)?.writer)
})

test('a container with another host name on the same folder is the same writer', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  await note(vault, 'Two')
  expect(JSON.parse(readFileSync(vault.paths.writer, 'utf8')).places[0].birth).toBe(
    statSync(vault.paths.local).birthtimeMs,
  )
  changePlace(root, (place) => ({ ...place, host: 'f00dcafe' }))
  const again = await openAt(root, 60)
  await note(again, 'Three')
  expect([again.notices, writers(root).length]).toEqual([[], 1])
})

test('a folder made anew with the same inode is a copy', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  await note(vault, 'Two')
  changePlace(root, (place) => ({ ...place, birth: Number(place.birth) - 5000 }))
  const again = await openAt(root, 60)
  await note(again, 'Three')
  expect(again.notices).toHaveLength(1)
  expect(writers(root)).toHaveLength(2)
})

test('the file of the first version is read', async () => {
  const { root, vault } = await makeVault()
  await note(vault, 'One')
  const { places } = JSON.parse(readFileSync(vault.paths.writer, 'utf8'))
  const { birth: _, ...place } = places[0]
  writeFileSync(vault.paths.writer, JSON.stringify(place))
  const again = await openAt(root, 60)
  await note(again, 'Two')
  expect([again.notices, writers(root)]).toEqual([[], [place.writer]])
})

describe('an older backup put back in place', () => {
  async function withBackup() {
    const made = await makeVault()
    await note(made.vault, 'One')
    const [writer = ''] = writers(made.root)
    const segment = join('events', writer, '000001.jsonl')
    const backup = makeTempDir()
    cpSync(made.root, backup, { recursive: true })
    await note(made.vault, 'Two')
    const lost = readFileSync(join(made.root, segment))
    closeVault(made.vault)
    return { ...made, backup, writer, segment, lost }
  }

  const dropIndex = (root: string): void => {
    for (const side of ['', '-wal', '-shm']) rmSync(join(root, `memo.sqlite${side}`), { force: true })
  }

  test.each([
    { what: 'as new files, with its index', how: 'files' as const, index: 'old' as const },
    { what: 'as new files, without an index', how: 'files' as const, index: 'none' as const },
    { what: 'written over the old ones', how: 'bytes' as const, index: 'none' as const },
  ])('$what: the next write goes on under a new id, and the lost lines may come back', async ({ how, index }) => {
    const { root, backup, writer, segment, lost } = await withBackup()
    const old = readFileSync(join(backup, segment))
    if (how === 'files') rmSync(join(root, segment))
    if (how === 'files') writeFileSync(join(root, segment), old)
    else truncateSync(join(root, segment), old.length)
    dropIndex(root)
    if (index === 'old') cpSync(join(backup, 'memo.sqlite'), join(root, 'memo.sqlite'))
    const vault = await openAt(root, 60)
    await note(vault, 'Three')
    expect(vault.notices).toEqual([
      expect.stringContaining(`an older state of this vault was put back in its place: it writes as `),
    ])
    expect(writers(root)).toHaveLength(2)
    const { segments } = vault.log
    expect(rehomeBranch({ segments, writer, theirs: new Map([[1, lost]]) })).toMatchObject({ found: 'longer' })
    await refresh(vault, 'full')
    const titles = vault.projections.db.prepare('SELECT title FROM records ORDER BY title').all()
    expect(titles.map(({ title }) => title)).toEqual(['One', 'Three', 'Two'])
  })

  test('files that a checkout wrote anew as they were change nothing', async () => {
    const { root, segment, writer, lost } = await withBackup()
    rmSync(join(root, segment))
    writeFileSync(join(root, segment), lost)
    const vault = await openAt(root, 60)
    await note(vault, 'Three')
    expect([vault.notices, writers(root)]).toEqual([[], [writer]])
  })

  test.each(['', '{"writer":1}', 'garbage'])('a note of the last append that is %j is none', async (text) => {
    const { root, writer } = await withBackup()
    writeFileSync(join(root, '.sync', 'appended.json'), text)
    const vault = await openAt(root, 60)
    await note(vault, 'Three')
    expect([vault.notices, writers(root)]).toEqual([[], [writer]])
  })
})
