import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ftsIdf, idf, most, toOtherB } from '../../src/retrieval/bm25.ts'
import { shareScores } from '../../src/retrieval/conversation.ts'
import { findMeetings, roughOrder, scoreLexically, type Term, toPairTerm, toTerm } from '../../src/retrieval/lexical.ts'
import { keepMet, meet } from '../../src/retrieval/meet.ts'
import type { Postings } from '../../src/retrieval/postings.ts'

const statistics = { documents: 100, averageLength: 20 }

describe('bm25', () => {
  test('a rarer word weighs more, and none weighs less than nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (a, b) => {
        fc.pre(a < b)
        expect(idf(a, statistics)).toBeGreaterThan(idf(b, statistics))
        expect(idf(b, statistics)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('the saturation at another b is what bm25 gives for the same frequency', () => {
    const bm25 = (frequency: number, length: number, b: number): number =>
      (frequency * most) / (frequency + 1.2 * (1 - b + (b * length) / statistics.averageLength))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (frequency, length, b) => {
          expect(toOtherB(bm25(frequency, length, 0.75), length, statistics, { b })).toBeCloseTo(
            bm25(frequency, length, b),
            6,
          )
        },
      ),
    )
  })

  test('the idf that is taken off is the one that FTS5 multiplied by', () => {
    const db = new Database(':memory:')
    db.exec(
      "CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES ('lock x'), ('lock y'), ('other z'), ('more w'), ('last v')",
    )
    const rows = db.prepare("SELECT -bm25(t) AS score FROM t WHERE t MATCH 'lock'").all() as { score: number }[]
    const small = { documents: 5, averageLength: 2 }
    for (const { score } of rows) expect(score / ftsIdf(2, small)).toBeCloseTo(1, 6)
    db.close()
  })
})

/** A term that stands in these records as often as usual. */
const inRecords = (...keys: number[]): Postings => ({ keys, saturations: keys.map(() => 1) })
const termIn = (...keys: number[]): Term => toTerm(inRecords(...keys), [], statistics)

function met(terms: readonly Term[]): Map<number, { sum: number; own: number }> {
  const { keys, sums, owns } = meet(terms)
  return new Map(Array.from(keys, (key, at) => [key, { sum: sums[at] ?? 0, own: owns[at] ?? 0 }]))
}

describe('the lexical score', () => {
  const score = (key: number, terms: readonly Term[], wanted = terms.length): number =>
    met(terms).has(key) ? scoreLexically({ kind: 'note', length: 20 }, findMeetings(terms, key), wanted, statistics) : 0

  test('a word like the term lifts a record that holds another term, and in a question brings others in below it', () => {
    const car = toTerm(inRecords(1), [{ postings: inRecords(2, 3), cosine: 0.9 }], statistics)
    const red = termIn(1, 2)
    expect(score(3, [car, red])).toBe(0)
    expect(score(3, [car, red, red])).toBeGreaterThan(0)
    expect(score(3, [car, red, red])).toBeLessThan(score(2, [car, red, red]))
    const unknown = toTerm(inRecords(), [{ postings: inRecords(3), cosine: 0.9 }], statistics)
    expect(met([unknown, unknown, unknown]).size).toBe(0)
    expect(score(2, [car, red])).toBeGreaterThan(score(2, [termIn(1), red]))
    expect(score(1, [car, red])).toBeGreaterThan(score(2, [car, red]))
  })

  test('words side by side lift, and are no term that is missed', () => {
    const [lock, timeout] = [termIn(1, 2), termIn(1, 2)]
    const pair = toPairTerm(inRecords(1), statistics)
    expect(score(1, [lock, timeout, pair], 2)).toBeGreaterThan(score(2, [lock, timeout, pair], 2))
    expect(score(2, [lock, timeout, pair], 2)).toBe(score(2, [lock, timeout]))
  })
})

const somePostings = fc
  .uniqueArray(fc.tuple(fc.nat(30), fc.double({ min: 0.01, max: 2.1, noNaN: true })), { selector: ([key]) => key })
  .map((pairs): Postings => {
    const sorted = pairs.toSorted(([a], [b]) => a - b)
    return { keys: sorted.map(([key]) => key), saturations: sorted.map(([, saturation]) => saturation) }
  })
