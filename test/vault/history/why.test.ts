/** Which events make up the counters of a record, and where it stands in a search. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCounterHistory } from '../../../src/events/counter-history.ts'
import { countersOf } from '../../../src/events/counters.ts'
import { foldRecords } from '../../../src/events/fold.ts'
import { byOrder } from '../../../src/events/merge-writers.ts'
import { dayMs } from '../../../src/record/times.ts'
import { appendAndFold } from '../../../src/vault/append.ts'
import { explainRecord } from '../../../src/vault/history/why.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { write } from '../../../src/vault/refresh.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { rateRecord } from '../../../src/vault/writing/rate.ts'
import { anyHistory } from '../../support/arbitrary-events.ts'
import { allEvents } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

const place = { project, cwd: '/' }

function why(vault: Vault, name: string, query?: string, limit = 50) {
  return explainRecord(vault, { name, query, limit, profile: undefined, ...place })
}

const use = (vault: Vault, name: string, session?: string) =>
  getRecords(vault, { names: [name], kind: undefined, session, lines: undefined, ...place })

describe('counters', () => {
  test('each is told with its events', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'herd', kind: 'trap', title: 'Herd', body: 'Retries stampede.', hits: 2 })
    for (const session of ['s1', undefined, 's2', 's1', undefined]) {
      ports.advance(1000)
      await use(vault, 'herd', session)
    }
    await find(vault, 'stampede', { hitIds: ['herd'] })
    const said = { name: 'herd', session: undefined, ...place }
    await rateRecord(vault, { ...said, rating: 'helpful', comment: undefined })
    await rateRecord(vault, { ...said, rating: 'wrong', comment: 'Not here.' })
    const events = allEvents(vault).length
    const told = await why(vault, 'herd')
    expect(told.counters).toMatchObject({ hits: told.hits.counted + (told.baseline.hits ?? 0), helpful: 1, stale: 1 })
    expect(told.hits).toMatchObject({
      ...{ counted: 5, via: { get: 4, search: 1 } },
      sessions: [
        { session: null, hits: 3 },
        { session: 's2', hits: 1 },
        { session: 's1', hits: 1 },
      ],
    })
    expect(told.ratings).toMatchObject([
      { verdict: 'helpful', outcome: 1 },
      { verdict: 'wrong', comment: 'Not here.', outcome: 0.4 },
    ])
    expect(told.counters.outcome).toBe(0.4)
    expect(told.priors.map(({ name, applies }) => [name, applies])).toEqual([
      ...[
        ['recency', false],
        ['feedback', true],
        ['salience', expect.any(Boolean)],
        ['severity', false],
      ],
    ])
    expect(allEvents(vault)).toHaveLength(events)
  })

  test('law: what the events are said to add up to is what is counted', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const events = history.filter(({ data }) => 'id' in data && data.id === 'one').sort(byOrder)
        const told = toCounterHistory({ project: 'shop', id: 'one' }, events)
        const state = foldRecords(history).get('shop/one')
        if (state === undefined) return
        expect(told.counters).toEqual(countersOf(state))
        expect(told.counters.hits).toBe((told.baseline.hits ?? 0) + told.hits.counted)
        expect(told.counters.occurrences).toBe((told.baseline.occurrences ?? 1) + told.recurrences.length)
        expect(told.ratings.length).toBe(state.ratings.length)
        expect(told.hits.sessions.reduce((sum, { hits }) => sum + hits, 0)).toBe(told.hits.counted)
      }),
    )
  })

  test('what ages is weighed by its age', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'note', body: 'Bread.' })
    const recency = async () => (await why(vault, 'note')).priors.find(({ name }) => name === 'recency')
    const fresh = await recency()
    ports.advance(400 * dayMs)
    const old = await recency()
    if (fresh?.applies) expect(old?.value).toBeLessThan(fresh.value)
  })
})

describe('a search', () => {
  async function withMany() {
    const made = await makeVault()
    await putAll(
      made.vault,
      Array.from({ length: 30 }, (_, index) => ({
        id: `note-${index}`,
        title: `Cache ${index}`,
        body: 'The cache is warm.',
      })),
    )
    await put(made.vault, { id: 'other', title: 'Queue', body: 'Nothing of the kind.' })
    return made
  }

  test('shown, or below the limit, at the place where the search has it, with the factors of the search', async () => {
    const { vault } = await withMany()
    const { hits } = await find(vault, 'cache', { explain: true })
    for (const place of [1, 7, 30]) {
      const hit = hits[place - 1]
      const shown = await why(vault, String(hit?.id), 'cache')
      expect(shown.search).toMatchObject({ outcome: 'shown', place, total: 30, query: 'cache' })
      expect(shown.search?.why).toEqual(hit?.why)
    }
    const { search } = await why(vault, String(hits[6]?.id), 'cache', 5)
    expect(search).toMatchObject({ outcome: 'below_limit', why: { score: expect.any(Number) } })
    // Where many are alike, what stands behind a page depends on its length.
    expect(search?.place).toBeGreaterThan(5)
    expect(search?.reason).toBe(`it stands at place ${search?.place}, and places 1 to 5 are shown`)
    expect(search?.steps.at(-1)).toEqual({ stage: 'limit', place: null })
  })

  test('not matched, closed, of another kind of time: each is told', async () => {
    const { vault, ports } = await withMany()
    expect((await why(vault, 'other', 'cache')).search).toMatchObject({ outcome: 'not_matched', place: null })
    const draft = { actor: 'cli' as const, type: 'record.archived' as const, data: { project, id: 'note-3' } }
    await write(vault, { label: 'test' }, () => appendAndFold(vault, [draft]))
    expect((await why(vault, 'note-3', 'cache')).search).toMatchObject({
      ...{ outcome: 'out_of_scope', reason: expect.stringContaining('closed') },
    })
    await put(vault, { id: 'brief', body: 'A cache for an hour.', ttl: '1h' })
    await put(vault, { id: 'passing', kind: 'scratch', body: 'A cache.' })
    ports.advance(dayMs)
    expect((await why(vault, 'brief', 'cache')).search?.reason).toContain('expired')
    expect((await why(vault, 'passing', 'cache')).search?.reason).toContain('kind')
    await expect(why(vault, 'note-1', '???')).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('behind the gap at which a profile ends the list', async () => {
    const { vault } = await makeVault()
    for (const id of ['best', 'better', 'good', 'fair', 'fine'])
      await put(vault, { id, title: `Redis cache eviction ${id}`, body: `Redis cache eviction policy, ${id}.` })
    await put(vault, { id: 'worst', title: 'Words', body: `${'many other words '.repeat(40)} cache` })
    const query = 'redis cache eviction policy'
    const told = await explainRecord(vault, { name: 'worst', query, limit: 50, profile: 'precise', ...place })
    const found = await find(vault, query, { profile: 'precise' })
    expect(found.hits.map(({ id }) => id)).not.toContain('worst')
    expect(found).not.toHaveProperty('watched')
    expect(told.search).toMatchObject({ outcome: 'cut_off', place: null, why: { arms: expect.any(Array) } })
  })
})
