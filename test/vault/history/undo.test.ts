/** Taking back the last command, and taking that back again. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendEntries } from '../../../src/events/append.ts'
import {
  emptyRecord,
  evolve,
  foldRecords,
  isPresent,
  isRecordEvent,
  type RecordState,
  stampOf,
} from '../../../src/events/fold.ts'
import { byOrder } from '../../../src/events/merge-writers.ts'
import type { EventDraft } from '../../../src/events/schema.ts'
import { decideUndo } from '../../../src/events/undo.ts'
import { toIso } from '../../../src/record/times.ts'
import { appendAndFold } from '../../../src/vault/append.ts'
import { undoLast } from '../../../src/vault/history/undo.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { refresh, write } from '../../../src/vault/refresh.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { anyHistory, storedEvent } from '../../support/arbitrary-events.ts'
import { recordFiles, saidByIndex, saidByLog, statesByIndex } from '../../support/inspect.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { makeVault, project, put, putAll, rate } from '../../support/vault.ts'

const undo = (vault: Vault, most?: number) => undoLast(vault, { dryRun: false, most })
const plan = (vault: Vault) => undoLast(vault, { dryRun: true })

async function happen(vault: Vault, ...drafts: EventDraft[]): Promise<void> {
  await write(vault, { label: 'test' }, () => appendAndFold(vault, drafts))
}

/** More than are written at once. */
const many = Array.from({ length: 600 }, (_, n) => `n${n}`)

/** What a person sees of each record that is there: all but the counters. */
function contents(vault: Vault): { [record: string]: RecordState['fields'] } {
  const present = [...statesByIndex(vault)].filter(([, state]) => isPresent(state))
  return Object.fromEntries(present.map(([key, { fields }]) => [key, fields] as const).sort())
}