const someSimilar = fc.array(
  fc.record({ postings: somePostings, cosine: fc.double({ min: 0.55, max: 1, noNaN: true }) }),
)
const someTerm = fc.oneof(
  fc.tuple(somePostings, someSimilar).map(([postings, similar]) => toTerm(postings, similar, statistics)),
  somePostings.map((postings) => toPairTerm(postings, statistics)),
)

test('going through the lists side by side meets what looking each record up meets', () => {
  fc.assert(
    fc.property(fc.array(someTerm, { maxLength: 6 }), (terms) => {
      const found = met(terms)
      expect([...found.keys()]).toEqual([...found.keys()].toSorted((a, b) => a - b))
      const held = terms.flatMap(({ postings }) => Array.from(postings.keys))
      const alike = terms.flatMap(({ similar }) => similar.flatMap(({ postings }) => Array.from(postings.keys)))
      const isQuestion = terms.filter(({ isBonus }) => !isBonus).length >= 3
      const expected = new Set(isQuestion && held.length > 0 ? [...held, ...alike] : held)
      expect(new Set(found.keys())).toEqual(expected)
      for (const [key, { sum, own }] of found) {
        const meetings = findMeetings(terms, key)
        expect(own).toBe(meetings.filter(({ isOwn }) => isOwn).length)
        expect(sum).toBeCloseTo(
          meetings.reduce((total, { weight, saturation }) => total + weight * saturation, 0),
          9,
        )
      }
    }),
  )
})

test('of what meets the query only what is demanded is kept', () => {
  const all = meet([termIn(1, 3, 5), termIn(3, 5, 7)])
  const { keys, sums, owns } = keepMet(all, new Set([3, 7, 9]))
  expect([...keys]).toEqual([3, 7])
  expect([...owns]).toEqual([2, 1])
  expect([...sums]).toEqual([all.sums[1], all.sums[3]])
})

const orderOf = (scores: readonly number[], first: number, inOrder: (tied: readonly number[]) => number[]) =>
  roughOrder(Float64Array.from(scores.keys()), Float64Array.from(scores), first, inOrder)

test('the best places are whole: with all that tie with their last, and apart from the rest', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), fc.integer({ min: 1, max: 20 }), (scores, first) => {
      const all = scores.map((score, key) => ({ key, score }))
      const { best, rest } = orderOf(scores, first, (tied) => [...tied])
      expect(best.length).toBeGreaterThanOrEqual(Math.min(first, all.length))
      expect([...best, ...rest()]).toEqual(all.toSorted((a, b) => b.score - a.score || a.key - b.key))
      const [last, next] = [best.at(-1), rest()[0]]
      if (last !== undefined && next !== undefined) expect(next.score).toBeLessThan(last.score)
    }),
  )
})

test('what ties across the end of the best is ordered by something else than the key, before any place is made for it', () => {
  const asked: number[][] = []
  const inOrder = (tied: readonly number[]): number[] => {
    asked.push([...tied])
    return tied.toReversed().slice(0, 3)
  }
  const keys = (scores: number[], first: number): number[] => orderOf(scores, first, inOrder).best.map(({ key }) => key)
  expect(keys([1, 2, 1, 1, 0, 1], 3)).toEqual([1, 5, 3, 2])
  expect(asked).toEqual([[0, 2, 3, 5]])
  expect(keys([1, 2, 1, 1, 0, 1], 5)).toEqual([1, 0, 2, 3, 5])
  expect(asked).toHaveLength(1)
})

test('turns give to those beside them in their session only', () => {
  const turns = [
    { key: 1, session: 'a' },
    { key: 2, session: 'a' },
    { key: 3, session: 'a' },
    { key: 4, session: 'b' },
  ]
  const shared = shareScores(turns, new Map([[3, 10]]), [0.3, 0.15])
  expect([...shared]).toEqual([
    [1, 1.5],
    [2, 3],
    [3, 10],
  ])
})
