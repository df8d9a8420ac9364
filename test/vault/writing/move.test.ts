import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { countersOf } from '../../../src/events/counters.ts'
import { getHistory } from '../../../src/vault/history/history.ts'
import { showRecord } from '../../../src/vault/history/show.ts'
import { undoLast } from '../../../src/vault/history/undo.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { relatedRecords } from '../../../src/vault/reading/related.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { moveRecord } from '../../../src/vault/writing/move.ts'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../../src/vault/writing/upsert.ts'
import { makeTwoClones, sync } from '../../support/clones.ts'
import { findings } from '../../support/doctor.ts'
import { dumpIndex, recordFiles, saidByFiles, saidByIndex, saidByLog, statesByIndex } from '../../support/inspect.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { hit, makeVault, project, put, rate, type TestVault } from '../../support/vault.ts'

let made: TestVault
beforeEach(async () => {
  made = await makeVault()
  await put(made.vault, {
    id: 'old',
    kind: 'trap',
    title: 'Storm',
    body: 'All at once. See [[other]] and [[old#why]].',
  })
  await put(made.vault, { id: 'other', body: 'It says [[old|that]], `[[old]]`, [[acme/old]].', evidence: ['old'] })
  await put(made.vault, { id: 'third', body: 'Words.', links: [{ type: 'fixes', target: 'old' }] })
})

const place = { project, cwd: '/' }
const move = (vault: Vault, name: string, toId: string | undefined, toProject?: string) =>
  moveRecord(vault, { name: name.includes('/') ? name : `${project}/${name}`, toId, toProject, cwd: '/' })
const state = (vault: Vault, key: string) => statesByIndex(vault).get(key)

async function get(vault: Vault, name: string) {
  const rest = { kind: undefined, session: undefined, lines: undefined, uncounted: true as const }
  return getRecords(vault, { names: [name], ...place, ...rest })
}

