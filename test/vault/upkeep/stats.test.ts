/** The numbers of a vault are those that counting by hand gives. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openEntryWriter } from '../../../src/events/entry-writer.ts'
import { nextUlid } from '../../../src/events/ulid.ts'
import { dayMs, toIso } from '../../../src/record/times.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { getStats, type StatsInput, type StatsResult } from '../../../src/vault/upkeep/stats.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { rateRecord } from '../../../src/vault/writing/rate.ts'
import { allEvents } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

function stats(vault: Vault, input: Partial<StatsInput> = {}): Promise<StatsResult> {
  return getStats(vault, { projects: [project], allProjects: false, cwd: vault.paths.root, since: undefined, ...input })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0)

async function use(vault: Vault, id: string, session: string): Promise<void> {
  const place = { project, cwd: vault.paths.root }
  await getRecords(vault, { names: [id], kind: undefined, lines: undefined, session, ...place })
}

test('an empty vault has no numbers but its sizes', async () => {
  const { vault } = await makeVault()
  const result = await stats(vault, { allProjects: true })
  expect(result).toMatchObject({ projects: null, records: { total: 0, byKind: {} }, mostUsed: [], stale: false })
  expect(result.neverUsed).toEqual({ count: 0, isMore: false, records: [] })
  expect(sum(result.growth)).toBe(0)
  expect(result.growth).toHaveLength(12)
  expect(result.uses.days).toHaveLength(84)
  expect(result.sizes.log).toBeGreaterThan(0)
})

test('growth by week, uses by day, what is used and what is not', async () => {
  const { vault, ports } = await makeVault()
  await put(vault, { id: 'often', kind: 'trap', title: 'Often', body: 'used a lot' })
  await put(vault, { id: 'never', kind: 'decision', title: 'Never', body: 'nobody reads it' })
  await put(vault, { id: 'old', kind: 'spec', title: 'Old', body: 'of long ago', created: '2020-01-01' })
  await put(vault, { id: 'note', title: 'Note', body: 'its uses do not count' })
  await use(vault, 'often', 's1')
  await use(vault, 'old', 's1')
  ports.advance(31 * dayMs)
  await use(vault, 'often', 's2')
  await use(vault, 'often', 's3')
  await put(vault, { id: 'heir', kind: 'spec', title: 'Heir', body: 'takes its place', supersedes: 'old' })
  await put(vault, { id: 'soon', title: 'Soon', body: 'ends soon', ttl: '3d' })
  for (const session of ['a', 'b', 'c'])
    await rateRecord(vault, {
      name: 'note',
      rating: 'stale',
      comment: undefined,
      session,
      project,
      cwd: vault.paths.root,
    })
  const result = await stats(vault)
  expect(result.projects).toEqual([project])
  expect(result.records).toMatchObject({ total: 6, byKind: { spec: 2, note: 2, trap: 1, decision: 1 } })
  // The record of 2020 is older than what is told.
  expect(result.growth.filter((count) => count > 0)).toEqual([3, 2])
  expect(sum(result.uses.days)).toBe(4)
  expect(result.uses.days.at(-1)).toBe(2)
  expect(result.mostUsed.map(({ id, hits }) => [id, hits])).toEqual([
    ['often', 3],
    ['old', 1],
  ])
  expect(result.neverUsed).toMatchObject({ count: 1, isMore: false, records: [{ id: 'never', hits: 0 }] })
  expect(result.superseded).toMatchObject({ count: 1, records: [{ id: 'old' }] })
  expect(result.expiring).toMatchObject({ count: 1, records: [{ id: 'soon', expires: '2031-06-04T09:00:00.000Z' }] })
  expect(result.doubted).toMatchObject({ count: 1, records: [{ id: 'note' }] })
  const recent = await stats(vault, { since: ports.now() - 2 * dayMs })
  expect([sum(recent.growth), sum(recent.uses.days)]).toEqual([2, 2])
})

test('searches that found nothing, where the settings log them', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'one', title: 'One', body: 'known words' })
  expect((await stats(vault)).searches).toEqual({ isLogged: false, total: 0, unanswered: 0, queries: [] })
  vault.config.search.logQueries = true
  for (const query of ['known words', 'unheard', 'unheard', 'neverseen']) await find(vault, query)
  expect((await stats(vault)).searches).toEqual({
    isLogged: true,
    total: 4,
    unanswered: 3,
    queries: [
      { query: 'unheard', times: 2 },
      { query: 'neverseen', times: 1 },
    ],
  })
  expect((await stats(vault, { allProjects: true })).searches.total).toBe(4)
})

test('other projects are counted when all are meant, and nothing is written', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'here', title: 'Here', body: 'x' })
  await putAll(vault, [{ id: 'there', project: 'other', title: 'There', body: 'y' }])
  const events = allEvents(vault).length
  expect((await stats(vault)).records.byProject).toEqual({ [project]: 1 })
  expect((await stats(vault, { allProjects: true })).records.byProject).toEqual({ [project]: 1, other: 1 })
  await expect(stats(vault, { projects: ['unheard'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(allEvents(vault)).toHaveLength(events)
})

test('what was written anew from an index keeps its old time, and hides no use before it', async () => {
  const { vault, ports } = await makeVault()
  await put(vault, { id: 'a', kind: 'trap', title: 'A', body: 'text' })
  await use(vault, 'a', 's1')
  const at = toIso(ports.now() - 300 * dayMs)
  const output = openEntryWriter(vault.log.segments, 'salvaged')
  let id = allEvents(vault).at(-1)?.id ?? ''
  for (let n = 0; n < 300; n++) {
    id = nextUlid(id, ports)
    output.add({ id, at, actor: 'cli', type: 'session.seen', data: { session: `old ${n}`, project, id: 'a' } })
  }
  output.finish()
  expect(sum((await stats(vault)).uses.days)).toBe(1)
})

test('uses of each day are what counting the log by hand gives', async () => {
  const { vault, ports } = await makeVault()
  for (const id of ['a', 'b', 'c']) await put(vault, { id, kind: 'trap', title: `T ${id}`, body: `body of ${id}` })
  let session = 0
  const step = fc.record({ id: fc.constantFrom('a', 'b', 'c'), hours: fc.integer({ min: 0, max: 50 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.integer({ min: 1, max: 20 }), async (steps, days) => {
      for (const { id, hours } of steps) {
        await use(vault, id, `s${session++}`)
        ports.advance(hours * 3_600_000)
      }
      const since = ports.now() - days * dayMs
      const from = Math.floor(since / dayMs) * dayMs
      const told = (await stats(vault, { since })).uses.days
      const naive = told.map((_, day) =>
        allEvents(vault).filter(
          ({ type, at }) => type === 'record.hit' && Math.floor((Date.parse(at) - from) / dayMs) === day,
        ),
      )
      expect(told).toEqual(naive.map((hits) => hits.length))
      expect(told).toHaveLength(days + 1)
    }),
    { numRuns: 8 },
  )
})
