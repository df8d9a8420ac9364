/** Edits in place in a vault that a read looks at only in part: what an answer tells of is looked at before it is told. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { heldOptions } from '../../../src/vault/held-options.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { listRecords } from '../../../src/vault/reading/list.ts'
import { recallRecords } from '../../../src/vault/reading/recall.ts'
import { refresh, refreshShown } from '../../../src/vault/refresh.ts'
import { openVault, type Vault } from '../../../src/vault/vault.ts'
import { saidByLog } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, putAll, testPorts } from '../../support/vault.ts'

/** More than a read looks at whatever the clock says, by 100. */
const many = 356
const last = `r${many - 1}`

/** A vault whose reads have no time, seen whole before, and a record at its end that was edited and that no look has met. */
async function withEdit() {
  const made = await makeVault()
  const ids = Array.from({ length: many }, (_, n) => `r${String(n).padStart(3, '0')}`)
  await putAll(
    made.vault,
    ids.map((id) => ({ id, title: id, body: `first text of ${id}` })),
  )
  await refresh(made.vault, 'full')
  const clock = testPorts()
  const now = (): number => {
    clock.advance(60_000)
    return clock.now()
  }
  const vault = await openVault(made.root, { ports: { ...clock, now } })
  const edit = (id: string, to: string): void => {
    const file = join(made.root, `projects/${project}/notes/${id}.md`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('first text', to))
  }
  edit(last, 'by hand')
  return { ...made, vault, edit }
}

/** Begins at the first file again. */
async function lookAtOthers(vault: Vault): Promise<void> {
  writeFileSync(vault.paths.scanTurn, JSON.stringify({ after: '' }))
  await refresh(vault, 'bounded')
  writeFileSync(vault.paths.scanTurn, JSON.stringify({ after: '' }))
}

const bodyOf = (vault: Vault, id: string): unknown => saidByLog(vault)[`${project}/${id}`]?.body

const recalled = { includeScratch: false, asOf: undefined, scan: 'bounded' } as const
const everything = { projects: [project], allProjects: false, ...noNarrowing, includeExpired: false, offset: 0 }

test('a look in part does not meet an edit in place at its end', async () => {
  const { vault } = await withEdit()
  await lookAtOthers(vault)
  expect(bodyOf(vault, last)).toBe(`first text of ${last}`)
})

test('a search tells of a hit what stands in its file', async () => {
  const { vault } = await withEdit()
  await lookAtOthers(vault)
  const { hits, stale } = await find(vault, last, { scan: 'bounded' })
  expect(hits.map(({ id, snippet }) => [id, snippet])).toEqual([[last, `by hand of ${last}`]])
  expect(stale).toBe(false)
  expect(bodyOf(vault, last)).toBe(`by hand of ${last}`)
})

test('a hit whose file does not hold the words any more is none', async () => {
  const { vault, edit } = await withEdit()
  await lookAtOthers(vault)
  edit('r300', 'gone from here')
  const search = await find(vault, '"first text of r300"', { scan: 'bounded' })
  expect(search.hits).toEqual([])
})

test('get, list and recall take in what stands in the files of what they tell of', async () => {
  const wide = { ...everything, kinds: undefined, statuses: undefined, limit: 9 }
  const reads: ((vault: Vault, cwd: string) => Promise<unknown>)[] = [
    (vault, cwd) =>
      getRecords(vault, { names: [last], kind: undefined, project, cwd, session: undefined, lines: undefined }),
    (vault, cwd) => listRecords(vault, { ...wide, offset: many - 1, includeEphemeral: false, sort: 'updated', cwd }),
    (vault, cwd) => recallRecords(vault, { ...wide, ...recalled, query: last, budget: 2000, cwd }),
  ]
  for (const read of reads) {
    const { vault, root } = await withEdit()
    await lookAtOthers(vault)
    await read(vault, root)
    expect(bodyOf(vault, last)).toBe(`by hand of ${last}`)
  }
})

test('what stays open looks at what it tells of between its looks, too', async () => {
  const { root, edit } = await withEdit()
  const held = await openVault(root, { ports: testPorts(), ...heldOptions })
  await find(held, 'r000', { scan: 'bounded' })
  edit('r001', 'by hand')
  const { hits } = await find(held, 'r001', { scan: 'bounded' })
  expect(hits.map(({ snippet }) => snippet)).toEqual(['by hand of r001'])
})

test('a file that is gone is left to the look at its folder, which meets it where it was moved to', async () => {
  const { vault, root } = await withEdit()
  const file = `projects/${project}/notes/${last}.md`
  rmSync(join(root, file))
  expect(await refreshShown(vault, [file])).toBe(undefined)
  expect(saidByLog(vault)[`${project}/${last}`]).not.toMatchObject({ status: 'archived' })
})

test('an answer of an earlier time is as it was', async () => {
  const { vault, ports } = await withEdit()
  await lookAtOthers(vault)
  const { hits } = await find(vault, last, { scan: 'bounded', asOf: ports.now() })
  expect(hits.map(({ snippet }) => snippet)).toEqual([`first text of ${last}`])
})

test('a search says that it is behind where it cannot take in an edit', async () => {
  const { vault } = await withEdit()
  await lookAtOthers(vault)
  vault.readOnly = true
  const { hits, stale } = await find(vault, last, { scan: 'bounded' })
  expect(hits.map(({ snippet }) => snippet)).toEqual([`first text of ${last}`])
  expect(stale).toBe(true)
})

test('a search without a look at files looks at none of its hits', async () => {
  const { vault } = await withEdit()
  const { hits } = await find(vault, last, { scan: 'none' })
  expect(hits.map(({ snippet }) => snippet)).toEqual([`first text of ${last}`])
})
