/** What the seeds say of a brief and of the uses that it counts. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { readHookInput } from '../../../src/cli/hook.ts'
import { dayMs } from '../../../src/record/times.ts'
import { commitIfDue } from '../../../src/vault/committing/commit.ts'
import { readErrors } from '../../../src/vault/error-log.ts'
import { getProjects } from '../../../src/vault/projects.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { brief, toldIds } from '../../support/brief.ts'
import { makeCommittedVault } from '../../support/git-vault.ts'
import { allEvents, saidByFiles, saidByIndex } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

const kinds = ['trap', 'decision', 'spec', 'plan', 'state', 'note'] as const

async function filled() {
  const made = await makeVault()
  onTestFinished(() => closeVault(made.vault))
  for (const kind of kinds)
    await put(made.vault, { id: `the-${kind}`, kind, title: `The ${kind}`, body: 'Queue text.' })
  return made
}

function hitsOf(vault: Vault): { [id: string]: number } {
  const counts = Object.entries(saidByIndex(vault)).map(([key, { hits }]) => [key.split('/')[1], Number(hits ?? 0)])
  return Object.fromEntries(counts)
}

const once = { 'the-trap': 1, 'the-decision': 1, 'the-spec': 1, 'the-plan': 1, 'the-state': 0, 'the-note': 0 }

test('Seed "Retrieval and Search", retrieval hits: "Increments happen when: a record is present in a returned bootstrap brief payload"', async () => {
  const { vault } = await filled()
  const { bumped } = await brief(vault)
  expect(bumped.toSorted()).toEqual(['the-decision', 'the-plan', 'the-spec', 'the-trap'])
  expect(hitsOf(vault)).toEqual(once)
})

test('Seed "Retrieval and Search", retrieval hits: of 20 traps and a small brief exactly those that are told count', async () => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const body = 'A long text about it. '.repeat(20)
  await putAll(
    vault,
    Array.from({ length: 20 }, (_, n) => ({
      ...{ id: `trap-${n}`, kind: 'trap', title: `Trap ${n}`, body: `${n} ${body}` },
      // Of one path they would be recurrences of the first.
      pathPatterns: [`src/${n}.ts`],
    })),
  )
  const result = await brief(vault, { maxBytes: 1200 })
  const told = toldIds(result).traps ?? []
  expect(told.length).toBeGreaterThan(2)
  expect(told.length).toBeLessThan(20)
  expect(result.bumped).toEqual(told)
  const counted = Object.entries(hitsOf(vault)).filter(([, hits]) => hits === 1)
  expect(counted.map(([id]) => id).toSorted()).toEqual(told.toSorted())
  expect(allEvents(vault).filter(({ type }) => type === 'record.hit')).toHaveLength(told.length)
})

test('Seed "Retrieval and Search", retrieval hits: "occurrences/lastSeen are never touched by hit recording"', async () => {
  const { vault, ports } = await filled()
  const before = saidByIndex(vault)
  ports.advance(dayMs)
  await brief(vault)
  for (const [key, said] of Object.entries(saidByIndex(vault))) {
    const { hits: _, lastHit: __, ...rest } = said
    expect(rest).toEqual(before[key])
  }
})

test('Seed "Retrieval and Search", session de-dupe: "the same record increments at most once per session", brief and get together', async () => {
  const { vault, reopen } = await filled()
  expect((await brief(vault, { session: 's' })).bumped).toHaveLength(4)
  expect((await brief(vault, { session: 's' })).bumped).toEqual([])
  const get = { kind: undefined, project, cwd: '/', session: 's', lines: undefined }
  await getRecords(vault, { ...get, names: ['the-trap'] })
  const again = await reopen()
  onTestFinished(() => closeVault(again))
  expect((await brief(again, { session: 's' })).bumped).toEqual([])
  expect(hitsOf(again)).toEqual(once)
  expect((await brief(again, { session: 'other' })).bumped).toHaveLength(4)
})

test('Seed "Retrieval and Search", session de-dupe: "A bump rewrites frontmatter (hits + 1, lastHit = now), updates the FTS row […] and requests a vault-git commit"', async () => {
  const made = await makeCommittedVault()
  const vault = await made.withPolicy({ commit: 'each' })
  onTestFinished(() => closeVault(vault))
  await put(vault, { id: 'the-trap', kind: 'trap', title: 'The trap', body: 'Queue text.' })
  await commitIfDue(vault)
  const before = made.git('rev-parse', 'HEAD')
  made.ports.advance(dayMs)
  await brief(vault, { cwd: made.root })
  const counted = { hits: 1, lastHit: new Date(made.ports.now()).toISOString() }
  expect(saidByFiles(made.root)['acme/the-trap']).toMatchObject(counted)
  expect((await find(vault, 'queue')).hits).toMatchObject([{ id: 'the-trap', hits: 1 }])
  await commitIfDue(vault)
  expect(made.git('rev-parse', 'HEAD^')).toBe(before)
  expect(made.git('show', 'HEAD:projects/acme/traps/the-trap.md')).toContain('hits: 1')
})

test('Seed "Retrieval and Search", session de-dupe: "Without sessionId, every qualifying bootstrap inclusion or get increments"', async () => {
  const { vault } = await filled()
  await brief(vault)
  await brief(vault)
  expect(hitsOf(vault)).toMatchObject({ 'the-trap': 2, 'the-plan': 2, 'the-state': 0 })
})

test('Seed "Retrieval and Search", session de-dupe: "Hit persistence is fail-open: a write error still returns success"', async () => {
  const { vault } = await filled()
  vault.log.append = () => {
    throw new Error('no space left')
  }
  const { text, bumped } = await brief(vault)
  expect(text).toContain('the-trap')
  expect(bumped).toEqual([])
  expect(readErrors(vault.paths, 5)).toMatchObject([{ subsystem: 'memory-hits', message: 'no space left' }])
  expect((await brief(vault)).notices).toMatchObject([
    { code: 'errors', message: expect.stringMatching(/^1 trouble in/) },
  ])
})

test('Seed "Retrieval and Search", side effects: "read-only except when hitIds (or a get/bootstrap inclusion) triggers a hit bump"', async () => {
  const { vault } = await filled()
  const before = allEvents(vault).length
  await brief(vault, { isCounted: false, explain: true, query: 'queue', path: 'src/a.ts', slug: 'the' })
  await find(vault, 'queue')
  expect(allEvents(vault)).toHaveLength(before)
  await brief(vault, { query: 'queue' })
  const added = allEvents(vault).slice(before)
  expect(added.map(({ type }) => type)).toEqual(Array(4).fill('record.hit'))
  expect(added[0]?.data).toMatchObject({ via: 'bootstrap', query: 'queue' })
})

/**
 * Seed "Retrieval and Search" has a rule for what comes without a session id: it counts each time. So nothing is guessed
 * into a session, and there is no bucket that it could fall into.
 */
