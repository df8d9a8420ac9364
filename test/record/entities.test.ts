import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findEntities } from '../../src/record/entities.ts'
import { toEntityKey } from '../../src/record/entity-key.ts'
import { findHeadings } from '../../src/record/outline.ts'

const none = { title: '', body: '', headings: [], declared: [], links: [] }

/** Weights by key of a body alone. */
function weigh(body: string): { [key: string]: number } {
  return Object.fromEntries(findEntities({ ...none, body }).map(({ key, weight }) => [key, weight]))
}

test.each([
  ['Rate Limiter', 'ratelimiter'],
  ['rate-limiter', 'ratelimiter'],
  ['RATE_LIMITER', 'ratelimiter'],
  ['RateLimiter', 'ratelimiter'],
  ['Café – Größe', 'cafegroße'],
  ['İstanbul', 'istanbul'],
  ['src/queue.ts', 'src/queue.ts'],
  ['发布 窗口', '发布窗口'],
  ['--', ''],
])('the key of %s is %s', (name, key) => {
  expect(toEntityKey(name)).toBe(key)
})

describe('weights', () => {
  test('code spans by what they look like', () => {
    expect(weigh('call `parseToken`, then `restart`, then `make all`')).toEqual({
      parsetoken: 0.8,
      restart: 0.7,
      makeall: 0.6,
    })
  })

  test('identifiers, not the hyphens, times and abbreviations of prose', () => {
    expect(weigh('see src/queue.ts and KIT-204 at 7pm, e.g. the well-known 2nd one (1.2.3)')).toEqual({
      'src/queue.ts': 0.6,
      kit204: 0.6,
    })
  })

  test('names with capitals, and more for each repetition', () => {
    expect(weigh('we moved Orion to Kestrel Bay; later Orion’s queue, then Orion again')).toEqual({
      orion: 0.6,
      kestrelbay: 0.4,
    })
  })

  test('what only opens a sentence is no name, unless it stands elsewhere too', () => {
    expect(weigh('Deploys are slow. Retries help.\n- Backoff too\n> "Jitter" as well')).toEqual({})
    expect(weigh('Orion is slow. We like Orion.')).toEqual({ orion: 0.5 })
    expect(weigh('The Orion queue. NASA says so. Kestrel Bay is near.')).toEqual({
      orion: 0.4,
      nasa: 0.4,
      kestrelbay: 0.4,
    })
  })

  test('the title, headings, links and what was declared', () => {
    const body = '# Overview\n\n## Circuit breaker\n\nsee [[acme/retry-budget]]'
    const found = findEntities({
      title: 'The Redis pool',
      body,
      headings: findHeadings(body).map(({ text }) => text),
      declared: ['Ada', 'data'],
      links: ['acme/retry-budget'],
    })
    expect(found.map(({ key, weight, source }) => [key, weight, source])).toEqual([
      ['ada', 1, 'declared'],
      ['data', 1, 'declared'],
      ['theredispool', 1, 'title'],
      ['redis', 1, 'title'],
      ['circuitbreaker', 0.9, 'heading'],
      ['retrybudget', 0.8, 'link'],
    ])
  })
})

test('code blocks, sentences as titles and common words name nothing', () => {
  expect(weigh('```\nconst Orion = new KestrelBay()\n```\nOn Monday I said `true`. The TODO stays.')).toEqual({})
  expect(findEntities({ ...none, title: 'how we came to run the whole thing again' })).toEqual([])
})

test('never more than forty, and the same each time', () => {
  const body = Array.from({ length: 5000 }, (_, n) => `callName${n} in Kestrel Bay ${n}`).join('\n')
  const found = findEntities({ ...none, body })
  expect(found).toHaveLength(40)
  expect(findEntities({ ...none, body })).toEqual(found)
})

test('any text gives distinct keys of names, weights above 0 up to 1', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (title, body, declared) => {
      const found = findEntities({ title, body, headings: [title], declared, links: declared })
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
      for (const { key, name, weight } of found) {
        expect(key).toBe(toEntityKey(name))
        expect(key).not.toBe('')
        expect(weight).toBeGreaterThan(0)
        expect(weight).toBeLessThanOrEqual(1)
      }
    }),
  )
})
