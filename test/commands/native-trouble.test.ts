/** SQLite where it does not do what it does elsewhere: a module that does not load, a file system without WAL. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/vault/doctor/finding.ts'
import { withVault } from '../../src/vault/vault.ts'
import { preloading } from '../support/cli.ts'
import { makeCliVault, toLines } from '../support/cli-vault.ts'
import { holdDatabase } from '../support/hold-database.ts'
import { dumpIndex } from '../support/inspect.ts'
import { find } from '../support/search-vault.ts'

const place = ['--project', 'acme']
const note = ['upsert', '--kind', 'note', '--title', 'Kestrel', '--body', 'the kestrel text', ...place]

describe('B091 a native module that does not load', () => {
  const without = preloading('no-native.cjs')
  const told = /^Note: the native module better-sqlite3 .*"npm rebuild better-sqlite3"\n$/

  const reads = [
    ['search', 'kestrel', ...place],
    ['get', 'kestrel', ...place],
    ['list', ...place],
    ['rank', '--kind', 'note', ...place],
  ]

  test('is nothing to those who read a little, whom Node has an SQLite for', async () => {
    const { memo, ask } = await makeCliVault()
    await ask(note)
    for (const args of reads) {
      const answer = await memo(args, without)
      expect(answer, args.join(' ')).toMatchObject({ status: 0, stderr: '' })
      expect(answer.stdout, args.join(' ')).toContain('kestrel')
    }
  })

  test('keeps nothing from being read or written, and each command that needs it says once how to repair it', async () => {
    const { memo, ask } = await makeCliVault()
    await ask(note)
    for (const args of reads) {
      const call = preloading('no-native.cjs', { MEMO_OLD_SQLITE: '1' })
      expect(await memo(args, call), args.join(' ')).toMatchObject({ status: 0, stderr: expect.stringMatching(told) })
    }
    const calls = [
      ['upsert', '--id', 'kestrel', '--body', 'another kestrel text', ...place],
      ['upsert', '--kind', 'note', '--title', 'Heron', '--body', 'the heron text', ...place],
      ['feedback', 'heron', '--helpful', ...place],
      ['related', 'heron', ...place],
      ['rebuild'],
      ['doctor', '--deep'],
      ['doctor', '--fix'],
      ['doctor', '--rebuild'],
    ]
    for (const args of calls) {
      const answer = await memo(args, without)
      expect(answer, args.join(' ')).toMatchObject({ status: 0, stderr: expect.stringMatching(told) })
      expect(answer.stdout, args.join(' ')).not.toBe('')
    }
    expect(await memo(['doctor', '--deep', '--json'])).toMatchObject({ status: 0, stderr: '' })
    expect(await ask(['get', 'kestrel', ...place])).toMatchObject({ records: [{ body: 'another kestrel text' }] })
    expect(await ask(['get', 'heron', ...place])).toMatchObject({ records: [{ body: 'the heron text', helpful: 1 }] })
  })

  test('is a finding of the doctor beside a vault that is healthy', async () => {
    const { ask } = await makeCliVault()
    const expected = { code: 'native-module', severity: 'warning', remedy: 'npm rebuild better-sqlite3' }
    expect(await ask(['doctor'], without)).toMatchObject({
      healthy: true,
      findings: expect.arrayContaining([expect.objectContaining(expected)]),
    })
  })

  test('is what the doctor and every other command end with where Node has no SQLite either', async () => {
    const { memo } = await makeCliVault()
    const call = preloading('no-native.cjs', { MEMO_NO_SQLITE: '1' })
    expect(await memo(['list', ...place], call)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Error: the native module better-sqlite3 .*\nHint: .*"npm rebuild better-sqlite3".*\n$/,
      ),
    })
    const { status, json } = await memo(['doctor', '--json'], call)
    expect(status).toBe(3)
    expect(json()).toMatchObject({ findings: [{ code: 'native-module', severity: 'error' }] })
  })

  test('changes neither the answers nor what is stored', async () => {
    const { root, memo, ask } = await makeCliVault()
    const lines = Array.from({ length: 30 }, (_, n) => ({
      id: `r${n}`,
      kind: 'note',
      title: `Kestrel ${n}`,
      body: `The kestrel of ${'long '.repeat(n * 20)} days, seen with r${n + 1}.`,
      tags: [`t${n % 3}`],
    }))
    await ask(['upsert', '--batch', '-', ...place], { stdin: toLines(lines), ...without })
    expect(await ask(['related', 'r12', ...place], without)).toEqual(await ask(['related', 'r12', ...place]))
    for (const query of ['kestrel days', '"kestrel 7"', 'kestr*', 'r12']) {
      const told = await ask(['search', query, '--explain', '--limit', '50', ...place], without)
      const found = await withVault(root, {}, (vault) => find(vault, query, { explain: true }))
      expect(toRanking(told), query).toEqual(toRanking({ ...found }))
    }
    const rows = []
    for (const call of [without, {}]) {
      expect(await memo(['rebuild'], call)).toMatchObject({ status: 0 })
      rows.push(await withVault(root, {}, async (vault) => dumpIndex(vault)))
    }
    expect(rows[0]).toEqual(rows[1])
  })

  test('and one that does work on one vault at the same time', { timeout: 60_000 }, async () => {
    const { memo, ask } = await makeCliVault()
    const write = (n: number) =>
      memo(
        [
          'upsert',
          '--kind',
          'note',
          '--id',
          `r${n}`,
          '--title',
          `Note ${n}`,
          '--body',
          `text of number ${n}`,
          ...place,
        ],
        n % 2 === 0 ? without : {},
      )
    for (let round = 0; round < 3; round++) {
      const written = await Promise.all([0, 1, 2, 3].map((n) => write(round * 4 + n)))
      expect(written.map(({ status }) => status)).toEqual([0, 0, 0, 0])
      for (const call of [without, {}]) {
        expect(await ask(['list', ...place], call)).toMatchObject({ total: round * 4 + 4, stale: false })
        expect(await ask(['search', `text of number ${round * 4}`, ...place], call)).toMatchObject({
          hits: expect.arrayContaining([expect.objectContaining({ id: `r${round * 4}` })]),
        })
      }
    }
    const { findings } = await ask(['doctor', '--deep'])
    expect((findings as Finding[]).filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(await ask(['doctor', '--deep'], without)).toMatchObject({ healthy: true })
  })

  test.each([
    ['better-sqlite3', "new (require('better-sqlite3'))", without],
    ['node:sqlite', "new (require('node:sqlite').DatabaseSync)", {}],
  ])('keeps the lock one for all: what %s holds the other waits for', async (_, opening, call) => {
    const { root, memo, ask } = await makeCliVault()
    await ask(note)
    await ask(['config', 'set', 'lock.waitMs', '200'])
    const held = await holdDatabase(join(root, '.sync/lock.sqlite'), { opening })
    expect(await memo(['upsert', '--id', 'kestrel', '--body', 'changed', ...place], call)).toMatchObject({ status: 4 })
    await held.release()
    expect(await memo(['upsert', '--id', 'kestrel', '--body', 'changed', ...place], call)).toMatchObject({ status: 0 })
  })
})

function toRanking(answer: { [field: string]: unknown }) {
  const hits = answer.hits as { id: string; snippet: string; explain: { ftsBm25: number } }[]
  return { total: answer.total, hits: hits.map(({ id, snippet, explain }) => [id, snippet, explain.ftsBm25]) }
}

test.each([{}, { MEMO_WAL: 'throws' }])('B089 a file system without WAL is no obstacle (%j)', async (env) => {
  const { memo } = await makeCliVault()
  const call = preloading('no-wal.cjs', env)
  expect(await memo(note, call)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^(no WAL\n)+$/) })
  const found = await memo(['search', 'kestrel', '--json', ...place], call)
  expect(found.json()).toMatchObject({ total: 1, hits: [{ id: 'kestrel' }] })
})
