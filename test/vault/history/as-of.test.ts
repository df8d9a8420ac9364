/** The vault as of an earlier time: what was recorded by then, whatever became of it since. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendEntries } from '../../../src/events/append.ts'
import { foldRecords, isPresent } from '../../../src/events/fold.ts'
import type { EventDraft } from '../../../src/events/schema.ts'
import { ulidTime } from '../../../src/events/ulid.ts'
import { toFrontmatter } from '../../../src/projections/files/render.ts'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { dayMs } from '../../../src/record/times.ts'
import { ratings } from '../../../src/record/vocabulary.ts'
import { appendAndFold } from '../../../src/vault/append.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { type ListInput, listRecords, rankRecords } from '../../../src/vault/reading/list.ts'
import { recallRecords } from '../../../src/vault/reading/recall.ts'
import { relatedRecords, traverseRecords } from '../../../src/vault/reading/related.ts'
import { write } from '../../../src/vault/refresh.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { anyHistory } from '../../support/arbitrary-events.ts'
import { allEvents, saidByIndex, saidByLog, statesByIndex } from '../../support/inspect.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { find, findIds } from '../../support/search-vault.ts'
import { hit, makeVault, project, put, rate } from '../../support/vault.ts'

function get(vault: Vault, names: string[], asOf?: number) {
  return getRecords(vault, {
    names,
    kind: undefined,
    project: undefined,
    cwd: '/',
    session: undefined,
    lines: undefined,
    asOf,
  })
}

function list(vault: Vault, asOf?: number) {
  const input: ListInput = {
    ...{ ...noNarrowing, kinds: undefined, statuses: undefined, sort: 'updated', limit: 50, offset: 0, asOf },
    ...{ projects: [project], allProjects: false, includeEphemeral: true, includeExpired: false, cwd: '/' },
  }
  return listRecords(vault, input)
}

async function happen(vault: Vault, type: 'record.archived' | 'record.restored' | 'record.forgotten', id: string) {
  const draft: EventDraft = { actor: 'cli', type, data: { project, id } }
  await write(vault, { label: 'test' }, () => appendAndFold(vault, [draft]))
}

const id = fc.constantFrom('a', 'b', 'c')
const word = fc.constantFrom('cache', 'retry', 'Lock', '部署', '0123')
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      id,
      title: text,
      body: text,
      ttl: fc.constantFrom('1h', '1d'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hit' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate' as const), id, rating: fc.constantFrom(...ratings) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('record.archived', 'record.restored', 'record.forgotten'), id }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function run(vault: Vault, each: Operation): Promise<void> {
  if (each.do === 'put') {
    const { id, title, body, ttl } = each
    await put(vault, { id, kind: 'decision', title, body, ttl })
  } else if (!isPresent(statesByIndex(vault).get(`${project}/${each.id}`))) return
  else if (each.do === 'hit') {
    await hit(vault, each.id)
  } else if (each.do === 'rate') {
    await rate(vault, each.id, each.rating)
  } else await happen(vault, each.do, each.id)
}

/** What the vault answers now; the scores depend on every record there is, the rest on the record itself. */
async function answersOf(vault: Vault, asOf?: number) {
  const { hits } = await find(vault, 'cache retry 部署', { asOf })
  const { records } = await list(vault, asOf)
  return { hits: hits.map(({ score: _, ...hit }) => hit).sort((a, b) => (a.id < b.id ? -1 : 1)), records }
}

test('law: an answer as of a time is the answer that was given then', { timeout: lawTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
      const { vault, ports } = await makeVault()
      await put(vault, { id: 'z', kind: 'decision', title: 'cache', body: 'retry' })
      const given: { at: number; said: object; answers: Awaited<ReturnType<typeof answersOf>> }[] = []
      for (const each of operations) {
        await run(vault, each)
        given.push({ at: ports.now(), said: saidByIndex(vault), answers: await answersOf(vault) })
        ports.advance(20 * 60_000)
      }
      const forgotten = [...statesByIndex(vault).values()].filter(({ gone }) => gone).map((state) => state.id)
      const isServed = (record: { id: string }): boolean => !forgotten.includes(record.id)
      for (const { at, said, answers } of given) {
        const { hits, records } = await answersOf(vault, at)
        expect(hits).toEqual(answers.hits.filter(isServed))
        expect(records).toEqual(answers.records.filter(isServed))
        const got = await get(
          vault,
          ['a', 'b', 'c', 'z'].map((name) => `${project}/${name}`),
          at,
        )
        const whole = got.records.map(({ projectId, filepath: _, expired: __, hits, ...rest }) => ({
          ...{ ...rest, project: projectId },
          ...(hits > 0 && { hits }),
        }))
        expect(whole).toEqual(Object.values(said).filter(isServed))
      }
      closeVault(vault)
    }),
    runs(8),
  )
})

