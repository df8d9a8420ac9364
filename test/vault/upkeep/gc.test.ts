/** What has expired ends by new events, once, and comes back by an undo. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, expiryOf, toIso } from '../../../src/record/times.ts'
import { type Kind, kindNames, kinds } from '../../../src/record/vocabulary.ts'
import { undoLast } from '../../../src/vault/history/undo.ts'
import { collectExpired, type GcInput, type GcResult } from '../../../src/vault/upkeep/gc.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { allEvents, saidByFiles, saidByLog } from '../../support/inspect.ts'
import { runs } from '../../support/runs.ts'
import { findIds } from '../../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

function gc(vault: Vault, input: Partial<GcInput> = {}): Promise<GcResult> {
  const scope = { projects: [project], allProjects: false, cwd: vault.paths.root }
  return collectExpired(vault, { ...scope, dryRun: false, purge: false, ...input })
}

const actions = ({ records }: GcResult) => Object.fromEntries(records.map(({ id, action }) => [id, action]))

async function withExpired() {
  const made = await makeVault()
  const { vault, ports } = made
  await put(vault, { id: 'trap', kind: 'trap', title: 'Trap', body: 'mind the gap', ttl: '2d' })
  await put(vault, { id: 'passing', kind: 'scratch', title: 'Passing', body: 'passing words' })
  await put(vault, { id: 'state', kind: 'state', title: 'State', body: 'of things', expiresAt: '2031-05-03' })
  await put(vault, { id: 'lasting', kind: 'decision', title: 'Lasting', body: 'for good' })
  await put(vault, { id: 'later', kind: 'note', title: 'Later', body: 'not yet', ttl: '30d' })
  ports.advance(8 * dayMs)
  return made
}

test('what lasts is archived, what passes is forgotten, and the rest stays', async () => {
  const { root, vault } = await withExpired()
  const result = await gc(vault)
  expect(result).toMatchObject({ archived: 1, forgotten: 2, kept: 0, dryRun: false })
  expect(result.records).toMatchObject([
    { id: 'trap', action: 'archived', by: 'record', expired: '2031-05-03T09:00:00.000Z' },
    { id: 'state', action: 'forgotten', by: 'record', expired: '2031-05-03T23:59:59.999Z' },
    { id: 'passing', action: 'forgotten', by: 'kind', expired: '2031-05-08T09:00:00.000Z' },
  ])
  expect(saidByLog(vault)[`${project}/trap`]).toMatchObject({ status: 'archived', archivedReason: 'expired' })
  expect(existsSync(join(root, `projects/${project}/scratch/passing.md`))).toBe(false)
  expect(saidByFiles(root)).toEqual(saidByLog(vault))
})

test('an empty vault has nothing to end', async () => {
  const { vault } = await makeVault()
  expect(await gc(vault, { allProjects: true })).toMatchObject({ records: [] })
})

test('done once it is done: a second run appends nothing', async () => {
  const { vault } = await withExpired()
  await gc(vault)
  const events = allEvents(vault).length
  expect(await gc(vault)).toEqual({ archived: 0, forgotten: 0, kept: 0, dryRun: false, records: [] })
  expect(allEvents(vault)).toHaveLength(events)
})

test('a dry run says the same and appends nothing', async () => {
  const { vault } = await withExpired()
  const events = allEvents(vault).length
  const planned = await gc(vault, { dryRun: true })
  expect(allEvents(vault)).toHaveLength(events)
  expect({ ...(await gc(vault)), dryRun: true }).toEqual(planned)
})

test('an undo takes all of it back, over several chunks', async () => {
  const { root, vault, ports } = await makeVault()
  const count = 510
  const kindAt = (n: number) => (n % 2 === 0 ? 'scratch' : 'trap')
  await putAll(
    vault,
    Array.from({ length: count }, (_, n) => ({
      id: `r${n}`,
      kind: kindAt(n),
      title: `R ${n}`,
      body: `${n}`,
      ttl: '1d',
    })),
  )
  const before = saidByLog(vault)
  ports.advance(2 * dayMs)
  expect(await gc(vault)).toMatchObject({ archived: count / 2, forgotten: count / 2 })
  ports.advance(1000)
  expect((await undoLast(vault, { dryRun: false })).records).toHaveLength(count)
  expect(saidByLog(vault)).toEqual(before)
  expect(saidByFiles(root)).toEqual(before)
}, 60_000)

test('purging forgets every kind, and what was archived before', async () => {
  const { vault } = await withExpired()
  await gc(vault)
  expect(actions(await gc(vault, { purge: true }))).toEqual({ trap: 'forgotten' })
  expect(await findIds(vault, 'gap', { statuses: ['archived'], includeExpired: true })).toEqual([])
})

test('what was put away or replaced stays as it is', async () => {
  const { vault, ports } = await makeVault()
  await put(vault, { id: 'away', title: 'Away', body: 'x', ttl: '1d', status: 'archived' })
  await put(vault, { id: 'old', title: 'Old', body: 'y', ttl: '1d' })
  await put(vault, { id: 'new', title: 'New', body: 'z', supersedes: 'old' })
  ports.advance(2 * dayMs)
  expect((await gc(vault)).records).toEqual([])
})

test('refuses to forget more than it may, and has done nothing then', async () => {
  const { vault } = await withExpired()
  const events = allEvents(vault).length
  await expect(gc(vault, { mostForgotten: 1 })).rejects.toMatchObject({ code: 'REFUSED' })
  expect(allEvents(vault)).toHaveLength(events)
  expect(await gc(vault, { mostForgotten: 2 })).toMatchObject({ forgotten: 2 })
})

test('a hand edit that gives more time is read first', async () => {
  const { root, vault } = await withExpired()
  const file = join(root, `projects/${project}/traps/trap.md`)
  writeFileSync(file, readFileSync(file, 'utf8').replace('ttl: "2d"', 'ttl: 90d'))
  expect(actions(await gc(vault))).toEqual({ state: 'forgotten', passing: 'forgotten' })
})

test('a record whose file cannot be followed is kept: the edit may say otherwise', async () => {
  const { root, vault } = await withExpired()
  const file = join(root, `projects/${project}/scratch/passing.md`)
  const text = '---\ntitle: "keep "this"\nttl: 90d\n---\nmine\n'
  writeFileSync(file, text)
  const planned = await gc(vault, { dryRun: true })
  expect(actions(planned)).toMatchObject({ passing: 'kept' })
  expect(await gc(vault)).toMatchObject({ kept: 1, forgotten: 1, archived: 1 })
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a record of the future has not expired, whatever its lifetime', async () => {
  const { vault, ports } = await makeVault()
  await put(vault, { id: 'ahead', kind: 'scratch', title: 'A', body: 'x', created: toIso(ports.now() + 30 * dayMs) })
  ports.advance(8 * dayMs)
  expect((await gc(vault)).records).toEqual([])
  ports.advance(29 * dayMs)
  expect(actions(await gc(vault))).toEqual({ ahead: 'forgotten' })
})

test('as of a time before, what was archived is there as it was', async () => {
  const { vault, ports } = await makeVault()
  await put(vault, { id: 'trap', kind: 'trap', title: 'Trap', body: 'mind the gap', ttl: '2d' })
  const before = ports.now() + 1
  ports.advance(3 * dayMs)
  await gc(vault)
  expect(await findIds(vault, 'gap')).toEqual([])
  expect(await findIds(vault, 'gap', { asOf: before })).toEqual(['trap'])
})

test('other projects are left alone unless all are meant', async () => {
  const { vault, ports } = await makeVault()
  await put(vault, { id: 'here', title: 'Here', body: 'x', ttl: '1d' })
  await putAll(vault, [{ id: 'there', project: 'other', title: 'There', body: 'y', ttl: '1d' }])
  ports.advance(2 * dayMs)
  expect(actions(await gc(vault))).toEqual({ here: 'archived' })
  expect(actions(await gc(vault, { allProjects: true }))).toEqual({ there: 'archived' })
})

test('a folded index and one folded anew find the same to be over', async () => {
  const { vault, ports } = await makeVault()
  const day = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined })
  const one = fc.record({ kind: fc.constantFrom(...kindNames), ttl: day, wait: fc.integer({ min: 0, max: 3 }) })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (given) => {
      run += 1
      const made = new Map<string, { kind: Kind; created: string; ttl?: string }>()
      for (const [n, { kind, ttl, wait }] of given.entries()) {
        const id = `r${run}-${n}`
        const fields = { kind, ...(ttl !== undefined && { ttl: `${ttl}d` }) }
        made.set(id, { ...fields, created: toIso(ports.now()) })
        await put(vault, { id, ...fields, title: id, body: `body of ${id}` })
        ports.advance(wait * dayMs)
      }
      const expected = [...made].filter(([, lifetime]) => (expiryOf(lifetime) ?? Infinity) <= ports.now())
      const toAction = (kind: Kind) => (kinds[kind].onExpiry === 'purge' ? 'forgotten' : 'archived')
      const planned = actions(await gc(vault, { dryRun: true }))
      const ofThisRun = Object.entries(planned).filter(([id]) => id.startsWith(`r${run}-`))
      expect(Object.fromEntries(ofThisRun)).toEqual(
        Object.fromEntries(expected.map(([id, { kind }]) => [id, toAction(kind)])),
      )
      await rebuild(vault, { acceptDeletions: false })
      expect(actions(await gc(vault, { dryRun: true }))).toEqual(planned)
    }),
    runs(4),
  )
})