describe('a move', () => {
  test('takes links of others along, and leaves code and their time of change alone', async () => {
    made.ports.advance(60_000)
    const result = await move(made.vault, 'old', 'new')
    expect(result).toMatchObject({ id: 'new', projectId: project, from: { id: 'old' } })
    expect(result.followed.map(({ id }) => id)).toEqual(['other', 'third'])
    const { fields } = state(made.vault, 'acme/other') ?? { fields: {} }
    expect(fields).toMatchObject({
      body: 'It says [[new|that]], `[[old]]`, [[new]].',
      evidence: ['new'],
      updated: '2031-05-01T09:00:00.000Z',
    })
    expect(state(made.vault, 'acme/third')?.fields.links).toEqual([{ type: 'fixes', target: 'new' }])
    expect(state(made.vault, 'acme/new')?.fields.body).toBe('All at once. See [[other]] and [[new#why]].')
    const around = await relatedRecords(made.vault, { name: 'new', ...place, limit: 10 })
    expect(around.in.map(({ id }) => id).sort()).toEqual(['other', 'third'])
    expect(around.dangling).toBe(0)
  })

  test('into another project: names that meant something there still do', async () => {
    await put(made.vault, { id: 'newer', kind: 'trap', body: 'Other.', supersedes: 'old' })
    const { vault } = made
    const fieldsOf = (key: string) => state(vault, key)?.fields
    await expect(move(vault, 'old', undefined, 'shop')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await putIn(vault, 'shop')
    await move(vault, 'old', undefined, 'shop')
    expect(fieldsOf('shop/old')).toMatchObject({
      body: 'All at once. See [[acme/other]] and [[old#why]].',
      supersededBy: 'acme/newer',
    })
    expect(fieldsOf('acme/newer')).toMatchObject({ supersedes: 'shop/old' })
    expect(fieldsOf('acme/other')).toMatchObject({ body: 'It says [[shop/old|that]], `[[old]]`, [[shop/old]].' })
  })

  test('the file goes along, with what a person wrote in it', async () => {
    const path = join(made.root, 'projects/acme/traps/old.md')
    writeFileSync(path, readFileSync(path, 'utf8').replace('title:', '# seen twice\nmood: bad\ntitle:'))
    await refresh(made.vault, 'full')
    await move(made.vault, 'old', 'new')
    expect(recordFiles(made.root)).toContain('projects/acme/traps/new.md')
    expect(recordFiles(made.root)).not.toContain('projects/acme/traps/old.md')
    const text = readFileSync(join(made.root, 'projects/acme/traps/new.md'), 'utf8')
    expect(text).toMatch(/^---\nid: new\n[\s\S]*# seen twice\nmood: bad\n[\s\S]*movedFrom: acme\/old\n/)
    expect(saidByFiles(made.root)).toEqual(saidByLog(made.vault))
  })

  test('the old id leads there and says so; nothing of it is served, nor called forgotten', async () => {
    await move(made.vault, 'old', 'new')
    expect(await get(made.vault, 'old')).toMatchObject({ records: [{ id: 'new', movedFrom: 'acme/old' }], missing: [] })
    expect(made.vault.notices).toContain('old has moved to acme/new')
    await move(made.vault, 'new', 'newest')
    expect(await get(made.vault, 'acme/old')).toMatchObject({ records: [{ id: 'newest' }] })
    await forgetRecord(made.vault, { name: 'newest', reason: undefined, ...place })
    expect(await get(made.vault, 'old')).toMatchObject({ missing: [{ reason: 'not_found' }] })
  })

  test('a name with its project is left as it is written where it says the same as before', async () => {
    const body = 'See [[acme/other]], [[other]] and [[acme/nothing]].'
    await put(made.vault, { id: 'old', kind: 'trap', body })
    await move(made.vault, 'old', 'new')
    expect(state(made.vault, 'acme/new')?.fields.body).toBe(body)
  })

  test('how often a trap came up goes along, and it goes on counting, also under a name that it had before', async () => {
    const again = { kind: 'trap', title: 'Storm again', body: 'All at once. See [[other]] and [[old#why]] again.' }
    const occurrences = (id: string) => saidByIndex(made.vault)[`acme/${id}`]?.occurrences
    await put(made.vault, again)
    expect(occurrences('old')).toBe(2)
    await move(made.vault, 'old', 'new')
    expect(occurrences('new')).toBe(2)
    expect(await put(made.vault, again)).toMatchObject({ id: 'new', recurrence: true })
    await move(made.vault, 'new', 'old')
    expect(occurrences('old')).toBe(3)
  })

  test('counters and history go along; what was before is told under its name', async () => {
    for (let n = 0; n < 3; n++) await hit(made.vault, 'old')
    await rate(made.vault, 'old', 'helpful')
    const before = countersOf(state(made.vault, 'acme/old') ?? neverThere())
    await move(made.vault, 'old', 'new')
    expect(countersOf(state(made.vault, 'acme/new') ?? neverThere())).toEqual(before)
    await hit(made.vault, 'new')
    const { entries } = await getHistory(made.vault, { name: 'new', ...place, limit: 99, withoutCommits: true })
    expect(entries.map(({ type, under }) => `${type}${under === undefined ? '' : ` ${under}`}`)).toEqual([
      'record.hit',
      'record.forgotten acme/old',
      'record.upserted acme/old',
      'record.upserted',
      'record.rated acme/old',
      ...Array(3).fill('record.hit acme/old'),
      'record.upserted acme/old',
    ])
    const [first] = entries.slice(-1)
    const shown = await showRecord(made.vault, { name: 'new', ...place, moment: { event: first?.event ?? '' } })
    expect(shown.record).toMatchObject({ id: 'old', title: 'Storm' })
  })

  test('undo takes back the whole, and it can be moved again', async () => {
    const before = saidByIndex(made.vault)
    await move(made.vault, 'old', 'new')
    await undoLast(made.vault, { dryRun: false })
    expect(saidByIndex(made.vault)).toEqual(before)
    expect(saidByFiles(made.root)).toEqual(before)
    expect(await move(made.vault, 'old', 'new')).toMatchObject({ id: 'new' })
  })

  test.each([
    ['to where it is', 'old', 'REFUSED'],
    ['to an id that is taken', 'other', 'REFUSED'],
    ['to an id that was another record’s', 'gone', 'REFUSED'],
    ['to what is no id', 'a/b', 'USAGE'],
    ['nowhere', undefined, 'USAGE'],
  ])('%s is refused', async (_, toId, code) => {
    await put(made.vault, { id: 'gone', body: 'Words.' })
    await forgetRecord(made.vault, { name: 'gone', reason: undefined, ...place })
    const before = saidByIndex(made.vault)
    await expect(move(made.vault, 'old', toId)).rejects.toMatchObject({ code })
    expect(saidByIndex(made.vault)).toEqual(before)
  })

  test('an answer as of an earlier time has it under its old id', async () => {
    const then = made.ports.now()
    made.ports.advance(86_400_000)
    await move(made.vault, 'old', 'new')
    const { records } = await getRecords(made.vault, {
      ...{ names: ['old'], kind: undefined, ...place, session: undefined, lines: undefined, asOf: then },
    })
    expect(records).toMatchObject([{ id: 'old', title: 'Storm' }])
  })
})

test('what another clone writes under the old id is kept and told, and so are two moves of one record', async () => {
  const { a, b, close } = await makeTwoClones()
  for (const id of ['one', 'two']) await put(a.vault, { id, body: `About ${id}.` })
  await sync(a.vault)
  await sync(b.vault)
  await move(a.vault, 'one', 'one-of-a')
  await move(a.vault, 'two', 'two-of-a')
  await put(b.vault, { id: 'one', body: 'Edited by b.' })
  await move(b.vault, 'two', 'two-of-b')
  for (const { vault } of [a, b, a]) await sync(vault)
  expect(saidByLog(a.vault)).toEqual(saidByLog(b.vault))
  expect(await get(a.vault, 'one-of-a')).toMatchObject({ records: [{ body: 'About one.' }] })
  expect(await get(a.vault, 'one')).toMatchObject({ records: [{ id: 'one', body: 'Edited by b.' }] })
  expect(a.vault.notices.join()).toContain('acme/one was moved to acme/one-of-a, and was written again')
  const texts = [await get(b.vault, 'two-of-a'), await get(b.vault, 'two-of-b')].map(({ records }) => records[0]?.body)
  expect(texts).toEqual(['About two.', 'About two.'])
  const found = (await findings(b.vault)).map(({ code, subject, message }) => [code, subject, message.split(':')[0]])
  expect(found).toEqual([
    ['record-moved', 'acme/one', 'It was moved to acme/one-of-a, and was written again under this name since.'],
    ['record-moved', 'acme/two-of-a', 'It comes from acme/two, as does another record'],
    ['record-moved', 'acme/two-of-b', 'It comes from acme/two, as does another record'],
  ])
  close()
})

const id = fc.constantFrom('a', 'b', 'c', 'd')
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), id, to: id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('use' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put' as const), id, to: id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), id }) },
)

test('any moves, there and back: counters and links stay, and the index equals one that is folded at once', {
  timeout: lawTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 9 }), async (operations) => {
      const { vault, root, ports } = await makeVault()
      await put(vault, { id: 'a', kind: 'trap', body: 'See [[b]].' })
      await put(vault, { id: 'b', kind: 'trap', body: 'See [[a]].', links: [{ type: 'relates', target: 'a' }] })
      for (const each of operations) {
        ports.advance(1000)
        await run(vault, each)
      }
      expect(saidByIndex(vault)).toEqual(saidByLog(vault))
      expect(saidByFiles(root)).toEqual(saidByLog(vault))
      const before = dumpIndex(vault)
      await rebuild(vault, { acceptDeletions: false })
      expect(dumpIndex(vault)).toEqual(before)
      closeVault(vault)
    }),
    runs(5),
  )
})

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function run(vault: Vault, operation: Operation): Promise<void> {
  const { id: from } = operation
  if (operation.do === 'undo') return void (await undoLast(vault, { dryRun: false }).catch(() => undefined))
  if (operation.do === 'put') {
    await put(vault, {
      id: from,
      kind: 'trap',
      body: `About ${from}, unlike ${vault.ports.now()}: [[${operation.to}]].`,
    })
    return
  }
  if (saidByIndex(vault)[`${project}/${from}`] === undefined) return
  if (operation.do === 'use') await hit(vault, from)
  else if (operation.do === 'rate') {
    await rate(vault, from, 'helpful')
  } else await moveAndCompare(vault, from, operation.to)
}

