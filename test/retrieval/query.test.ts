import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { includedTerms, maxTerms, parseQuery } from '../../src/retrieval/query.ts'

const shape = (text: string, options = {}) =>
  parseQuery(text, options).alternatives.map(({ groups, excluded }) => ({
    groups: groups.map((group) => group.map((term) => `${term.kind}:${term.text}`)),
    excluded: excluded.map((term) => term.text),
  }))

const one = (...terms: string[]) => [{ groups: [terms], excluded: [] }]

describe('parseQuery', () => {
  test.each([
    ['gateway retries', one('word:gateway', 'word:retries')],
    ['"project timeline" agreed', one('phrase:project timeline', 'word:agreed')],
    ['a"b c', one('word:b', 'word:c')],
    ['run* **x *', one('prefix:run', 'word:x')],
    ['what is **gate**', one('word:gate')],
    ['see https://a.example/b?c=d.', one('word:see', 'word:https://a.example/b?c=d')],
    ['NEAR(cache, 2)', one('word:NEAR', 'word:cache', 'word:2')],
    ['发布API', one('word:发布', 'word:API')],
    ['🚀launch', one('word:🚀', 'word:launch')],
    ['to be', one('word:to', 'word:be')],
    ['do not use', one('word:not', 'word:use')],
    ['use it without cache, never', one('word:use', 'word:without', 'word:cache', 'word:never')],
    ["don't panic", one("word:don't", 'word:panic')],
    ['same same Same', one('word:Same')],
  ])('terms of %s', (text, expected) => {
    expect(shape(text)).toEqual(expected)
  })

  test('operators', () => {
    expect(shape('a1 b1 AND c1 NOT d1 OR "e f" AND NOT g1')).toEqual([
      { groups: [['word:a1', 'word:b1'], ['word:c1']], excluded: ['d1'] },
      { groups: [['phrase:e f']], excluded: ['g1'] },
    ])
  })

  test.each(['NOT eval', 'eval AND', 'AND', 'OR OR', 'x1 AND OR y1', 'do NOT edit', 'gateway and jitter', '"x" and'])(
    'B005 %s holds no operator',
    (text) => {
      const [alternative, ...others] = parseQuery(text).alternatives
      expect(others.length === 0 || text === 'x1 AND OR y1').toBe(true)
      expect(alternative?.groups).toHaveLength(1)
      expect(alternative?.excluded).toEqual([])
    },
  )

  test.each([
    ['', 'blank'],
    [' \n\0', 'blank'],
    ['*', 'star'],
    ['** *', 'star'],
    ['?!', 'symbols'],
    ['"" ++', 'symbols'],
    ['x', undefined],
  ])('says why %j is empty', (text, empty) => {
    expect(parseQuery(text).empty).toBe(empty)
  })

  test('an unfinished last word', () => {
    expect(shape('gateway ret', { prefixLast: true })).toEqual(one('word:gateway', 'prefix:ret'))
    expect(shape('gateway ret ', { prefixLast: true })).toEqual(one('word:gateway', 'word:ret'))
    expect(shape('"gateway ret"', { prefixLast: true })).toEqual(one('phrase:gateway ret'))
  })

  test('B025 question words are dropped', () => {
    const query = parseQuery('why does the gateway keep retrying?')
    expect(includedTerms(query).map((term) => term.text)).toEqual(['gateway', 'keep', 'retrying'])
  })

  test('operators and demanded phrases are strict; a title quoted in a question is not', () => {
    expect(parseQuery('gateway "rate limit"').strict).toBe(true)
    expect(parseQuery('gateway NOT limit').strict).toBe(true)
    expect(parseQuery('gateway limit').strict).toBe(false)
    expect(parseQuery('what does "Rate limit" say').strict).toBe(false)
  })

  test('takes the first of too many terms', () => {
    const query = parseQuery(Array.from({ length: 100 }, (_, index) => `w${index}`).join(' '))
    expect(includedTerms(query).map((term) => term.text)).toEqual(Array.from({ length: maxTerms }, (_, n) => `w${n}`))
  })

  test('B024 half a surrogate pair, NUL: whatever is typed, the result is well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const query = parseQuery(text)
        expect(JSON.stringify(query).isWellFormed()).toBe(true)
        expect(query.text).not.toMatch(/\0/)
        expect(query.alternatives.length === 0).toBe(query.empty !== undefined)
        expect(
          query.alternatives.every(({ groups }) => groups.length > 0 && groups.every((group) => group.length > 0)),
        ).toBe(true)
      }),
    )
  })
})
