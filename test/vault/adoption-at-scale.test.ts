/** Thousands of files changed by a script: a read takes its bounded part and says so, a full look takes all at once. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldOptions } from '../../src/vault/held-options.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { resetIndex } from '../../src/vault/reset-index.ts'
import { openVault, type Vault } from '../../src/vault/vault.ts'
import { allEvents, recordFiles, saidByFiles, saidByLog } from '../support/inspect.ts'
import { findIds } from '../support/search-vault.ts'
import { makeVault, project, putAll, type TestPorts, testPorts } from '../support/vault.ts'

const many = 600

async function withMany() {
  const made = await makeVault()
  const ids = Array.from({ length: many }, (_, n) => `r${String(n).padStart(3, '0')}`)
  await putAll(
    made.vault,
    ids.map((id) => ({ id, title: id, body: `first text of ${id}` })),
  )
  const change = (path: string, from: string, to: string): void => {
    const file = join(made.root, path)
    writeFileSync(`${file}.tmp`, readFileSync(file, 'utf8').replace(from, to))
    rmSync(file)
    writeFileSync(file, readFileSync(`${file}.tmp`))
    rmSync(`${file}.tmp`)
  }
  const changeAll = (): void => {
    for (const path of recordFiles(made.root)) change(path, 'first text', 'second text')
  }
  return { ...made, change, changeAll }
}

/** A clock by which the time is over at the second look at it, in the middle of a folder of many names. */
function hurriedPorts(step = 8): TestPorts {
  const clock = testPorts()
  const now = (): number => {
    clock.advance(step)
    return clock.now()
  }
  return { ...clock, now }
}

function adopted(vault: Vault): number {
  return allEvents(vault).filter(({ actor }) => actor === 'adopt').length
}

test('a search answers, takes in a few of them and says that it may be behind', async () => {
  const { vault, changeAll } = await withMany()
  changeAll()
  const before = adopted(vault)
  expect(await refresh(vault, 'bounded')).toEqual({ stale: true })
  expect(adopted(vault) - before).toBe(20)
  expect(vault.notices.join()).toContain('memo doctor')
  expect(await findIds(vault, 'r599')).toEqual(['r599'])
  expect(await refresh(vault, 'bounded')).toEqual({ stale: true })
  expect(adopted(vault) - before).toBe(40)
})

test('a full look takes in all of them at once, and tells how far it is', async () => {
  const { root, ports, changeAll } = await withMany()
  const told: [number, number][] = []
  const vault = await openVault(root, { ports, onAdopted: (done, total) => told.push([done, total]) })
  changeAll()
  expect(await refresh(vault, 'full')).toEqual({ stale: false })
  expect(told).toEqual([
    [500, many],
    [many, many],
  ])
  expect(adopted(vault)).toBe(many)
  expect(saidByFiles(root)).toEqual(saidByLog(vault))
  expect(await refresh(vault, 'bounded')).toEqual({ stale: false })
})

test('reads that have time for a part of a folder only find everything in the end', async () => {
  const { root, vault, change } = await withMany()
  const ports = hurriedPorts()
  const hurried = await openVault(root, { ports })
  for (const id of ['r000', 'r300', 'r599']) change(`projects/${project}/notes/${id}.md`, 'first text', 'by hand')
  writeFileSync(join(root, `projects/${project}/notes/znew.md`), '---\ntitle: New\n---\nby hand, too\n')
  rmSync(join(root, `projects/${project}/notes/r100.md`))
  const before = vault.appended
  let reads = 0
  while ((await refresh(hurried, 'bounded')).stale) expect(++reads).toBeLessThan(20)
  expect(reads).toBeGreaterThan(0)
  expect(hurried.notices).toEqual([])
  const said = saidByLog(vault)
  for (const id of ['r000', 'r300', 'r599'])
    expect(said[`${project}/${id}`]).toMatchObject({ body: `by hand of ${id}` })
  expect(said[`${project}/znew`]).toMatchObject({ body: 'by hand, too' })
  expect(said[`${project}/r100`]).toMatchObject({ status: 'archived' })
  expect(await refresh(vault, 'full')).toEqual({ stale: false })
  expect(vault.appended).toBe(before)
})

test('what changes again while a folder is looked at in parts is found by the next look', async () => {
  const { root, change } = await withMany()
  const ports = hurriedPorts()
  const hurried = await openVault(root, { ports })
  change(`projects/${project}/notes/r599.md`, 'first text', 'by hand')
  expect(await refresh(hurried, 'bounded')).toEqual({ stale: true })
  change(`projects/${project}/notes/r001.md`, 'first text', 'behind its back')
  for (let n = 0; n < 10; n++) await refresh(hurried, 'bounded')
  expect(saidByLog(hurried)[`${project}/r599`]).toMatchObject({ body: 'by hand of r599' })
  expect(saidByLog(hurried)[`${project}/r001`]).toMatchObject({ body: 'behind its back of r001' })
})