async function moveAndCompare(vault: Vault, from: string, to: string): Promise<void> {
  const before = state(vault, `${project}/${from}`) ?? neverThere()
  const around = await relatedRecords(vault, { name: `${project}/${from}`, ...place, limit: 10 })
  const moved = await move(vault, from, to).catch(() => undefined)
  if (moved === undefined) return
  const after = state(vault, `${project}/${to}`) ?? neverThere()
  const { outcome, ...counters } = countersOf(after)
  const { outcome: was, ...wanted } = countersOf(before)
  expect(counters).toEqual(wanted)
  expect(outcome ?? 0).toBeCloseTo(was ?? 0, 2)
  const now = await relatedRecords(vault, { name: `${project}/${to}`, ...place, limit: 10 })
  // What named the new name before there was a record of it has found one now, the record itself included.
  const stay = (links: typeof around.in) => expect.arrayContaining(links.map(({ id }) => id).filter((id) => id !== to))
  expect(now.in.map(({ id }) => id)).toEqual(stay(around.in))
  expect(now.out.map(({ id }) => id)).toEqual(stay(around.out))
}

function neverThere(): never {
  throw new Error('the record is not there')
}

async function putIn(vault: Vault, inProject: string): Promise<void> {
  const draft = toRecordDraft('anything', { kind: 'note', body: 'Words.' }, vault.config.limits)
  await upsertRecord(vault, draft, { project: inProject, cwd: '/' })
}
