import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Disclosable, type Disclosure, foldDisclosure, type Tier, tiers } from '../../src/retrieval/disclosure.ts'

const text = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'é', '部', '🚀'), minLength: min, maxLength: max })

const candidate: fc.Arbitrary<Disclosable> = fc.record({
  entities: fc.array(fc.constantFrom('redis', 'sqlite', 'queue'), { maxLength: 2 }),
  texts: fc.record({ full: text(20, 300), line: text(10, 60), index: text(3, 12) }),
})
const candidates = fc.array(candidate, { maxLength: 25 })
const budgets = fc.integer({ min: 1, max: 2000 })

const costOf = (shown: string): number => [...shown].length + 1

function check(holds: (candidates: Disclosable[], budget: number, fold: Disclosure) => void): void {
  fc.assert(fc.property(candidates, budgets, (list, budget) => holds(list, budget, foldDisclosure(list, budget))))
}

describe('the disclosure fold', () => {
  test('never takes more than the budget, and says what it took', () => {
    check((_, budget, { told, used }) => {
      expect([...told.map((one) => `${one.text}\n`).join('')]).toHaveLength(used)
      expect(used).toBeLessThanOrEqual(budget)
    })
  })

  test('keeps the order, and tells each candidate at most once, in one of its texts', () => {
    check((list, _, { told }) => {
      const places = told.map(({ place }) => place)
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
      for (const one of told) expect(one.text).toBe(list[one.place]?.texts[one.tier])
    })
  })

  test('tells at most two in full of any entity', () => {
    check((list, _, { told }) => {
      const full = told.filter(({ tier }) => tier === 'full').map(({ place }) => new Set(list[place]?.entities))
      for (const entity of ['redis', 'sqlite', 'queue']) {
        expect(full.filter((entities) => entities.has(entity)).length).toBeLessThanOrEqual(2)
      }
    })
  })

  test('leaves nothing out for which there is room', () => {
    check((list, budget, { told, used }) => {
      const left = list.filter((_, place) => !told.some((one) => one.place === place))
      for (const { texts } of left) expect(costOf(texts.index)).toBeGreaterThan(budget - used)
    })
  })

  test('a record that grows pushes none behind it out of sight', () => {
    fc.assert(
      fc.property(candidates, budgets, fc.nat(24), text(300, 900), (list, budget, place, longer) => {
        const names = list.map(({ texts }) => costOf(texts.index)).reduce((sum, cost) => sum + cost, 0)
        fc.pre(names <= budget / 4)
        const grown = list.map((one, at) => (at === place ? { ...one, texts: { ...one.texts, full: longer } } : one))
        expect(foldDisclosure(grown, budget).told).toHaveLength(list.length)
      }),
    )
  })
})

const told = (list: Disclosable[], budget: number): (Tier | undefined)[] => {
  const fold = foldDisclosure(list, budget)
  return list.map((_, at) => fold.told.find(({ place }) => place === at)?.tier)
}

function sized(full: number, entities: string[] = []): Disclosable {
  return { entities, texts: { full: 'f'.repeat(full - 1), line: 'l'.repeat(49), index: 'i'.repeat(9) } }
}

describe('a fold that a person can follow', () => {
  test('a long record is told in a line, and those behind it in full', () => {
    expect(told([sized(500), sized(100), sized(100)], 260)).toEqual(['line', 'full', 'full'])
  })

  test('what does not fit goes down step by step, and those behind it still have their turn', () => {
    expect(told([sized(100), sized(100), sized(100), sized(15)], 175)).toEqual(['full', 'line', 'index', 'full'])
    expect(told([sized(100), sized(100)], 9)).toEqual([undefined, undefined])
  })

  test('the third about one entity is told in a line, also where it is named twice', () => {
    const redis = sized(60, ['redis', 'redis'])
    expect(told([redis, redis, redis, sized(60, ['sqlite'])], 1000)).toEqual(['full', 'full', 'line', 'full'])
  })

  test('the tiers go from most to least', () => {
    expect(tiers).toEqual(['full', 'line', 'index'])
  })
})
