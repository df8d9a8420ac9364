/** A whole vault as it was, in another folder. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendEntries } from '../../../src/events/append.ts'
import { foldRecords, isPresent } from '../../../src/events/fold.ts'
import type { EventDraft } from '../../../src/events/schema.ts'
import { ulidTime } from '../../../src/events/ulid.ts'
import { verifyLog } from '../../../src/events/verify.ts'
import { dayMs } from '../../../src/record/times.ts'
import { appendAndFold } from '../../../src/vault/append.ts'
import { replayVault } from '../../../src/vault/history/replay.ts'
import { refresh, write } from '../../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault, withVault } from '../../../src/vault/vault.ts'
import { anyHistory } from '../../support/arbitrary-events.ts'
import { allEvents, dumpIndex, saidByFiles, saidByIndex, saidByLog, statesByIndex } from '../../support/inspect.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { makeVault, project, put, putAll, type TestPorts } from '../../support/vault.ts'

async function happen(vault: Vault, ...drafts: EventDraft[]): Promise<void> {
  await write(vault, { label: 'test' }, () => appendAndFold(vault, drafts))
}

async function withPast() {
  const made = await makeVault()
  const { vault, ports, root } = made
  await put(vault, { id: 'queue', kind: 'decision', title: 'Use Redis', body: 'In Redis.' })
  await put(vault, { id: 'secret', body: 'The word is swordfish.' })
  const then = ports.now()
  const said = saidByIndex(vault)
  ports.advance(dayMs)
  await put(vault, { id: 'queue', kind: 'decision', title: 'Use SQLite', body: 'In SQLite.' })
  await put(vault, { id: 'later', body: 'Later.' })
  return { ...made, then, said, folder: join(dirname(root), 'then') }
}

const look = <T>(folder: string, ports: TestPorts, work: (vault: Vault) => Promise<T>) =>
  withVault(folder, { ports }, work)

describe('replay', () => {
  test('gives the records, files and views of that time, and a log that is whole', async () => {
    const { vault, ports, root, then, said, folder } = await withPast()
    const told = await replayVault(vault, { until: { at: then }, folder })
    expect(told).toMatchObject({ vault: folder, records: 2, removals: 0, events: 4 })
    expect(saidByFiles(folder)).toEqual(said)
    const views = readFileSync(join(folder, 'projects/acme/INDEX.md'), 'utf8')
    expect(views).toContain('Use Redis')
    expect(views).not.toContain('later')
    await look(folder, ports, async (copy) => {
      await refresh(copy, 'full')
      expect(saidByIndex(copy)).toEqual(said)
      expect(saidByLog(copy)).toEqual(said)
      expect(verifyLog(copy.log.segments).findings).toEqual([])
      const [writer = ''] = vault.log.segments.writers()
      const bytes = copy.log.segments.read(writer, 1, 0)
      expect(vault.log.segments.read(writer, 1, 0).subarray(0, bytes.length)).toEqual(bytes)
      await put(copy, { id: 'new', body: 'New.' })
      expect(copy.log.segments.writers()).toHaveLength(2)
    })
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    expect(existsSync(join(folder, '.git'))).toBe(true)
    expect(execFileSync('git', ['remote'], { cwd: folder }).toString()).toBe('')
    expect(readdirSync(dirname(root)).sort()).toEqual(['then', 'vault'])
  })

  test('after an event, and with several segments', async () => {
    const { vault, folder } = await withPast()
    const body = 'word '.repeat(400)
    await putAll(
      vault,
      Array.from({ length: 400 }, (_, index) => ({ id: `r${index}`, body: `${index} ${body}` })),
    )
    await put(vault, { id: 'last', body: 'Last.' })
    const events = allEvents(vault)
    expect(vault.log.segments.list(events[0]?.writer ?? '').length).toBeGreaterThan(1)
    const last = events.at(-2)
    const told = await replayVault(vault, { until: { event: String(last?.id) }, folder })
    expect(told).toMatchObject({ event: last?.id, events: events.length - 1, records: 403 })
  })

  test('what is forgotten by now is forgotten there, and what was taken out is not in it', async () => {
    const { vault, ports, then, folder } = await withPast()
    await happen(vault, { actor: 'cli', type: 'record.forgotten', data: { project, id: 'secret' } })
    ports.advance(dayMs)
    await happen(vault, { actor: 'cli', type: 'record.redacted', data: { project, id: 'secret', events: ['x'] } })
    const told = await replayVault(vault, { until: { at: then }, folder })
    expect(told).toMatchObject({ records: 1, removals: 2, events: 4 })
    expect(Object.keys(saidByFiles(folder))).toEqual(['acme/queue'])
    await look(folder, ports, async (copy) => {
      expect(statesByIndex(copy).get('acme/secret')?.gone).toBe(true)
      expect(verifyLog(copy.log.segments).findings).toEqual([])
    })
    await happen(vault, { actor: 'cli', type: 'record.restored', data: { project, id: 'secret' } })
    const again = await replayVault(vault, { until: { at: then }, folder: `${folder}-again` })
    expect(again).toMatchObject({ records: 2, removals: 1 })
  })

  test('a folder that holds anything, lies in the vault or is a file is left alone; an empty one is taken', async () => {
    const { vault, then, folder, root } = await withPast()
    const refused = { code: 'REFUSED' }
    const until = { at: then }
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine'), 'x')
    symlinkSync(root, `${folder}-link`)
    await expect(replayVault(vault, { until, folder })).rejects.toMatchObject(refused)
    await expect(replayVault(vault, { until, folder: join(folder, 'mine') })).rejects.toMatchObject(refused)
    await expect(replayVault(vault, { until, folder: join(root, 'a/b') })).rejects.toMatchObject(refused)
    await expect(replayVault(vault, { until, folder: join(`${folder}-link`, 'a') })).rejects.toMatchObject(refused)
    await expect(replayVault(vault, { until: { at: 0 }, folder: `${folder}-old` })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(readdirSync(folder)).toEqual(['mine'])
    expect(readdirSync(dirname(root)).sort()).toEqual(['then', 'then-link', 'vault'])
    mkdirSync(`${folder}-new`)
    expect(await replayVault(vault, { until, folder: `${folder}-new` })).toMatchObject({ records: 2 })
  })

  test('a link to an empty folder is as good as the folder, one to nothing is refused', async () => {
    const { vault, folder } = await withPast()
    symlinkSync(folder, `${folder}-link`)
    const nowhere = replayVault(vault, { until: 'now', folder: `${folder}-link` })
    await expect(nowhere).rejects.toMatchObject({ code: 'REFUSED' })
    mkdirSync(folder)
    const told = await replayVault(vault, { until: 'now', folder: `${folder}-link` })
    expect(realpathSync(told.vault)).toBe(realpathSync(folder))
    expect(readdirSync(folder)).toContain('config.json')
  })

  test('lines that a repair moved behind newer ones are there too', async () => {
    const { vault, ports, folder } = await withPast()
    const event = allEvents(vault).find(({ type }) => type === 'record.upserted')
    const data = { project, id: 'moved', set: { kind: 'note', title: 'Moved', body: 'Moved here.' } }
    const entry = { actor: 'cli' as const, type: 'record.upserted', at: String(event?.at), data }
    const old = String(event?.id).replace(/.$/, '0')
    const late = { ...entry, id: '7'.padEnd(26, '0'), data: { ...data, id: 'late' } }
    appendEntries(vault.log.segments, 'moved', vault.log.end('moved'), [late, { ...entry, id: old }])
    const told = await replayVault(vault, { until: { at: ulidTime(old) }, folder })
    expect(told).toMatchObject({ records: 3 })
    await look(folder, ports, async (copy) => {
      expect(Object.keys(saidByLog(copy))).toEqual(['acme/moved', 'acme/queue', 'acme/secret'])
    })
  })

  test('law: it is the fold of the events up to then, without what is forgotten now', {
    timeout: lawTimeoutMs,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(4), async (history, at) => {
        const { vault, ports, root } = await makeVault()
        for (const writer of ['anna', 'ben', 'cleo']) {
          const entries = history.filter((event) => event.writer === writer)
          if (entries.length > 0) appendEntries(vault.log.segments, writer, vault.log.end(writer), entries)
        }
        const folder = join(dirname(root), 'then')
        const held = history.filter(({ id }) => ulidTime(id) <= at)
        const made = replayVault(vault, { until: { at }, folder })
        if (held.length === 0) await expect(made).rejects.toMatchObject({ code: 'NOT_FOUND' })
        else {
          await made
          const now = foldRecords(history)
          const then = [...foldRecords(held)].filter(([key, state]) => isPresent(state) && now.get(key)?.gone === false)
          const copy = await openVault(folder, { ports })
          const states = statesByIndex(copy)
          expect(
            [...states]
              .filter(([, state]) => isPresent(state))
              .map(([key]) => key)
              .sort(),
          ).toEqual(then.map(([key]) => key).sort())
          for (const [key, { fields }] of then) {
            const { body, ...others } = fields
            // The index does not tell an empty body from none.
            expect(states.get(key)?.fields).toMatchObject(body === '' ? others : fields)
          }
          expect(dumpIndex(copy).records).toHaveLength(states.size)
          closeVault(copy)
        }
        closeVault(vault)
      }),
      runs(5),
    )
  })
})
