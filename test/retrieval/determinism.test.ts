/** The same records and the same query give the same list: over any way in, and in whatever order they were written. */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault } from '../../src/vault/vault.ts'
import { runCli } from '../support/cli.ts'
import { readerOfNotes, searchNotes } from '../support/memory-search.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../support/vault.ts'
import { answerable, records } from './abstention-corpus.ts'

const ids = (reader: ReturnType<typeof readerOfNotes>, query: string, limit = 200): string[] =>
  searchNotes(reader, query, { limit }).hits.map(({ id }) => id)

const queries = ['what is the lock timeout', 'orders', 'the app', '"per pod"', 'k8s OR redis', 'rel*']

describe('written in another order', () => {
  test('more equal records than are looked at: the first by id, whichever were written first', () => {
    const equal = Array.from({ length: 700 }, (_, at) => ({
      id: `n${String(at).padStart(4, '0')}`,
      title: 'Lock',
      body: 'lock',
    }))
    const [forward, backward] = [readerOfNotes(equal), readerOfNotes(equal.toReversed())]
    const first = equal.slice(0, 200).map(({ id }) => id)
    expect(ids(forward, 'lock').sort()).toEqual(first)
    for (const query of ['lock', 'lock NOT door', 'what lock is it']) {
      expect(ids(backward, query), query).toEqual(ids(forward, query))
      expect(ids(backward, query, 10), query).toEqual(ids(forward, query, 10))
    }
  })

  test('some equal records, some better, some worse, in any order', () => {
    const bodies = ['lock', 'lock lock', 'lock timeout', 'a lock and much besides that says nothing', 'timeout']
    const some = Array.from({ length: 600 }, (_, at) => ({
      id: `n${at}`,
      title: 'T',
      body: bodies[at % bodies.length] ?? '',
    }))
    const expected = ids(readerOfNotes(some), 'lock timeout')
    fc.assert(
      fc.property(fc.shuffledSubarray(some, { minLength: some.length }), (shuffled) => {
        expect(ids(readerOfNotes(shuffled), 'lock timeout')).toEqual(expected)
      }),
      { numRuns: 8 },
    )
  })

  test('the corpus, each question', () => {
    const [forward, backward] = [readerOfNotes(records), readerOfNotes(records.toReversed())]
    for (const query of [...queries, ...answerable.map(({ query: asked }) => asked)]) {
      expect(searchNotes(backward, query).hits.map(toPlace), query).toEqual(
        searchNotes(forward, query).hits.map(toPlace),
      )
    }
  })
})

test('records written one by one and edited, a batch in another order, and a rebuilt index answer alike', async () => {
  const [{ vault: slow }, { vault: quick }] = [await makeVault(), await makeVault()]
  onTestFinished(() => {
    closeVault(slow)
    closeVault(quick)
  })
  const some = records.slice(0, 40)
  for (const { id, kind, title } of some) await put(slow, { id, kind, title, body: 'a draft of something else' })
  for (const { id, kind, title, body } of some.toReversed()) await put(slow, { id, kind, title, body })
  await putAll(quick, some)
  const answers = async (vault: typeof slow) => {
    const lists: string[][] = []
    for (const query of queries) lists.push(await findIds(vault, query))
    return lists
  }
  const incremental = await answers(slow)
  expect(await answers(quick)).toEqual(incremental)
  await rebuild(slow, { acceptDeletions: false })
  expect(await answers(slow)).toEqual(incremental)
})

test('the program and the library give one list, each time', async () => {
  const { vault, root } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await putAll(vault, records.slice(0, 60))
  for (const query of queries) {
    const { hits } = await find(vault, query, { limit: 20 })
    const again = await find(vault, query, { limit: 20 })
    expect(again.hits.map(toPlace), query).toEqual(hits.map(toPlace))
    const typed = await runCli(['search', '--json', '--project', project, '--limit', '20', '--', query], {
      vault: root,
    })
    const told = (typed.json() as { hits: { id: string; score: number }[] }).hits
    expect(
      told.map(({ id }) => id),
      query,
    ).toEqual(hits.map(({ id }) => id))
  }
})

function toPlace({ id, score }: { id: string; score: number }): { id: string; score: number } {
  return { id, score: Number(score.toPrecision(12)) }
}
