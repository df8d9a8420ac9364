/** The library as a program uses it: one handle, options refused by name, failures of one kind, nothing left behind. */
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import type * as z from 'zod'
import { MemoError } from '../../src/lib/errors.ts'
import type * as checks from '../../src/library/checks.ts'
import type { MemoVault, OpenVaultOptions } from '../../src/library/memo-vault.ts'
import { openVault } from '../../src/library/open-vault.ts'
import type * as options from '../../src/library/options.ts'
import { vaultPaths } from '../../src/vault/layout.ts'
import { tryLock } from '../../src/vault/lock.ts'
import { withVault } from '../../src/vault/vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { put } from '../support/vault.ts'

const trap = { kind: 'trap', title: 'Retries need jitter', body: 'All come back at once.' } as const

async function makeLibrary(more: OpenVaultOptions = {}): Promise<MemoVault> {
  return openVault({ root: join(makeTempDir(), 'vault'), create: true, project: 'acme', ...more })
}

async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

describe('opening', () => {
  test('a vault that is not there is made where that is asked for, with git, and refused else', async () => {
    const root = join(makeTempDir(), 'vault')
    expect(await failureOf(() => openVault({ root }))).toMatchObject({ name: 'MemoError', code: 'NOT_A_VAULT' })
    expect(existsSync(root)).toBe(false)
    await using vault = await openVault({ root, create: true })
    expect(vault.root).toBe(root)
    expect(existsSync(join(root, '.git'))).toBe(true)
  })

  test('a leading ~/ is the home, and without a root the environment decides', async () => {
    const home = makeTempDir()
    vi.stubEnv('HOME', home)
    vi.stubEnv('MEMO_VAULT', undefined)
    await using own = await openVault({ create: true })
    expect(own.root).toBe(join(home, '.memo'))
    await using named = await openVault({ root: '~/other', create: true })
    expect(named.root).toBe(join(home, 'other'))
    vi.stubEnv('MEMO_VAULT', named.root)
    await using same = await openVault()
    expect(same.root).toBe(named.root)
    vi.unstubAllEnvs()
  })

  test('two vaults are open side by side, and one vault twice', async () => {
    await using first = await makeLibrary()
    await using second = await makeLibrary()
    await using again = await openVault({ root: first.root, project: 'acme' })
    await first.upsert(trap)
    expect((await again.search('jitter')).total).toBe(1)
    expect((await second.list()).total).toBe(0)
  })
})

