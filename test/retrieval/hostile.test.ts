/** Whatever is typed, a search answers, takes for an operator only what is one, and does a bounded amount of work. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxScoredForms, toScoredForms } from '../../src/retrieval/match.ts'
import type { SearchReader } from '../../src/retrieval/port.ts'
import { includedTerms, maxTerms, parseQuery } from '../../src/retrieval/query.ts'
import { hostileQueries } from '../support/hostile-queries.ts'
import { readerOfNotes, searchNotes } from '../support/memory-search.ts'
import { runs } from '../support/runs.ts'
import { records } from './abstention-records.ts'

const reader = readerOfNotes(records)
const words = [...new Set(records.flatMap(({ body }) => body.toLowerCase().match(/[a-z]{2,}/g) ?? []))]

/** Statements for the terms and what they are made of, for pairs of neighbours, for words alike and irregular forms. */
const maxStatements = maxScoredForms + maxTerms + 32 * (4 + 5) + 16
/** Characters of FTS5 expressions for one query: some times what a query may be long. */
const maxExpression = 100_000

test('2,000 hostile queries: each has an answer, after a bounded number of statements of bounded length', () => {
  for (const query of hostileQueries(2000, words)) {
    const { counted, work } = countWork(reader)
    const answer = searchNotes(counted, query)
    const shown = query.slice(0, 80)
    expect(JSON.stringify(answer).isWellFormed(), shown).toBe(true)
    expect(answer.hits.length > 0 || answer.abstained !== null, shown).toBe(true)
    expect(work.statements, shown).toBeLessThanOrEqual(maxStatements)
    expect(work.characters, shown).toBeLessThanOrEqual(maxExpression)
  }
}, 120_000)

test('any text: an answer, whether it is ranked or listed, finished or still being typed', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(...hostileQueries(200, words).map((query) => query.slice(0, 40))),
    fc.constantFrom('AND', 'OR', 'NOT', 'NEAR(', '"', "'", '*', '^', '(', ')', ':', '-', ' ', '\0', '\ud83d', ...words),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '))
  fc.assert(
    fc.property(text, fc.boolean(), fc.constantFrom('relevance', 'updated'), (query, prefixLast, sort) => {
      const answer = searchNotes(reader, query, { prefixLast, sort })
      expect(answer.hits.length > 0 || answer.abstained !== null).toBe(true)
    }),
    runs(150),
  )
})

describe('work', () => {
  test('a word 2,000 times over is that word', () => {
    expect(toScoredForms(parseQuery('settlement '.repeat(2000)))).toEqual(toScoredForms(parseQuery('settlement')))
  })

  test.each([
    ['distinct words', Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')],
    ['a long path', 'ab/cd/ef/'.repeat(10_000)],
    ['a long name', 'AbCdEf'.repeat(10_000)],
    ['a long phrase', `"${Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')}"`],
    ['many phrases', Array.from({ length: 5000 }, (_, at) => `"ab${at} cd${at} ef${at}"`).join(' ')],
    ['a text without blanks', '部署方案已经确定'.repeat(1000)],
  ])('%s: terms and what they are made of are capped', (_, text) => {
    const query = parseQuery(text)
    expect(includedTerms(query).length).toBeLessThanOrEqual(maxTerms)
    expect(toScoredForms(query).length).toBeLessThanOrEqual(maxScoredForms)
  })

  test.each([
    ['a* b* ab* deploy* A* c*', ['prefix:A', 'word:b', 'word:ab', 'prefix:deploy', 'word:c']],
    ['ab* cd* ef* x* abc*', ['prefix:ab', 'prefix:cd', 'word:ef', 'word:x', 'prefix:abc']],
  ])('of many short beginnings the first are searched as such: %s', (text, terms) => {
    expect(includedTerms(parseQuery(text)).map(({ kind, text: typed }) => `${kind}:${typed}`)).toEqual(terms)
  })
})

describe('no operator by accident', () => {
  const notes = readerOfNotes([
    { id: 'a', title: 'Alpha', body: 'do not use the cache near the gate, or title it' },
    { id: 'b', title: 'Beta', body: 'use the cache and the gate' },
  ])
  const found = (query: string): string[] => searchNotes(notes, query).hits.map(({ id }) => id)

  test.each([
    ['do not use', ['a', 'b']],
    ['cache and gate', ['a', 'b']],
    ['cache or alpha', ['a', 'b']],
    ['cache not alpha', ['a', 'b']],
    ['cache Not alpha', ['a', 'b']],
    ['cache near gate', ['a', 'b']],
    ['cache NEAR gate', ['a', 'b']],
    ['NEAR(cache gate, 1)', ['a', 'b']],
    ['title:beta', ['a', 'b']],
    ['body : cache', ['a', 'b']],
    ['{title body}: beta', ['a', 'b']],
    ['- title : beta', ['a', 'b']],
    ['-alpha cache', ['a', 'b']],
    ['cache -alpha', ['a', 'b']],
    ['--alpha', ['a']],
    ['+cache +alpha', ['a', 'b']],
    ['!alpha', ['a']],
    ['^alpha', ['a']],
    ['^cache', ['a', 'b']],
    ['cache && alpha', ['a', 'b']],
    ['cache || alpha', ['a', 'b']],
    ['(alpha) beta)', ['a', 'b']],
    ['alpha + beta', ['a', 'b']],
    ['rowid:1 alpha', ['a']],
    ['*alpha', ['a']],
    ['NOT alpha', ['a']],
    ['AND alpha', ['a', 'b']],
    ['alpha OR', ['a']],
    ['alpha"', ['a']],
    ['"alpha', ['a']],
    ['al%', []],
    ['alph_', []],
    ["alpha' OR '1'='1", ['a']],
  ])('%s', (query, ids) => {
    expect(found(query).sort()).toEqual(ids)
  })

  test('a text without capital operators, quotation marks and stars demands nothing', () => {
    const text = fc.string({ unit: 'binary' }).filter((typed) => !/AND|OR|NOT|["*“”„‟«»＂]/.test(typed))
    fc.assert(
      fc.property(text, (typed) => {
        const query = parseQuery(typed)
        expect(query.strict).toBe(false)
        expect(includedTerms(query).every(({ kind }) => kind === 'word')).toBe(true)
      }),
    )
  })

  test('signs between words are blanks', () => {
    const between = fc.array(fc.constantFrom(...'()[]{}<>^;,!?|&%=~`—…•'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(between, between, between, (first, second, third) => {
        const typed = `${first.join('')}cache ${second.join('')}alpha${third.join('')} gate`
        expect(includedTerms(parseQuery(typed))).toEqual(includedTerms(parseQuery('cache alpha gate')))
      }),
    )
  })
})

function countWork(inner: SearchReader): { counted: SearchReader; work: { statements: number; characters: number } } {
  const work = { statements: 0, characters: 0 }
  const counted = new Proxy(inner, {
    get: (target, name: keyof SearchReader) => {
      const method = target[name] as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        work.statements += 1
        if (typeof given[0] === 'string') work.characters += given[0].length
        return method(...given)
      }
    },
  })
  return { counted, work }
}
