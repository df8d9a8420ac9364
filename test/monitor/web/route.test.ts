import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRoute, parseRoute, type Route, startRoute, tabs } from '../../../src/monitor/web/route.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const routes: fc.Arbitrary<Route> = fc.record({
  ...{ tab: fc.constantFrom(...tabs), q: text, project: text, kind: text, status: text },
  ...{ facets: fc.array(text, { maxLength: 3 }), path: text, since: text, until: text, asOf: text },
  ...{ tags: fc.array(text, { maxLength: 3 }), sort: text, expired: fc.boolean(), record: text },
})

test('an address says all that it was made from', () => {
  fc.assert(
    fc.property(routes, (route) => {
      expect(parseRoute(formatRoute(route))).toEqual(route)
    }),
  )
})

test('an address that nobody made is read as far as it goes', () => {
  expect(parseRoute('')).toEqual(startRoute)
  expect(parseRoute('#/nowhere?q=a+b&colour=red')).toEqual({ ...startRoute, q: 'a b' })
  expect(parseRoute('#graph?record=acme%2Fherd?&expired')).toEqual({
    ...startRoute,
    ...{ tab: 'graph', record: 'acme/herd?', expired: true },
  })
})

test('what is as usual is not in the address', () => {
  expect(formatRoute(startRoute)).toBe('#/memory')
  expect(formatRoute({ ...startRoute, tab: 'graph', tags: ['a&b'], expired: true })).toBe('#/graph?tag=a%26b&expired')
})
