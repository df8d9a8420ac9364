/** The history of a record, the record at a moment of it, and what differs between two. */
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendEntries } from '../../../src/events/append.ts'
import { foldRecords, isPresent, stampOf } from '../../../src/events/fold.ts'
import type { EventDraft } from '../../../src/events/schema.ts'
import { toFrontmatter } from '../../../src/projections/files/render.ts'
import { dayMs, toIso } from '../../../src/record/times.ts'
import { appendAndFold } from '../../../src/vault/append.ts'
import { getHistory } from '../../../src/vault/history/history.ts'
import type { Moment } from '../../../src/vault/history/moment.ts'
import { diffRecord, showRecord } from '../../../src/vault/history/show.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { redactRecord } from '../../../src/vault/redacting/redact.ts'
import { write } from '../../../src/vault/refresh.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { anyHistory } from '../../support/arbitrary-events.ts'
import { allEvents } from '../../support/inspect.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const place = { project, cwd: '/' }

function history(vault: Vault, name = 'queue', limit = 50) {
  return getHistory(vault, { name, limit, ...place })
}

function show(vault: Vault, moment: Moment, name = 'queue') {
  return showRecord(vault, { name, moment, ...place })
}

function diff(vault: Vault, from: Moment, to: Moment = 'now') {
  return diffRecord(vault, { name: 'queue', from, to, ...place })
}

async function happen(vault: Vault, ...drafts: EventDraft[]): Promise<void> {
  await write(vault, { label: 'test' }, () => appendAndFold(vault, drafts))
}

/** A record written, read in a session, and written again a day later. */
async function withPast() {
  const made = await makeVault()
  const { vault, ports } = made
  await put(vault, { id: 'queue', kind: 'decision', title: 'Use Redis', tags: ['infra'], body: 'It lives\nin Redis.' })
  const get = { names: ['queue'], kind: undefined, session: 's1', lines: undefined, ...place }
  await getRecords(vault, get)
  const then = ports.now()
  ports.advance(dayMs)
  await put(vault, { id: 'queue', kind: 'decision', title: 'Use SQLite', body: 'It lives\nin SQLite.' })
  return { ...made, then }
}

describe('history', () => {
  test('tells what each event changed, newest first, and in which session', async () => {
    const { vault, then } = await withPast()
    const { entries, older, id, projectId } = await history(vault)
    expect({ id, projectId, older }).toEqual({ id: 'queue', projectId: project, older: 0 })
    expect(entries.map(({ type }) => type)).toEqual([
      ...['record.upserted', 'session.seen', 'record.hit', 'record.upserted'],
    ])
    expect(entries[0]).toMatchObject({
      ...{ actor: 'cli', at: toIso(then + dayMs), said: {}, overwritten: [] },
      changes: [{ field: 'title', from: 'Use Redis', to: 'Use SQLite' }],
      bodyDiff: '@@ -1,2 +1,2 @@\n It lives\n-in Redis.\n+in SQLite.',
    })
    expect(entries[2]).toMatchObject({ said: { via: 'get', session: 's1' }, changes: [] })
    expect(entries[3]?.changes).toContainEqual({ field: 'tags', to: ['infra'] })
    expect(await history(vault, 'queue', 1)).toMatchObject({ entries: [entries[0]], older: 3 })
  })

  test('marks what another clone wrote next, and only the fields that it wrote otherwise', async () => {
    const { vault, then } = await withPast()
    const [mine] = (await history(vault)).entries
    const set = { title: 'Use Postgres', severity: 'high', body: 'It lives\nin SQLite.' }
    const entry = { actor: 'cli' as const, type: 'record.upserted', data: { project, id: 'queue', set } }
    const id = String(mine?.event).replace(/.$/, 'Z')
    appendEntries(vault.log.segments, 'ben', vault.log.end('ben'), [{ ...entry, id, at: toIso(then + dayMs) }])
    const { entries } = await history(vault)
    expect(entries[0]).toMatchObject({ event: id, writer: 'ben', overwritten: [] })
    expect(entries[1]).toMatchObject({
      ...{ event: mine?.event, overwritten: [{ field: 'title', event: id, writer: 'ben' }] },
    })
    expect(entries.at(-1)?.overwritten).toEqual([])
  })

  test('of a forgotten record only who and when is told, whatever was said', async () => {
    const { vault, ports } = await withPast()
    ports.advance(dayMs)
    await happen(vault, { actor: 'cli', type: 'record.forgotten', data: { project, id: 'queue', reason: 'secret' } })
    for (const name of ['queue', 'acme/queue']) {
      const told = await history(vault, name)
      expect(told.forgotten).toMatchObject({ event: told.entries[0]?.event, at: toIso(ports.now()), actor: 'cli' })
      expect(told.entries).toHaveLength(5)
      expect(JSON.stringify(told)).not.toMatch(/Redis|SQLite|secret|infra|s1/)
    }
    await expect(show(vault, 'now')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching('forgotten'),
    })
    await expect(diff(vault, { at: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(history(vault, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await happen(vault, { actor: 'cli', type: 'record.restored', data: { project, id: 'queue' } })
    expect((await history(vault)).entries[1]).toMatchObject({ said: { reason: 'secret' } })
  })

  test('an event whose data was taken out still stands in it', async () => {
    const { vault } = await withPast()
    const { entries } = await history(vault)
    const first = entries.at(-1)
    await redactRecord(vault, { name: 'queue', reason: undefined, keepsCurrent: true, ...place })
    const told = await history(vault)
    expect(told.entries).toHaveLength(6)
    expect(told.entries.at(-1)).toEqual({
      ...{ event: first?.event, type: 'record.upserted', at: first?.at, actor: 'cli', writer: first?.writer },
      ...{ seq: first?.seq, said: {}, changes: [], overwritten: [], withoutData: true },
    })
  })

  test('the commit is the one whose trailers name the event, alone or in a range of its writer', async () => {
    const { vault, root } = await withPast()
    expect((await history(vault)).entries.every(({ commit }) => commit === undefined)).toBe(true)
    const [last, seen, hit, first] = (await history(vault)).entries
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'ignore' })
    }
    const commit = (subject: string, ...trailers: string[]): void =>
      git('commit', '--allow-empty', '-m', `${subject}\n\n${trailers.join('\n')}\n`)
    git('add', '.')
    commit('first \x1f things', `Memo-Writer: ${first?.writer}`, `Memo-Event: ${first?.event}..${hit?.event}`)
    commit('not of this writer', 'Memo-Writer: ben', `Memo-Event: ${last?.event}..${last?.event}Z`)
    commit('then', `Memo-Writer: ${last?.writer}`, `Memo-Event: ${seen?.event}`, `Memo-Event: ${last?.event}`)
    commit('by a person')
    expect((await history(vault)).entries.map((entry) => entry.commit?.subject)).toEqual([
      ...['then', 'then', 'first \x1f things', 'first \x1f things'],
    ])
    expect((await history(vault)).entries[0]?.commit).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{40}$/) })
  })
})

