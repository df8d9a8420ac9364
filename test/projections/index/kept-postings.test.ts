/** What is kept of FTS5's answers between searches is what FTS5 would answer now. */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { IndexDatabase } from '../../../src/projections/index/database.ts'
import { keepPostings, readScored } from '../../../src/projections/index/kept-postings.ts'
import { findPostings } from '../../../src/projections/index/postings.ts'
import { keywordWeights } from '../../../src/retrieval/shared-numbers.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { runs } from '../../support/runs.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const words = ['retry', 'jitter', 'lock']

const someAct = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    body: fc.constantFrom(...words, 'retry lock'),
  }),
  fc.record({ do: fc.constant('forget' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ do: fc.constant('rebuild' as const) }),
)

test('each word is found as by a new reader, whatever was written here or by another process', async () => {
  const acts = fc.array(fc.tuple(someAct, fc.boolean()), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const { vault, reopen } = await makeVault()
      const other = await reopen()
      try {
        for (const [act, isHere] of list) {
          const writer = isHere ? vault : other
          if (act.do === 'put') await put(writer, { id: act.id, title: 'T', body: act.body })
          if (act.do === 'forget') await forget(writer, act.id)
          if (act.do === 'rebuild') await rebuild(writer, { acceptDeletions: false })
          for (const word of words) {
            const fresh = { table: 'records_fts', form: `"${word}"`, weights: Object.values(keywordWeights) } as const
            const { db } = vault.projections
            expect(findPostings(db, fresh.form, keywordWeights)).toEqual(readScored(db, fresh))
          }
        }
      } finally {
        closeVault(vault)
        closeVault(other)
      }
    }),
    runs(8),
  )
})

async function forget(vault: Parameters<typeof forgetRecord>[0], name: string): Promise<void> {
  const input = { name, reason: undefined, project, cwd: vault.paths.root }
  await forgetRecord(vault, input).catch((error) => expect(error).toMatchObject({ code: 'NOT_FOUND' }))
}

async function openFilled(): Promise<IndexDatabase> {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await put(vault, { id: 'a', title: 'T', body: 'retry' })
  return vault.projections.db
}

const manyOf = (count: number) => ({ keys: new Float64Array(count), scores: undefined })

test('what was asked for longest ago makes room, and what would fill it all is not kept', async () => {
  const db = await openFilled()
  let reads = 0
  const ask = (form: string, count: number): void => {
    keepPostings(db, 'records_fts', form, () => {
      reads += 1
      return manyOf(count)
    })
  }
  for (const form of ['a', 'b', 'a']) ask(form, 30_000)
  expect(reads).toBe(2)
  ask('c', 30_000)
  ask('a', 30_000)
  expect(reads).toBe(3)
  ask('b', 30_000)
  expect(reads).toBe(4)
  ask('huge', 90_000)
  ask('b', 30_000)
  expect(reads).toBe(5)
  ask('huge', 90_000)
  expect(reads).toBe(6)
  // Words that nobody wrote have no end, and take their room as well.
  ask('nowhere', 0)
  for (let n = 0; n < 12_000; n++) ask(`unknown word ${n}`, 0)
  const before = reads
  ask('unknown word 11999', 0)
  expect(reads).toBe(before)
  ask('nowhere', 0)
  expect(reads).toBe(before + 1)
})

test('within a transaction that writes nothing is kept', async () => {
  const db = await openFilled()
  const read = (): Float64Array => findPostings(db, '"retry"', keywordWeights).keys
  const before = read()
  const failed = (): void =>
    db.transaction(() => {
      db.prepare('DELETE FROM records_fts').run()
      expect(read()).toHaveLength(0)
      throw new Error('on purpose')
    })
  expect(failed).toThrow('on purpose')
  expect(read()).toEqual(before)
})