test('law: as of a time is the fold of the events up to then, of all writers', { timeout: lawTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, fc.nat(5), async (history, asOf) => {
      const { vault } = await makeVault()
      for (const writer of ['anna', 'ben', 'cleo']) {
        const entries = history.filter((event) => event.writer === writer)
        if (entries.length > 0) appendEntries(vault.log.segments, writer, vault.log.end(writer), entries)
      }
      const got = await get(vault, ['shop/one', 'shop/two'], asOf)
      const events = allEvents(vault)
      const now = foldRecords(events)
      const then = [...foldRecords(events.filter((event) => ulidTime(event.id) <= asOf)).values()]
      const served = then.filter((state) => isPresent(state) && now.get(`shop/${state.id}`)?.gone === false)
      expect(got.records.map(({ id }) => id)).toEqual(served.map((state) => state.id).sort())
      for (const state of served) {
        const { project: _, kind, ...fields } = toFrontmatter(state)
        expect(got.records.find((record) => record.id === state.id)).toMatchObject({
          ...{ hits: 0, ...fields, kind: kind ?? 'note' },
          body: String(state.fields.body ?? ''),
        })
      }
      closeVault(vault)
    }),
    runs(8),
  )
})

describe('as of an earlier time', () => {
  async function withPast() {
    const made = await makeVault()
    const { vault, ports } = made
    await put(vault, { id: 'queue', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' })
    await get(vault, ['acme/queue'])
    const then = ports.now()
    ports.advance(dayMs)
    await put(vault, { id: 'queue', kind: 'decision', title: 'Use SQLite', body: 'The queue lives in SQLite.' })
    await get(vault, ['acme/queue'])
    await put(vault, { id: 'later', title: 'Kafka', body: 'Kafka was looked at.' })
    return { ...made, then }
  }

  test('records are found by what they said then, and counted as they were then', async () => {
    const { vault, then } = await withPast()
    const told = new Date(then).toISOString()
    expect(await find(vault, 'redis', { asOf: then })).toMatchObject({
      hits: [{ id: 'queue', title: 'Use Redis', hits: 1, snippet: expect.stringContaining('Redis') }],
      asOf: told,
    })
    expect(await findIds(vault, 'redis')).toEqual([])
    expect(await get(vault, ['Use Redis'], then)).toMatchObject({ missing: [{ reason: 'not_found' }] })
    expect(await get(vault, ['acme/queue', 'acme/later'], then)).toMatchObject({
      records: [{ id: 'queue', body: 'The queue lives in Redis.', hits: 1 }],
      missing: [{ name: 'acme/later', reason: 'not_found' }],
      asOf: told,
    })
    expect((await list(vault, then)).records.map(({ id }) => id)).toEqual(['queue'])
    const ranked = await rankRecords(vault, {
      ...{ ...noNarrowing, kinds: ['decision'], limit: 5, asOf: then },
      ...{ projects: [project], allProjects: false, cwd: '/' },
    })
    expect(ranked).toMatchObject({ records: [{ title: 'Use Redis', hits: 1 }], total: 1, asOf: told })
  })

  test('what was recorded later is told of, as recorded later', async () => {
    const { vault, then } = await withPast()
    expect((await find(vault, 'kafka', { asOf: then })).abstained).toMatchObject({
      reason: 'out_of_scope',
      hint: expect.stringContaining('recorded later'),
      pointers: [{ id: 'later' }],
    })
    expect((await find(vault, 'unheard', { asOf: then })).abstained).toMatchObject({ reason: 'never_known' })
  })

  test('what had been recorded and did not hold yet is told as that', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'fact', body: 'Fresh bread.', validFrom: new Date(ports.now() + dayMs).toISOString() })
    const then = ports.now()
    ports.advance(2 * dayMs)
    await put(vault, { id: 'other', body: 'Other.' })
    expect(await findIds(vault, 'bread')).toEqual(['fact'])
    expect(await find(vault, 'bread', { asOf: then })).toMatchObject({
      ...{ hits: [], abstained: { reason: 'expired', hint: expect.stringContaining('did not hold then') } },
    })
    expect(await findIds(vault, 'bread', { asOf: then + dayMs })).toEqual(['fact'])
  })

  test('links are those of that time', async () => {
    const { vault, then } = await withPast()
    await put(vault, { id: 'link', body: 'See [[queue]].' })
    const linksOf = async (query: string, asOf?: number) =>
      (await find(vault, query, { asOf, expandLinks: true })).hits.map(({ links }) => links?.in.map(({ id }) => id))
    expect(await linksOf('sqlite')).toEqual([['link']])
    expect(await linksOf('redis', then)).toEqual([[]])
  })

  test('a recall tells what was known, and related and traverse show the links that there were', async () => {
    const { vault, then } = await withPast()
    await put(vault, { id: 'link', body: 'See [[queue]].' })
    const told = new Date(then).toISOString()
    const input = {
      ...{ ...noNarrowing, query: 'queue', kinds: undefined, statuses: undefined, includeScratch: false },
      ...{ includeExpired: false, projects: [project], allProjects: false, limit: 5, offset: 0, budget: 5000 },
      ...{ scan: 'none' as const, cwd: '/', asOf: then },
    }
    const { entries, asOf } = await recallRecords(vault, input)
    expect({ entries, asOf }).toMatchObject({ entries: [{ id: 'queue', title: 'Use Redis' }], asOf: told })
    expect(entries[0]?.text).toContain('(decision, 0 s ago)\n\n> Use Redis\n>\n> The queue lives in Redis.')
    const place = { name: 'queue', project, cwd: '/', limit: 5 }
    const past = { record: { title: 'Use Redis' }, asOf: told }
    expect(await relatedRecords(vault, { ...place, asOf: then })).toMatchObject({ ...past, in: [] })
    expect(await relatedRecords(vault, place)).toMatchObject({ record: { title: 'Use SQLite' }, in: [{ id: 'link' }] })
    expect(await traverseRecords(vault, { ...place, depth: 1, asOf: then })).toMatchObject({ ...past, nodes: [] })
    expect((await traverseRecords(vault, { ...place, depth: 1 })).nodes).toMatchObject([{ id: 'link' }])
    await expect(relatedRecords(vault, { ...place, name: 'link', asOf: then })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a record is found by the path of its file', async () => {
    const { vault, then } = await withPast()
    const path = 'projects/acme/decisions/queue.md'
    expect(await get(vault, [path], then)).toMatchObject({ records: [{ title: 'Use Redis', filepath: path }] })
    expect(await get(vault, ['projects/acme/notes/later.md'], then)).toMatchObject({ records: [] })
  })

  test('nothing is written, and no use is counted', async () => {
    const { vault, then } = await withPast()
    const before = { events: allEvents(vault).length, said: saidByLog(vault) }
    await find(vault, 'redis', { asOf: then })
    await get(vault, ['acme/queue'], then)
    await get(vault, ['acme/queue'], Date.parse('2099-01-01'))
    await list(vault, then)
    expect({ events: allEvents(vault).length, said: saidByLog(vault) }).toEqual(before)
    await expect(find(vault, 'redis', { asOf: then, hitIds: ['queue'] })).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('a record that is forgotten now is not served as of a time before', async () => {
    const { vault, then } = await withPast()
    await happen(vault, 'record.forgotten', 'queue')
    expect(await find(vault, 'redis', { asOf: then })).toMatchObject({ hits: [], abstained: { reason: 'never_known' } })
    expect(await get(vault, ['acme/queue'], then)).toMatchObject({ records: [] })
    await happen(vault, 'record.restored', 'queue')
    expect(await get(vault, ['acme/queue'], then)).toMatchObject({ records: [{ title: 'Use Redis' }] })
  })

  test('a project of today may have held nothing, and one that nobody knows is an error still', async () => {
    const { vault, then } = await withPast()
    expect(await find(vault, 'redis', { asOf: then - dayMs })).toMatchObject({ hits: [] })
    await expect(find(vault, 'redis', { asOf: then, projects: ['unheard'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('lifetimes are judged at that time', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'brief', body: 'Fresh bread.', ttl: '2h' })
    const then = ports.now()
    ports.advance(dayMs)
    await put(vault, { id: 'other', body: 'Other bread.' })
    expect(await findIds(vault, 'bread')).toEqual(['other'])
    const { hits } = await find(vault, 'bread', { asOf: then })
    expect(hits.map(({ id, expired }) => ({ id, expired }))).toEqual([{ id: 'brief', expired: undefined }])
    expect((await get(vault, ['acme/brief'], then)).records[0]).not.toHaveProperty('expired')
    expect((await get(vault, ['acme/brief'], then + dayMs / 2)).records[0]).toHaveProperty('expired', true)
    expect(await findIds(vault, 'bread', { asOf: Date.parse('2099-01-01') })).toEqual(['other'])
  })

  test('a damaged log is an error, not an answer', async () => {
    const { vault, then, root } = await withPast()
    const [segment = ''] = globSync('events/*/*.jsonl', { cwd: root }).map((path) => join(root, path))
    writeFileSync(segment, readFileSync(segment, 'utf8').replace('Use Redis', 'Use redis'))
    await expect(find(vault, 'redis', { asOf: then })).rejects.toMatchObject({ code: 'INTEGRITY' })
    expect(await findIds(vault, 'sqlite')).toEqual(['queue'])
  })
})
