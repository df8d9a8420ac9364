import { expect, test } from 'vitest'
import { isNarrowed, noNarrowing, parseFacets } from '../../src/record/narrowing.ts'

test('facets: the same name gathers its values, another name stands beside it, blanks do not matter', () => {
  expect(parseFacets([' service = billing ', 'tier=1', 'service=mail', 'service=billing', 'rule=a=b  c'])).toEqual({
    facets: [
      { name: 'service', values: ['billing', 'mail'] },
      { name: 'tier', values: ['1'] },
      { name: 'rule', values: ['a=b c'] },
    ],
  })
})

test.each(['service', '', '=billing', 'service=', ' = '])('%j is no facet', (text) => {
  expect(parseFacets(['a=b', text])).toEqual({ malformed: text })
})

test('any one axis narrows', () => {
  expect(isNarrowed(noNarrowing)).toBe(false)
  expect(isNarrowed({ ...noNarrowing, since: 0 })).toBe(true)
  expect(isNarrowed({ ...noNarrowing, facets: [{ name: 'a', values: ['b'] }] })).toBe(true)
})