describe('show and diff', () => {
  test('a record as it was by a time and after an event; it counts no use', async () => {
    const { vault, then } = await withPast()
    const before = allEvents(vault).length
    expect(await show(vault, { at: then })).toMatchObject({
      ...{ record: { title: 'Use Redis', hits: 1, tags: ['infra'], body: 'It lives\nin Redis.' }, at: toIso(then) },
    })
    const first = (await history(vault)).entries.at(-1)?.event ?? ''
    expect(await show(vault, { event: first })).toMatchObject({ record: { title: 'Use Redis', hits: 0 }, event: first })
    expect(await show(vault, 'now')).toMatchObject({ record: { title: 'Use SQLite', hits: 1 }, stale: false })
    await expect(show(vault, { at: then - dayMs })).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', hint: expect.stringContaining(first) },
    })
    await expect(show(vault, { event: '0000' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(show(vault, { event: first.slice(0, 4) })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    expect(allEvents(vault)).toHaveLength(before)
  })

  test('fields and text that differ, in either direction, also from before there was anything', async () => {
    const { vault, then } = await withPast()
    expect(await diff(vault, { at: then })).toMatchObject({
      ...{ from: { present: true, at: toIso(then) }, to: { present: true } },
      changes: [{ field: 'title', from: 'Use Redis', to: 'Use SQLite' }],
      bodyDiff: expect.stringContaining('+in SQLite.'),
    })
    expect(await diff(vault, 'now', { at: then })).toMatchObject({ changes: [{ from: 'Use SQLite', to: 'Use Redis' }] })
    expect(await diff(vault, 'now')).toMatchObject({ changes: [], bodyDiff: '' })
    const whole = await diff(vault, { at: then - dayMs })
    expect(whole.from.present).toBe(false)
    expect(whole.changes).toContainEqual({ field: 'kind', to: 'decision' })
  })

  test('law: a record after an event is the fold of the events up to it', { timeout: lawTimeoutMs }, async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(), async (events, choice) => {
        const { vault } = await makeVault()
        for (const writer of ['anna', 'ben', 'cleo']) {
          const entries = events.filter((event) => event.writer === writer)
          if (entries.length > 0) appendEntries(vault.log.segments, writer, vault.log.end(writer), entries)
        }
        const last = events[choice % Math.max(1, events.length)]
        const twins = events.filter(({ id }) => id === last?.id)
        if (last !== undefined && twins.length === 1) {
          const held = events.filter((event) => stampOf(event) <= stampOf(last))
          const then = foldRecords(held).get('shop/one')
          const now = foldRecords(events).get('shop/one')
          const shown = showRecord(vault, { name: 'shop/one', moment: { event: last.id }, project: 'shop', cwd: '/' })
          if (!isPresent(then) || !isPresent(now)) await expect(shown).rejects.toMatchObject({ code: 'NOT_FOUND' })
          else {
            const { project: _, ...fields } = toFrontmatter(then)
            expect((await shown).record).toMatchObject({ hits: 0, ...fields, body: String(then.fields.body ?? '') })
          }
        }
        closeVault(vault)
      }),
      runs(10),
    )
  })
})