test('B160 what is saved without the id of a session that a hook began is of the project, and counts as the seed says', async () => {
  const { vault, ports } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await put(vault, { id: 'herd', kind: 'trap', body: 'Add jitter.' })
  const { session } = await readHookInput(Readable.from([Buffer.from('{"session_id": "s", "cwd": "/shop"}')]))
  expect((await brief(vault, { session })).bumped).toEqual(['herd'])
  for (const n of [1, 2, 3]) await put(vault, { id: `note-${n}`, body: `Saved ${n}.` })
  // What the session saved is what the project has, and no session was made up for it.
  expect(Object.keys(saidByIndex(vault)).toSorted()).toEqual(
    ['herd', 'note-1', 'note-2', 'note-3'].map((id) => `acme/${id}`),
  )
  const { projects } = await getProjects(vault, '/')
  expect(projects).toMatchObject([{ id: 'acme', records: 4 }])
  const get = { kind: undefined, project, cwd: '/', lines: undefined, names: ['herd'] }
  await getRecords(vault, { ...get, session })
  expect(hitsOf(vault).herd).toBe(1)
  await getRecords(vault, { ...get, session: undefined })
  expect(hitsOf(vault).herd).toBe(2)
  ports.advance(dayMs)
  const next = await brief(vault, { session: 'another' })
  expect(next).toMatchObject({ bumped: ['herd'], notices: [] })
  expect(vault.notices).toEqual([])
})

test('a brief writes nothing in the folder of the product', async () => {
  const { vault, root } = await filled()
  const product = `${root}-product`
  mkdirSync(product)
  writeFileSync(`${product}/.memo.json`, '{"project": "acme"}')
  await brief(vault, { project: undefined, cwd: product })
  expect(readdirSync(product)).toEqual(['.memo.json'])
})