describe('a call', () => {
  test('finds, reads, rates and forgets what was written', async () => {
    await using vault = await makeLibrary({ session: 'monday' })
    const { id } = await vault.upsert({ ...trap, eventAt: new Date('2031-03-05T10:00:00Z') })
    expect((await vault.search('jitter')).hits).toMatchObject([{ id, kind: 'trap', hits: 0 }])
    expect(await vault.get([id, 'nope'])).toMatchObject({
      records: [{ id, body: trap.body, hits: 1, eventAt: '2031-03-05T10:00:00.000Z' }],
      missing: [{ name: 'nope', reason: 'not_found' }],
    })
    expect((await vault.get(id)).records[0]?.hits).toBe(1)
    expect((await vault.get(id, { session: 'tuesday', lines: [1, 1] })).records[0]).toMatchObject({
      hits: 2,
      lines: [1, 1],
    })
    expect((await vault.get(id, { session: 'wednesday', counted: false })).records[0]?.hits).toBe(2)
    expect(await vault.rate(id, 'helpful', { comment: 'it did' })).toMatchObject({ helpful: 1 })
    expect(await vault.reinforce(id, 0.5)).toMatchObject({ signal: 0.5, cooled: false })
    expect(await vault.reinforce(id, 0.5)).toMatchObject({ cooled: true })
    expect((await vault.bootstrap({ query: 'retries', explain: true })).text).toContain(trap.body)
    expect((await vault.recall('jitter', { budget: 500 })).entries).toHaveLength(1)
    expect((await vault.rank()).records).toHaveLength(1)
    expect(await vault.forget(id, { reason: 'wrong' })).toMatchObject({ id, projectId: 'acme' })
    expect((await vault.search('jitter')).abstained).toMatchObject({ reason: 'forgotten' })
  })

  test('in a project that holds nothing yet finds nothing, which is no failure', async () => {
    await using vault = await makeLibrary({ project: 'new' })
    expect((await vault.search('jitter')).abstained?.reason).toBe('never_known')
    expect((await vault.recall('jitter')).entries).toEqual([])
    expect((await vault.list()).total).toBe(0)
    expect((await vault.rank()).total).toBe(0)
    expect(await vault.bootstrap({ query: 'jitter' })).toMatchObject({ project: 'new', omitted: 0 })
    expect((await vault.get('jitter')).missing).toHaveLength(1)
    expect(await failureOf(() => vault.bootstrap({ project: 'nwe' }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('narrows by what the options say', async () => {
    await using vault = await makeLibrary()
    await vault.upsert({ ...trap, tags: ['queue'], facets: { service: ['billing'] }, pathPatterns: ['src/queue/**'] })
    await vault.upsert({ kind: 'note', title: 'Jitter elsewhere', body: 'Another text.' }, { project: 'other' })
    const totals = [
      await vault.search('jitter'),
      await vault.search('jitter', { allProjects: true }),
      await vault.search('jitter', { project: ['acme', 'other'], kinds: ['note'] }),
      await vault.search('jitter', { tags: ['queue'], facets: { service: 'billing' }, path: 'src/queue/a.ts' }),
      await vault.search('jitter', { facets: { service: ['shipping'] } }),
      await vault.search('', { since: '1d', until: new Date(Date.now() + 60_000) }),
      await vault.search('', { until: '2020-01-01' }),
    ]
    expect(totals.map(({ total }) => total)).toEqual([1, 2, 1, 1, 0, 1, 0])
    expect(await vault.list({ asOf: '2020-01-01' })).toMatchObject({ total: 0, asOf: '2020-01-01T23:59:59.999Z' })
    expect(await vault.list({ asOf: '7d' })).toMatchObject({ total: 0 })
  })

  test('runs after those before it, and close waits for all', async () => {
    const vault = await makeLibrary()
    const calls = Array.from({ length: 10 }, (_, n) => vault.upsert({ kind: 'note', id: `n${n}`, body: `Text ${n}.` }))
    const listed = vault.list()
    await vault.close()
    expect((await Promise.all(calls)).every(({ created }) => created)).toBe(true)
    expect((await listed).total).toBe(10)
    await vault.close()
    expect(await failureOf(() => vault.list())).toMatchObject({ code: 'USAGE', message: 'the vault is closed' })
  })

  test('is ended by its signal, with the reason of it', async () => {
    await using vault = await makeLibrary()
    const reason = new Error('not wanted any more')
    const signal = AbortSignal.abort(reason)
    expect(await failureOf(() => vault.search('x', { signal }))).toBe(reason)
    expect(await failureOf(() => vault.upsert(trap, { signal }))).toBe(reason)
    expect((await vault.list()).total).toBe(0)
  })

  test('prints nothing; what a person should know is told', async () => {
    const told: string[] = []
    const outputs = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
    await using vault = await makeLibrary({ onNotice: (text) => told.push(text) })
    const { id } = await vault.upsert(trap)
    await vault.get(id.slice(0, 8))
    expect(told).toEqual([`${id.slice(0, 8)} is short for ${id}`])
    for (const output of outputs) {
      expect(output).not.toHaveBeenCalled()
      output.mockRestore()
    }
  })

  test('leaves to git what the settings say, and says who wrote', async () => {
    const vault = await makeLibrary()
    for (let n = 0; n < 21; n++) await vault.upsert({ kind: 'note', id: `n${n}`, body: `Text ${n}.` })
    await vault.close()
    const count = spawnSync('git', ['rev-list', '--count', '--all'], { cwd: vault.root, encoding: 'utf8' }).stdout
    expect(Number(count)).toBeGreaterThan(0)
    await withVault(vault.root, {}, async ({ log }) => {
      const [writer = ''] = log.segments.writers()
      expect(log.segments.read(writer, 1, 0).toString()).toContain('"actor":"library"')
    })
  })
})

describe('a failure', () => {
  const refused: [string, (vault: MemoVault) => unknown, object][] = [
    [
      'an option that is not known',
      (vault) => vault.search('x', { kind: 'trap' } as object),
      { code: 'USAGE', message: 'unknown option "kind"' },
    ],
    ['a value that does not fit', (vault) => vault.search('x', { kinds: ['trpa'] } as object), { code: 'USAGE' }],
    ['no query', (vault) => vault.search(undefined as unknown as string), { code: 'USAGE' }],
    ['a name that is none', (vault) => vault.get([]), { code: 'USAGE' }],
    [
      'a range that ends before it begins',
      (vault) => vault.get('x', { lines: [3, 2] }),
      { code: 'USAGE', message: 'lines: must not end before it begins' },
    ],
    [
      'a list of projects that names none',
      (vault) => vault.search('x', { project: [] }),
      { code: 'USAGE', message: /^project: names none/ },
    ],
    [
      'a field that is not known',
      (vault) => vault.upsert({ ...trap, titel: 'x' } as object),
      { message: 'unknown field "titel"' },
    ],
    ['a date that is none', (vault) => vault.upsert({ ...trap, due: new Date(Number.NaN) }), { code: 'USAGE' }],
    ['a time that is none', (vault) => vault.list({ since: 'yesterday-ish' }), { code: 'USAGE' }],
    ['a text that is none', (vault) => vault.upsert({ kind: 'note', body: ' ' }), { code: 'USAGE' }],
    ['a record that is not there', (vault) => vault.rate('nope', 'helpful'), { code: 'NOT_FOUND' }],
    ['a signal out of range', (vault) => vault.reinforce('nope', 2), { code: 'USAGE' }],
    ['a project that nobody knows', (vault) => vault.search('x', { project: 'nope' }), { code: 'NOT_FOUND' }],
    ['a place that nobody named', (vault) => vault.follow({ after: 'nowhere' }).next(), { code: 'USAGE' }],
    [
      'a use in the past',
      (vault) => vault.search('x', { hitIds: ['a'], asOf: new Date() }),
      { message: /^hitIds does not go with asOf/ },
    ],
  ]

  test.each(refused)('%s is a MemoError that says so', async (_, call, expected) => {
    await using vault = await makeLibrary()
    const failure = await failureOf(() => call(vault))
    expect(failure).toBeInstanceOf(MemoError)
    const { message, ...rest } = { message: '', ...expected }
    expect(failure).toMatchObject(rest)
    expect((failure as MemoError).message).toMatch(message)
  })

  test('a secret is refused, and not shown', async () => {
    await using vault = await makeLibrary()
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const failure = await failureOf(() => vault.upsert({ kind: 'note', body: `The token is ${secret}.` }))
    expect(failure).toMatchObject({ code: 'SECRET' })
    expect(JSON.stringify([failure, String(failure)])).not.toContain(secret)
  })

  test('a vault that another process holds is BUSY', async () => {
    const { root, close } = await makeLibrary()
    await close()
    writeFileSync(join(root, 'config.json'), JSON.stringify({ lock: { waitMs: 50 } }))
    const release = tryLock(vaultPaths(root).lock)
    await using late = await openVault({ root })
    expect(await failureOf(() => late.upsert(trap))).toMatchObject({ code: 'BUSY' })
    release?.()
  })
})

describe('following', () => {
  test('tells what other handles and processes write, from the call on or from a place', async () => {
    await using vault = await makeLibrary()
    await vault.upsert({ kind: 'note', id: 'before', body: 'Text.' })
    const ended = new AbortController()
    const events = vault.follow({ signal: ended.signal })
    await withVault(vault.root, {}, (other) => put(other, { id: 'there', title: 'There', body: 'Text.' }))
    const { value } = await events.next()
    expect(value).toMatchObject({ event: { type: 'record.upserted', actor: 'cli', recordId: 'there', title: 'There' } })
    ended.abort()
    expect(await events.next()).toEqual({ value: undefined, done: true })
    await vault.upsert({ kind: 'note', id: 'after', body: 'Text.' })
    const later = vault.follow({ after: value?.place })
    expect((await later.next()).value).toMatchObject({ event: { recordId: 'after' } })
    const all = vault.follow({ after: '' })
    expect((await all.next()).value).toMatchObject({ event: { type: 'vault.created', actor: 'library' } })
    await all.return()
    await later.return()
  })

  test('ends when the vault is closed', async () => {
    const vault = await makeLibrary()
    const end = vault.follow().next()
    await vault.close()
    expect(await end).toEqual({ value: undefined, done: true })
  })
})

test('the checks know each option, and no other', () => {
  type Checked<Schema extends z.ZodType> = keyof z.infer<Schema>
  expectTypeOf<Checked<typeof checks.searchOptions>>().toEqualTypeOf<keyof options.SearchOptions | 'query'>()
  expectTypeOf<Checked<typeof checks.recallOptions>>().toEqualTypeOf<keyof options.RecallOptions | 'query'>()
  expectTypeOf<Checked<typeof checks.getOptions>>().toEqualTypeOf<keyof options.GetOptions | 'names'>()
  expectTypeOf<Checked<typeof checks.listOptions>>().toEqualTypeOf<keyof options.ListOptions>()
  expectTypeOf<Checked<typeof checks.rankOptions>>().toEqualTypeOf<keyof options.RankOptions>()
  expectTypeOf<Checked<typeof checks.bootstrapOptions>>().toEqualTypeOf<keyof options.BootstrapOptions>()
  expectTypeOf<Checked<typeof checks.writeOptions>>().toEqualTypeOf<keyof options.WriteOptions>()
  expectTypeOf<Checked<typeof checks.rateOptions>>().toEqualTypeOf<keyof options.FeedbackOptions | 'name' | 'rating'>()
  expectTypeOf<Checked<typeof checks.reinforceOptions>>().toEqualTypeOf<
    keyof options.FeedbackOptions | 'name' | 'worth'
  >()
  expectTypeOf<Checked<typeof checks.forgetOptions>>().toEqualTypeOf<keyof options.ForgetOptions | 'name'>()
  expectTypeOf<Checked<typeof checks.followOptions>>().toEqualTypeOf<keyof options.FollowOptions>()
  expectTypeOf<Checked<typeof checks.openOptions>>().toEqualTypeOf<keyof OpenVaultOptions>()
  expectTypeOf<Checked<typeof checks.recordInput>>().toEqualTypeOf<keyof options.RecordInput>()
})