describe('undo', () => {
  test('an edit goes back, and comes again with the next undo', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'queue', title: 'Use Redis', tags: ['a'], body: 'One.\n' })
    const before = contents(vault)
    ports.advance(60_000)
    await put(vault, { id: 'queue', title: 'Use SQLite', severity: 'low', body: 'Two.\n' })
    const after = contents(vault)
    ports.advance(60_000)
    const planned = await plan(vault)
    expect(planned).toMatchObject({
      ...{ dryRun: true, events: [], command: { events: 1, guessed: false } },
      records: [
        {
          ...{ id: 'queue', projectId: project, outcome: 'changed', left: [], kept: [] },
          changes: [
            { field: 'severity', from: 'low' },
            { field: 'title', from: 'Use SQLite', to: 'Use Redis' },
          ],
          bodyDiff: expect.stringContaining('+One.'),
        },
      ],
    })
    expect(contents(vault)).toEqual(after)
    const done = await undo(vault)
    expect(done).toEqual({ ...planned, dryRun: false, events: [expect.any(String)] })
    expect(contents(vault)).toEqual(before)
    expect((await undo(vault)).command.first).toBe(done.events[0])
    expect(contents(vault)).toEqual(after)
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
  })

  test('a record that was made is forgotten, and the next undo brings it back as it was', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'old', kind: 'decision', title: 'Old', body: 'Old.' })
    const before = contents(vault)
    await put(vault, { id: 'new', kind: 'decision', title: 'New', status: 'paused', body: 'New.', supersedes: 'old' })
    const after = contents(vault)
    expect((await undo(vault, 2)).records.map(({ id, outcome }) => [id, outcome])).toEqual([
      ...[
        ['new', 'forgotten'],
        ['old', 'restored'],
      ],
    ])
    expect(contents(vault)).toEqual(before)
    expect(recordFiles(root)).toEqual(['projects/acme/decisions/old.md'])
    await undo(vault)
    expect(contents(vault)).toEqual(after)
    expect(recordFiles(root)).toHaveLength(2)
    await undo(vault)
    expect(contents(vault)).toEqual(before)
  })

  test('a batch is one command, however many chunks it takes; hits between do not matter', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'first', kind: 'trap', body: 'Here.' })
    const before = contents(vault)
    await putAll(
      vault,
      Array.from({ length: 620 }, (_, index) => ({ id: `r${index}`, body: `Text ${index}.` })),
    )
    const place = { project, cwd: '/', session: 's', kind: undefined, lines: undefined }
    await getRecords(vault, { names: ['first'], ...place })
    await expect(undo(vault, 1)).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('620') })
    expect((await undo(vault)).records).toHaveLength(620)
    expect(contents(vault)).toEqual(before)
    expect(saidByIndex(vault)['acme/first']).toMatchObject({ hits: 1 })
  })

  test('what somebody changed since stays, and is said', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'queue', title: 'Use Redis', body: 'One.' })
    await put(vault, { id: 'queue', title: 'Use SQLite', body: 'Two.' })
    const id = `${'7'.padEnd(25, 'Y')}0`
    const set = { title: 'Use Postgres' }
    const entry = { actor: 'cli' as const, type: 'record.upserted', data: { project, id: 'queue', set } }
    appendEntries(vault.log.segments, 'ben', vault.log.end('ben'), [{ ...entry, id, at: toIso(ports.now()) }])
    const { records } = await undo(vault)
    expect(records).toMatchObject([{ outcome: 'changed', left: [{ field: 'title', event: id, writer: 'ben' }] }])
    expect(contents(vault)['acme/queue']).toMatchObject({ title: 'Use Postgres', body: 'One.' })
  })

  test('a record that somebody else has written too is not forgotten', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'queue', body: 'One.' })
    const entry = { actor: 'cli' as const, type: 'record.upserted', at: toIso(ports.now()) }
    const data = { project, id: 'queue', set: { tags: ['b'] } }
    appendEntries(vault.log.segments, 'ben', vault.log.end('ben'), [{ ...entry, id: '7'.padEnd(26, 'Y'), data }])
    await expect(undo(vault)).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('since') })
    expect(contents(vault)).toHaveProperty('acme/queue')
  })

  test('counts are not taken back; beside other changes they stay and are said', async () => {
    const { vault } = await makeVault()
    await expect(undo(vault)).rejects.toMatchObject({ code: 'REFUSED' })
    const trap = { kind: 'trap', title: 'Herd of retries', pathPatterns: ['src/**'] }
    await put(vault, { ...trap, id: 'herd', body: 'All workers retry at the same moment and overload the queue.' })
    await rate(vault, 'herd', 'wrong')
    await expect(undo(vault)).rejects.toMatchObject({
      ...{
        code: 'REFUSED',
        message: expect.stringContaining('record.rated'),
        hint: expect.stringContaining('feedback'),
      },
    })
    const again = 'All workers retry at the same moment and overload the queue again.'
    await putAll(vault, [
      { ...trap, title: 'Retry herd', body: again },
      { id: 'beside', body: 'Beside.' },
    ])
    const { records } = await undo(vault)
    expect(records).toMatchObject([
      { id: 'herd', outcome: 'left', kept: ['record.recurred'] },
      { id: 'beside', outcome: 'forgotten', kept: [] },
    ])
    expect(saidByIndex(vault)['acme/herd']).toMatchObject({ occurrences: 2 })
  })

  test('hand edits are no command: they stay, and the command before them is taken back', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'queue', title: 'Queue', body: 'One.' })
    await put(vault, { id: 'queue', body: 'Two.', tags: ['a'] })
    const path = join(root, 'projects/acme/notes/queue.md')
    writeFileSync(path, readFileSync(path, 'utf8').replace('title: Queue', 'title: By hand'))
    await undo(vault)
    expect(contents(vault)['acme/queue']).toMatchObject({ title: 'By hand', body: 'One.' })
    expect(readFileSync(path, 'utf8')).toContain('title: By hand')
  })

  test('without the note, what was written in one millisecond is taken for one command, and said to be', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'old', kind: 'decision', body: 'Old.' })
    ports.advance(10)
    await put(vault, { id: 'new', kind: 'decision', body: 'New.', supersedes: 'old' })
    await rebuild(vault, { acceptDeletions: false })
    const { command, records } = await undo(vault)
    expect(command).toMatchObject({ guessed: true, events: 2 })
    expect(records).toHaveLength(2)
    expect(contents(vault)['acme/old']).toMatchObject({ status: 'active' })
    expect((await undo(vault)).command.guessed).toBe(false)
  })

  test('another command that came between what was assented to and the undo stops it', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'one', body: 'One.' })
    const { command } = await plan(vault)
    await put(vault, { id: 'two', body: 'Two.' })
    const late = undoLast(vault, { dryRun: false, expected: command.last })
    await expect(late).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('meanwhile') })
    expect(Object.keys(contents(vault))).toEqual(['acme/one', 'acme/two'])
  })

  test('one that comes while the undo is planned is seen, too', async () => {
    const { vault, reopen } = await makeVault()
    await putAll(
      vault,
      many.map((id) => ({ id, body: 'Text.' })),
    )
    const other = await reopen()
    const { command } = await plan(vault)
    let late: Promise<unknown> | undefined
    const onProgress = (): void => {
      late ??= put(other, { id: 'late', body: 'Late.' })
    }
    const { signal } = new AbortController()
    const undoing = undoLast(vault, { dryRun: false, expected: command.last, signal, onProgress })
    await expect(undoing).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('meanwhile') })
    await late
    expect(Object.keys(contents(vault))).toHaveLength(many.length + 1)
    closeVault(other)
  })

  test('of many records, it tells how far it is, and is ended before anything is taken back or when all is', async () => {
    const { vault, reopen, root } = await makeVault()
    await putAll(
      vault,
      many.map((id) => ({ id, body: 'Text.' })),
    )
    const filled = contents(vault)
    const undoUntil = async (last: string): Promise<string[]> => {
      const units = new Set<string>()
      const ending = new AbortController()
      const onProgress = (unit: string): void => {
        units.add(unit)
        if (unit === last) ending.abort(new Error('ended'))
      }
      await expect(undoLast(vault, { dryRun: false, signal: ending.signal, onProgress })).rejects.toThrow('ended')
      return [...units]
    }
    expect(await undoUntil('records')).toEqual(['events', 'records'])
    expect(contents(vault)).toEqual(filled)
    expect(await undoUntil('files')).toEqual(['events', 'records', 'files'])
    expect(contents(vault)).toEqual({})
    expect(recordFiles(root).length).toBeGreaterThan(0)
    await refresh(await reopen(), 'bounded')
    expect(recordFiles(root)).toEqual([])
  })

  test('a half-written last line is set aside first', async () => {
    const { vault, reopen } = await makeVault()
    await put(vault, { id: 'one', body: 'One.' })
    const [writer = ''] = vault.log.segments.writers()
    appendFileSync(join(vault.paths.events, writer, '000001.jsonl'), '{"v":1,"id":"0')
    closeVault(vault)
    const again = await reopen()
    await undo(again)
    expect(contents(again)).toEqual({})
  })
})

