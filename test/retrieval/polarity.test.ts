/** Of a statement and its negated twin, the one that agrees with the question stands first. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharesEnough, toClaim } from '../../src/retrieval/negation.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, project, put } from '../support/vault.ts'
import { twins } from './negated-twins.ts'

test('36 pairs, both ways round: the one that agrees is first', async () => {
  const { vault } = await makeVault()
  await upsertBatch(vault, toBatch(), { project, cwd: vault.paths.root })
  const wrong: string[] = []
  for (const [index, { asks, asksDenied }] of twins.entries()) {
    for (const [query, wanted] of [
      [asks, 'says'],
      [asksDenied, 'denies'],
    ] as const) {
      const [first = ''] = await findIds(vault, query)
      if (!new RegExp(`^${index}-.-${wanted}$`).test(first)) wrong.push(`${query}: ${first}`)
    }
  }
  expect(twins).toHaveLength(36)
  expect(wrong).toEqual([])
})

/** Ids that favour either in turn, since ties break on them. */
async function* toBatch(): AsyncGenerator<string> {
  for (const [index, { says, denies }] of twins.entries()) {
    const [first, second] = index % 2 === 0 ? ['a', 'b'] : ['b', 'a']
    yield JSON.stringify({ id: `${index}-${first}-says`, kind: 'note', body: says })
    yield JSON.stringify({ id: `${index}-${second}-denies`, kind: 'note', body: denies })
  }
}

describe('what is not a twin', () => {
  test('a negated record stays where it is, however the question is put', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'negated', body: 'The importer never merges overlapping intervals.' })
    await put(vault, { id: 'other', body: 'Intervals of the calendar are drawn by the browser.' })
    const { hits } = await find(vault, 'does the importer merge intervals', { explain: true })
    expect(hits[0]).toMatchObject({ id: 'negated', why: { factors: [] } })
  })

  test('operators say themselves what is wanted', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'a', body: 'The cache is not shared.' })
    await put(vault, { id: 'b', body: 'The cache is shared.' })
    const { hits } = await find(vault, 'cache AND shared', { explain: true })
    expect(hits.flatMap(({ why }) => why?.factors ?? []).map(({ stage }) => stage)).not.toContain('polarity')
  })
})

describe('a claim', () => {
  test.each([
    ['It works.', 0],
    ["It doesn't, can’t and won't work, and never did.", 4],
    ['It works no longer without help.', 2],
    ["Ça n'a jamais marché.", 1],
    ['Es geht nicht ohne Hilfe.', 2],
    ['Não funciona nunca.', 2],
    ['The knot in the notebook is another matter.', 0],
  ])('%s denies %i times', (text, negations) => {
    expect(toClaim(text).negations).toBe(negations)
  })

  test('says the same with and without a negation', () => {
    const [one, other] = [toClaim('It merges files.'), toClaim('It does not merge a file.')]
    expect(sharesEnough(one.said(), other.said(), 1)).toBe(true)
    expect(sharesEnough(new Set(), new Set(), 1)).toBe(true)
    expect(sharesEnough(new Set(['a']), new Set(['b']), 0.01)).toBe(false)
  })

  test('speaks of the same, whatever texts were met before', () => {
    const heads = new Map<string, string>()
    for (const text of ['It merges files.', 'A merged file never fails to load.', 'It did not merge the files.']) {
      expect(toClaim(text, heads).said()).toEqual(toClaim(text).said())
    }
  })

  test('shares enough exactly where the share of common words says so', () => {
    const words = fc.uniqueArray(fc.nat(12).map(String)).map((list) => new Set(list))
    const tenths = fc.integer({ min: 0, max: 10 })
    fc.assert(
      fc.property(words, words, tenths, (one, other, least) => {
        const [shared, all] = [one.intersection(other).size, one.union(other).size]
        expect(sharesEnough(one, other, least / 10)).toBe(shared * 10 >= least * all)
      }),
      { numRuns: 2000 },
    )
  })
})