test('with a new index old versions and edits of many records are told apart by the log', async () => {
  const { root, vault, change } = await withMany()
  const [old = '', ...others] = recordFiles(root)
  const text = readFileSync(join(root, old))
  await putAll(vault, [{ id: 'r000', title: 'r000', body: 'newer text' }])
  for (const path of others) change(path, 'first text', 'second text')
  writeFileSync(join(root, old), text)
  resetIndex(vault, 'in place')
  await refresh(vault, 'full')
  expect(saidByLog(vault)[`${project}/r000`]).toMatchObject({ body: 'newer text' })
  expect(adopted(vault)).toBe(others.length)
  expect(saidByFiles(root)).toEqual(saidByLog(vault))
})

test('in a small vault every edit is found by the next read, however long the process waits for its turn', async () => {
  const { root, vault, ports } = await makeVault()
  const kinds = ['trap', 'decision', 'note', 'plan', 'spec']
  await putAll(
    vault,
    kinds.map((kind) => ({ kind, id: kind, title: kind, body: 'first text' })),
  )
  await refresh(vault, 'full')
  const now = (): number => {
    ports.advance(60_000)
    return ports.now()
  }
  const slow = await openVault(root, { ports: { ...ports, now } })
  for (const path of recordFiles(root)) {
    writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace('first text', 'second text'))
  }
  expect(await refresh(slow, 'bounded')).toEqual({ stale: false })
  for (const kind of kinds) expect(saidByLog(slow)[`${project}/${kind}`]).toMatchObject({ body: 'second text' })
})

test('how far a look came is noted beside the index, which a search does not write', async () => {
  const { root, vault } = await withMany()
  await refresh(vault, 'full')
  const hurried = await openVault(root, { ports: hurriedPorts() })
  const changes = (): unknown => hurried.projections.db.prepare('SELECT total_changes() AS count').get()?.count
  await refresh(hurried, 'bounded')
  const before = changes()
  const seen = new Set<string>()
  for (let n = 0; n < 6; n++) {
    await refresh(hurried, 'bounded')
    seen.add(readFileSync(hurried.paths.scanTurn, 'utf8'))
  }
  expect(changes()).toBe(before)
  expect(seen.size).toBeGreaterThan(1)
})

test('files take turns within a third of the time, and a folder that changed has all of it', async () => {
  const { root, vault, change } = await withMany()
  await refresh(vault, 'full')
  const hurried = await openVault(root, { ports: hurriedPorts(4) })
  const bodyOf = (id: string): unknown => saidByLog(hurried)[`${project}/${id}`]?.body
  const last = join(root, `projects/${project}/notes/r599.md`)
  writeFileSync(last, 'by hand\n', { flag: 'a' })
  expect(await refresh(hurried, 'bounded')).toEqual({ stale: false })
  expect(bodyOf('r599')).toBe('first text of r599')
  change(`projects/${project}/notes/r001.md`, 'first text', 'second text')
  expect(await refresh(hurried, 'bounded')).toEqual({ stale: false })
  expect(['r001', 'r599'].map(bodyOf)).toEqual(['second text of r001', 'first text of r599\nby hand'])
})

test('a look that has time goes round from where the last one stopped, wherever that was', async () => {
  const { root, vault } = await withMany()
  await refresh(vault, 'full')
  const at = (id: string): string => `projects/${project}/notes/${id}.md`
  const edited = ['r000', 'r254', 'r255', 'r256', 'r599']
  for (const after of [at('r000'), at('r255'), at('r400'), at('r599'), at('r255a'), 'nowhere']) {
    writeFileSync(vault.paths.scanTurn, JSON.stringify({ after }))
    for (const id of edited) writeFileSync(join(root, at(id)), 'again\n', { flag: 'a' })
    const before = adopted(vault)
    expect(await refresh(vault, 'bounded')).toEqual({ stale: false })
    expect(adopted(vault) - before).toBe(edited.length)
  }
})

test('a vault that stays open looks for edits of many files once a second, and of few files each time', async () => {
  const { root, ports, vault, change } = await withMany()
  await refresh(vault, 'full')
  const held = await openVault(root, { ports, ...heldOptions })
  const bodyAfter = async (id: string): Promise<unknown> => {
    expect(await refresh(held, 'bounded')).toEqual({ stale: false })
    return saidByLog(held)[`${project}/${id}`]?.body
  }
  await refresh(held, 'bounded')
  change(`projects/${project}/notes/r000.md`, 'first text', 'by hand')
  ports.advance(heldOptions.lookEveryMs - 1)
  expect(await bodyAfter('r000')).toBe('first text of r000')
  ports.advance(1)
  expect(await bodyAfter('r000')).toBe('by hand of r000')

  const small = await makeVault(ports)
  await putAll(small.vault, [{ id: 'few', title: 'few', body: 'first text' }])
  const heldSmall = await openVault(small.root, { ports, ...heldOptions })
  await refresh(heldSmall, 'bounded')
  const file = join(small.root, `projects/${project}/notes/few.md`)
  writeFileSync(file, readFileSync(file, 'utf8').replace('first text', 'by hand'))
  await refresh(heldSmall, 'bounded')
  expect(saidByLog(heldSmall)[`${project}/few`]).toMatchObject({ body: 'by hand' })
})
