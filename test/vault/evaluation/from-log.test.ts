/** What the log tells of which record answered which query. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventBody, StoredEvent } from '../../../src/events/schema.ts'
import { readLoggedLabels, writeLoggedLabels } from '../../../src/vault/evaluation/from-log.ts'
import { readLabelledQueries } from '../../../src/vault/evaluation/labelled-query.ts'
import { toLoggedLabels } from '../../../src/vault/evaluation/logged-labels.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../../src/vault/writing/upsert.ts'
import { anyHistory, storedEvent, toId } from '../../support/arbitrary-events.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put } from '../../support/vault.ts'

/** Events of one writer, at these minutes. */
function history(...entries: [minute: number, body: EventBody][]): StoredEvent[] {
  return entries.map(([minute, body], n) =>
    storedEvent(body, {
      ...{ writer: 'anna', seq: n + 1, id: toId(n, n) },
      at: new Date(Date.UTC(2031, 2, 5, 10, minute)).toISOString(),
    }),
  )
}

function asked(
  query: string,
  ids: string[],
  more: { projects?: string[]; session?: string } = { projects: ['shop'] },
): EventBody {
  const rest = { filters: [], profile: 'default', total: ids.length, ms: 1 }
  return { type: 'query.logged', data: { query, ids, session: 's', ...rest, ...more } }
}

function used(
  id: string,
  more: { query?: string; session?: string; via?: 'get' | 'bootstrap' } = { session: 's' },
): EventBody {
  return { type: 'record.hit', data: { project: 'shop', id, via: 'get', ...more } }
}

function said(events: StoredEvent[]) {
  return toLoggedLabels(events).map(({ query, labels, projects }) => [query, [...labels.keys()], projects])
}

describe('labels', () => {
  test('a use that names its query answers it, in its own project where no search was logged', () => {
    const events = history(
      [0, used('a', { query: 'lock' })],
      [1, used('b', { query: ' lock ' })],
      [2, used('c', { query: 'x' })],
    )
    expect(said(events)).toEqual([
      ['lock', ['a', 'b'], ['shop']],
      ['x', ['c'], ['shop']],
    ])
  })

  test('one where it was searched, if that is known', () => {
    const events = history([0, asked('lock', [], {})], [1, used('a', { query: 'lock' })])
    expect(said(events)).toEqual([['lock', ['shop/a'], 'all']])
  })

  test('a read in the session of a search answers it for half an hour', () => {
    const events = history([0, asked('lock', ['shop/a'])], [30, used('a')], [31, used('b')])
    expect(said(events)).toEqual([['lock', ['a'], ['shop']]])
  })

  test('it answers the last search that showed it, else the last', () => {
    const events = history(
      [0, asked('first', ['shop/a'])],
      [1, asked('second', ['shop/b'])],
      [2, used('a')],
      [3, used('b')],
      [4, used('c')],
    )
    expect(said(events)).toEqual([
      ['first', ['a'], ['shop']],
      ['second', ['b', 'c'], ['shop']],
    ])
  })

  test('no other session, project or purpose', () => {
    const other = { projects: ['other'], session: 's' }
    const events = history(
      [0, asked('lock', ['shop/a'])],
      [1, used('a', { session: 't' })],
      [2, used('a', {})],
      [3, used('a', { session: 's', via: 'bootstrap' })],
    )
    expect(said(events)).toEqual([])
    expect(said(history([0, asked('lock', ['other/a'], other)], [1, used('a')]))).toEqual([])
  })

  test('the order in which events arrive does not matter', () => {
    const histories = anyHistory.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
    )
    fc.assert(
      fc.property(histories, ([events, anyOrder]) => {
        expect(toLoggedLabels(anyOrder)).toEqual(toLoggedLabels(events))
      }),
    )
  })
})

describe('in a vault', () => {
  async function makeUsedVault() {
    const made = await makeVault()
    const { vault } = made
    vault.config.search = { ...vault.config.search, logQueries: true }
    await put(vault, { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'Use immediate.' })
    await put(vault, { id: 'pool', kind: 'decision', title: 'A pool', body: 'Each takes a lock.' })
    await find(vault, 'lock', { session: 's1' })
    const get = (names: string[]) =>
      getRecords(vault, { names, kind: undefined, project, cwd: '/', session: 's1', lines: undefined })
    await get(['pool', 'lock'])
    await find(vault, 'timeout', { hitIds: ['lock'] })
    return made
  }

  test('searching and reading make labels, and those of closed records are left out', async () => {
    const { vault } = await makeUsedVault()
    const told = await readLoggedLabels(vault)
    expect(told).toMatchObject({ labels: 3, closed: 0 })
    expect(told.queries.map(({ query, labels }) => [query, [...labels]])).toEqual([
      [
        'lock',
        [
          ['pool', 1],
          ['lock', 1],
        ],
      ],
      ['timeout', [['lock', 1]]],
    ])
    const draft = toRecordDraft('lock', { status: 'archived' }, vault.config.limits)
    await upsertRecord(vault, draft, { project, cwd: '/' })
    expect(await readLoggedLabels(vault)).toMatchObject({ labels: 1, closed: 2, queries: [{ query: 'lock' }] })
  })

  test('what is written reads as what was found, and no file is overwritten', async () => {
    const { vault, root } = await makeUsedVault()
    const file = join(root, '..', 'labels.jsonl')
    expect(await writeLoggedLabels(vault, file)).toEqual({ file, queries: 2, labels: 3, closed: 0 })
    async function* lines() {
      yield* readFileSync(file, 'utf8').split('\n')
    }
    expect(await readLabelledQueries(lines(), file)).toEqual((await readLoggedLabels(vault)).queries)
    await expect(writeLoggedLabels(vault, file)).rejects.toMatchObject({ code: 'REFUSED' })
  })

  test('a log without a use says so', async () => {
    const { vault } = await makeVault()
    await expect(readLoggedLabels(vault)).rejects.toMatchObject({ code: 'REFUSED' })
  })
})