/** What is archived already is not archived again, and so on: an event that only tells the time is not to be undone. */
function isMove(type: string, fields: RecordState['fields'] | undefined): boolean {
  if (fields === undefined) return false
  return type === 'record.forgotten' || (fields.status === 'archived') === (type === 'record.restored')
}

describe('laws', () => {
  const id = fc.constantFrom('a', 'b')
  const step = fc.oneof(
    fc.record({
      do: fc.constant('put' as const),
      id,
      title: fc.constantFrom('x', 'y'),
      body: fc.constantFrom('1', '2'),
    }),
    fc.record({
      do: fc.constantFrom('record.archived', 'record.restored', 'record.forgotten'),
      ...{ id, title: fc.constant(''), body: fc.constant('') },
    }),
  )

  test('an undo gives what was before the last command, a second what was after it', {
    timeout: lawTimeoutMs,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { vault, ports } = await makeVault()
        let before = contents(vault)
        let changed = false
        for (const { do: what, id, title, body } of steps) {
          const now = contents(vault)
          ports.advance(1000)
          if (what === 'put') await put(vault, { id, title, body })
          else if (isMove(what, now[`acme/${id}`])) {
            await happen(vault, { actor: 'cli', type: what, data: { project, id } } as EventDraft)
          }
          if (JSON.stringify(now) === JSON.stringify(contents(vault))) continue
          before = now
          changed = true
        }
        ports.advance(1000)
        if (changed) {
          const after = contents(vault)
          await undo(vault)
          expect(contents(vault)).toEqual(before)
          expect(saidByIndex(vault)).toEqual(saidByLog(vault))
          await undo(vault)
          expect(contents(vault)).toEqual(after)
          await refresh(vault, 'full')
          expect(contents(vault)).toEqual(after)
        }
        closeVault(vault)
      }),
      runs(6),
    )
  })

  test('with other clones: the record as its other events alone give it, or left whole', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), fc.nat(2), (history, from, length) => {
        const events = history.filter(({ data }) => 'id' in data && data.id === 'one').sort(byOrder)
        const own = events.filter(({ writer }) => writer === 'anna')
        const first = own[from % Math.max(1, own.length)]
        if (first === undefined) return
        const undone = own.slice(own.indexOf(first), own.indexOf(first) + length + 1)
        const record = { project: 'shop', id: 'one' }
        const isUndone = (event: { id: string; writer: string }) =>
          undone.some((one) => stampOf(one) === stampOf(event))
        const at = '2031-03-06T00:00:00.000Z'
        const decided = decideUndo({ record, events, isUndone, actor: 'cli', now: at })
        const header = (seq: number) => ({
          writer: 'anna',
          seq: 1000 + seq,
          id: `7${'0'.repeat(20)}${10_000 + seq}`,
          at,
        })
        const written = decided.drafts.map((draft, seq) => storedEvent(draft, header(seq)))
        const fold = (given: typeof events): RecordState =>
          given.filter(isRecordEvent).reduce<RecordState>(evolve, emptyRecord('shop', 'one'))
        const others = fold(events.filter((event) => !isUndone(event)))
        const result = fold([...events, ...written])
        const { updated: _, ...fields } = result.fields
        const isBlocked = decided.left.some(({ field }) => field === 'record')
        if (isBlocked) expect(written).toEqual([])
        else if (isPresent(others)) {
          const { updated: __, ...wanted } = others.fields
          expect(fields).toEqual(wanted)
          expect(result.gone).toBe(false)
        } else expect(isPresent(result)).toBe(false)
        expect(result.fields).toEqual(decided.after.fields)
        const counts = foldRecords([...history, ...written]).get('shop/one')
        expect(counts?.hits ?? 0).toBe(fold(events).hits)
      }),
      { numRuns: 500 },
    )
  })
})
