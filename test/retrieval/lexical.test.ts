import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ftsIdf, idf, most, toOtherB } from '../../src/retrieval/bm25.ts'
import { shareScores } from '../../src/retrieval/conversation.ts'
import { findMeetings, scoreLexically, toPairTerm, toTerm } from '../../src/retrieval/lexical.ts'

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

describe('the lexical score', () => {
  const score = (key: number, terms: Parameters<typeof findMeetings>[0], wanted = terms.length): number =>
    scoreLexically({ kind: 'note', length: 20 }, findMeetings(terms).get(key) ?? [], wanted, statistics)

  test('a word like the term lifts a record that holds another term, and in a question brings others in below it', () => {
    const car = toTerm(
      [[1, 1]],
      [
        {
          postings: [
            [2, 1],
            [3, 1],
          ],
          cosine: 0.9,
        },
      ],
      statistics,
    )
    const red = toTerm(
      [
        [1, 1],
        [2, 1],
      ],
      [],
      statistics,
    )
    expect(score(3, [car, red])).toBe(0)
    expect(score(3, [car, red, red])).toBeGreaterThan(0)
    expect(score(3, [car, red, red])).toBeLessThan(score(2, [car, red, red]))
    expect(findMeetings([toTerm([], [{ postings: [[3, 1]], cosine: 0.9 }], statistics)]).size).toBe(0)
    expect(score(2, [car, red])).toBeGreaterThan(score(2, [toTerm([[1, 1]], [], statistics), red]))
    expect(score(1, [car, red])).toBeGreaterThan(score(2, [car, red]))
  })

  test('words side by side lift, and are no term that is missed', () => {
    const lock = toTerm(
      [
        [1, 1],
        [2, 1],
      ],
      [],
      statistics,
    )
    const timeout = toTerm(
      [
        [1, 1],
        [2, 1],
      ],
      [],
      statistics,
    )
    const pair = toPairTerm([[1, 1]], statistics)
    expect(score(1, [lock, timeout, pair], 2)).toBeGreaterThan(score(2, [lock, timeout, pair], 2))
    expect(score(2, [lock, timeout, pair], 2)).toBe(score(2, [lock, timeout]))
  })
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
