/** The one predicate of scope against a filter in plain code, through the listing and through every arm. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countedSql, scopeSql } from '../../../src/projections/index/scope-sql.ts'
import { toEntityKey } from '../../../src/record/entity-key.ts'
import { matchesAnyPattern } from '../../../src/record/path-patterns.ts'
import { parseInstant } from '../../../src/record/times.ts'
import { closedStatuses, type Kind, kinds, type Status } from '../../../src/record/vocabulary.ts'
import type { Arm } from '../../../src/retrieval/arms/arm.ts'
import { factArm } from '../../../src/retrieval/arms/fact.ts'
import { graphArm } from '../../../src/retrieval/arms/graph.ts'
import { keywordArm } from '../../../src/retrieval/arms/keyword.ts'
import { arms } from '../../../src/retrieval/arms/table.ts'
import type { Scope, SearchReader } from '../../../src/retrieval/port.ts'
import { parseQuery } from '../../../src/retrieval/query.ts'
import type { NamedEntity } from '../../../src/retrieval/query-entities.ts'
import { atOnce } from '../../support/at-once.ts'
import { runs } from '../../support/runs.ts'
import { everything, indexOf, meaning, namesOf, now, type ScopedRecord, ttl } from '../../support/scoped-index.ts'

const query = parseQuery('alpha KIT-204')
const named = [nameOf('KIT-204', 1)]

function nameOf(name: string, at: number): NamedEntity {
  return { key: toEntityKey(name), name, mentions: 2, isFirm: true, span: [at, at + 1] }
}
const long = Array.from({ length: 99 }, (_, n) => `Line ${n} tells of alpha at some length.\n`).join('\n')

const someOf = (...words: string[]) => fc.subarray(words)
const maybe = (...words: string[]) => fc.constantFrom(undefined, ...words)
const times = ['2031-04-20', '2031-04-30T12:00:00+02:00', '2031-05-01T12:00:00Z', '2031-05-01T11:59', '2031-05-03']
const kind = fc.constantFrom<Kind[]>('trap', 'note', 'fact', 'scratch', 'review')
const status = fc.constantFrom<Status[]>('active', 'done', 'archived', 'superseded')

const record: fc.Arbitrary<Omit<ScopedRecord, 'id'>> = fc.record({
  project: fc.constantFrom('acme', 'other'),
  set: fc.record({
    kind,
    status,
    title: fc.constantFrom('Alpha', 'Alpha KIT-204 alpha', 'KIT-204'),
    body: fc.constantFrom('alpha', 'of KIT-204', 'Told of alpha and of KIT-204 at length.', long),
    evidence: someOf('r0', 'r1', 'other/r2'),
    created: fc.constantFrom('2031-04-10', '2031-04-26T00:00:00Z'),
    tags: someOf('a', 'b', 'B'),
    layer: maybe('domain', 'data'),
    pathPatterns: someOf('src/**', 'docs/*.md'),
    facets: fc.dictionary(fc.constantFrom('service', 'workspace'), someOf('billing', 'Billing', ' two  words ')),
    entities: someOf('Retry Budget', 'retry-budget', 'Ada'),
    source: maybe('me', 'you'),
    trust: maybe('high', 'low'),
    eventAt: maybe(...times),
    expiresAt: maybe(...times),
    validFrom: maybe(...times),
    validTo: maybe(...times),
  }),
})

const instants = times.flatMap((time) => parseInstant(time) ?? [])
const instant = fc.constantFrom(undefined, ...instants)
const moment = fc.constantFrom(now, ...instants)
const scope: fc.Arbitrary<Scope> = fc
  .record(
    {
      projects: fc.subarray(['acme', 'other'], { minLength: 1 }),
      kinds: fc.uniqueArray(kind, { minLength: 1, maxLength: 3 }),
      excludedKinds: fc.uniqueArray(kind, { maxLength: 2 }),
      statuses: fc.oneof(fc.constant('live' as const), fc.uniqueArray(status, { minLength: 1, maxLength: 3 })),
      tags: someOf('a', 'b'),
      layer: fc.constant('domain'),
      path: fc.constantFrom('src/x/y.ts', 'docs/a.md', 'docs/a/b.md'),
      facets: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom('service', 'workspace'),
          values: fc.subarray(['billing', 'two words', 'none'], { minLength: 1 }),
        }),
        { selector: ({ name }) => name, maxLength: 2 },
      ),
      entity: fc.constantFrom('RETRY_BUDGET', 'ada', 'nobody'),
      source: fc.constant('me'),
      trust: fc.constant('high'),
      since: instant,
      until: instant,
      includeExpired: fc.boolean(),
      now: moment,
    },
    { requiredKeys: [] },
  )
  .map((some) => ({ ...everything, ...some }))

/** The same rule in plain code. */
function passes({ project, set }: ScopedRecord, wanted: Scope): boolean {
  const at = wanted.now
  const own = set.expiresAt === undefined ? undefined : parseInstant(set.expiresAt, { endOfDay: true })
  const days = kinds[set.kind ?? 'note'].ttlDays
  const created = parseInstant(set.created ?? '') ?? 0
  const end = own ?? (days === undefined ? Number.POSITIVE_INFINITY : created + days * 86_400_000)
  const from = parseInstant(set.validFrom ?? '') ?? Number.NEGATIVE_INFINITY
  const to = parseInstant(set.validTo ?? '') ?? Number.POSITIVE_INFINITY
  const event = parseInstant(set.eventAt ?? '') ?? created
  const isClosed = closedStatuses.some((closed) => closed === set.status)
  const facetsOf = (name: string) => (set.facets?.[name] ?? []).map((value) => value.trim().replace(/\s+/g, ' '))
  return [
    wanted.projects?.includes(project) ?? true,
    wanted.kinds?.some((some) => some === set.kind) ?? true,
    !wanted.excludedKinds.some((some) => some === set.kind),
    typeof wanted.statuses !== 'string' || wanted.statuses !== 'live' || !isClosed,
    typeof wanted.statuses === 'string' || wanted.statuses.some((some) => some === set.status),
    wanted.tags.every((tag) => set.tags?.includes(tag)),
    wanted.layer === undefined || set.layer === wanted.layer,
    wanted.path === undefined || matchesAnyPattern(set.pathPatterns ?? [], wanted.path),
    wanted.facets.every(({ name, values }) => values.some((value) => facetsOf(name).includes(value))),
    wanted.entity === undefined || set.entities?.some((name) => toEntityKey(name) === toEntityKey(wanted.entity ?? '')),
    wanted.source === undefined || set.source === wanted.source,
    wanted.trust === undefined || set.trust === wanted.trust,
    wanted.since === undefined || event >= wanted.since,
    wanted.until === undefined || event < wanted.until,
    wanted.includeExpired || (at < end && from <= at && at < to),
  ].every(Boolean)
}

function rank(arm: Arm, reader: SearchReader, wanted: Scope, depth: number): number[] {
  const input = { query, scope: wanted, reader, depth, named, meaning, found: [], terms: new Map() }
  const { terms = input.terms } = atOnce(keywordArm.rank(input))
  return atOnce(arm.rank({ ...input, terms })).rows.map(({ key }) => key)
}

/** Those whose every find is a matter of the record alone; what facts or other names lead to is not. */
const finders = arms.filter(({ name, isPrior }) => !isPrior && name !== 'fact' && name !== 'graph')

test('a listing whose total is told by the kept counts tells what a filter in plain code tells', () => {
  const slots = fc
    .record(
      {
        projects: fc.subarray(['acme', 'other'], { minLength: 1 }),
        kinds: fc.uniqueArray(kind, { minLength: 1, maxLength: 3 }),
        excludedKinds: fc.uniqueArray(kind, { maxLength: 2 }),
        statuses: fc.oneof(fc.constant('live' as const), fc.uniqueArray(status, { minLength: 1, maxLength: 3 })),
        includeExpired: fc.boolean(),
        now: moment,
      },
      { requiredKeys: [] },
    )
    .map((some): Scope => ({ ...everything, ...some }))
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), slots, (some, wanted) => {
      const records = some.map((each, n) => ({ id: `r${n}`, ...each }))
      const { reader } = indexOf(records)
      const page = { scope: wanted, sort: 'updated', match: undefined, limit: 2, offset: 1 } as const
      const { keys, total } = reader.list(page)
      const kept = records.filter((each) => passes(each, wanted))
      expect(countedSql(wanted, ttl)).toBeDefined()
      expect(total).toBe(kept.length)
      // So many are sorted all together.
      const sorted = reader.list({ ...page, limit: 5000, offset: 0 }).keys
      expect(sorted).toHaveLength(kept.length)
      expect(keys).toEqual(sorted.slice(1, 3))
    }),
  )
  expect(countedSql({ ...everything, tags: ['a'] }, ttl)).toBeUndefined()
})

test('what is not in force is counted without reading what is', () => {
  const { db } = indexOf([])
  const planOf = (scope: Partial<Scope>) =>
    countedSql({ ...everything, includeExpired: false, ...scope }, ttl)?.outOfForce.map(({ sql, values }) =>
      db
        .prepare(`EXPLAIN QUERY PLAN SELECT count(*) FROM records r WHERE ${sql}`)
        .all(...values)
        .map(({ detail }) => String(detail))
        .find((detail) => /^(?:SCAN|SEARCH) r\b/.test(detail)),
    )
  for (const scope of [{ projects: ['acme'] }, { projects: ['acme'], kinds: ['trap' as const] }, {}]) {
    expect(planOf(scope)).toEqual([
      expect.stringContaining('INDEX records_in_question'),
      expect.stringMatching(/^SEARCH r USING INDEX \w+ \(project=\? AND gone=\? AND kind=\?\)$/),
    ])
  }
})

test('a scope keeps just the records that a filter in plain code keeps, in a listing and in every arm', () => {
  expect(finders.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['keyword', 'exact', 'passage', 'entity', 'semantic']),
  )
  fc.assert(
    fc.property(
      fc.array(record, { maxLength: 12 }),
      fc.array(scope, { minLength: 1, maxLength: 5 }),
      (some, scopes) => {
        const records = some.map((each, n) => ({ id: `r${n}`, ...each }))
        const { db, reader } = indexOf(records)
        const found = new Map(finders.map((arm) => [arm, new Set(namesOf(reader, rank(arm, reader, everything, 99)))]))
        for (const wanted of scopes) {
          const kept = records.filter((each) => passes(each, wanted)).map(({ project, id }) => `${project}/${id}`)
          const page = { scope: wanted, sort: 'updated', match: undefined, limit: 99, offset: 0 } as const
          const { keys, total } = reader.list(page)
          expect(namesOf(reader, keys)).toEqual(kept.toSorted())
          expect(total).toBe(kept.length)
          for (const name of namesOf(reader, rank(factArm, reader, wanted, 99))) expect(kept).toContain(name)
          for (const [arm, all] of found) {
            const expected = kept.filter((name) => all.has(name)).toSorted()
            expect(namesOf(reader, rank(arm, reader, wanted, 99)), arm.name).toEqual(expected)
          }
        }
        db.close()
      },
    ),
    runs(50),
  )
})

describe('a filter loses no result: one record in scope behind 500 better ones outside', () => {
  const better = { kind: 'note' as const, title: 'Alpha KIT-204', body: 'alpha KIT-204 alpha KIT-204' }
  const inside = {
    kind: 'note' as const,
    title: 'Something else',
    body: `${'Many more words. '.repeat(160)} alpha KIT-204`,
  }
  const facets = [{ name: 'service', values: ['billing'] }]
  const cases: [axis: string, scope: Partial<Scope>, inside: ScopedRecord['set'], outside: ScopedRecord['set']][] = [
    ['project', { projects: ['acme'] }, {}, {}],
    ['kind', { kinds: ['trap', 'fact'] }, { kind: 'fact' }, {}],
    ['excluded kind', { excludedKinds: ['scratch'] }, {}, { kind: 'scratch' }],
    ['status', { statuses: 'live' }, {}, { status: 'archived' }],
    ['tag', { tags: ['a'] }, { tags: ['a'] }, { tags: ['b'] }],
    ['layer', { layer: 'domain' }, { layer: 'domain' }, {}],
    ['path', { path: 'src/a.ts' }, { pathPatterns: ['src/*.ts'] }, { pathPatterns: ['docs/**'] }],
    ['facet', { facets }, { facets: { service: ['billing'] } }, { facets: { service: ['mail'] } }],
    ['entity', { entity: 'redis' }, { entities: ['Redis'] }, {}],
    ['source', { source: 'me' }, { source: 'me' }, { source: 'you' }],
    ['trust', { trust: 'high' }, { trust: 'high' }, {}],
    ['since', { since: now }, { eventAt: '2031-05-02' }, { eventAt: '2031-04-02' }],
    ['until', { until: now }, { eventAt: '2031-04-02' }, { eventAt: '2031-05-02' }],
    ['expiry', { includeExpired: false }, {}, { expiresAt: '2031-04-30' }],
    ['validity', { includeExpired: false }, {}, { validFrom: '2031-06-01' }],
    ['moment', { includeExpired: false, now: now - 1 }, { validTo: '2031-05-01T12:00:00Z' }, { validTo: '2031-05-01' }],
  ]
  test.each(cases)('%s', (_, some, ofInside, ofOutside) => {
    const records = Array.from({ length: 500 }, (_, n) => ({
      ...{ project: 'other', id: `r${n}`, set: { ...better, ...ofOutside } },
    }))
    const { db, reader } = indexOf([...records, { project: 'acme', id: 'it', set: { ...inside, ...ofInside } }])
    for (const arm of finders) {
      expect(namesOf(reader, rank(arm, reader, { ...everything, ...some }, 1)), arm.name).toEqual(['acme/it'])
    }
    db.close()
  })
})

test('nor does one among 500 records that lie as much between two names', () => {
  const between = { kind: 'note' as const, title: 'x', entities: ['Falcon'] }
  const ends = ['Orion', 'Kestrel'].map((name) => ({
    ...{ project: 'other', id: name.toLowerCase(), set: { ...between, entities: [name, 'Falcon'] } },
  }))
  const outside = Array.from({ length: 500 }, (_, n) => ({ project: 'other', id: `r${n}`, set: between }))
  const { db, reader } = indexOf([...ends, ...outside, { project: 'acme', id: 'it', set: between }])
  const scope = { ...everything, projects: ['acme'] }
  const names = [nameOf('Orion', 0), nameOf('Kestrel', 2)]
  const input = { reader, scope, depth: 1, named: names, found: [], terms: new Map() }
  const { rows } = atOnce(graphArm.rank({ query: parseQuery('Orion and Kestrel'), ...input }))
  expect(rows.map(({ id }) => id)).toEqual(['it'])
  db.close()
})

test('facets, tags and entities are looked up by index, not read through', () => {
  const { db } = indexOf([])
  const facets = [
    { name: 'service', values: ['billing', 'mail'] },
    { name: 'tier', values: ['1'] },
  ]
  const { sql, values } = scopeSql({ ...everything, projects: ['acme'], tags: ['a'], facets, entity: 'Ada' }, ttl)
  const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT r.key FROM records r WHERE ${sql}`).all(...values)
  const steps = plan.map(({ detail }) => String(detail)).filter((detail) => /^(SCAN|SEARCH)/.test(detail))
  const looks = ['project=? AND gone=?', 'tag=?', 'name=? AND value=?', 'name=? AND value=?', 'entity=?']
  expect(steps).toHaveLength(looks.length)
  expect(steps).toEqual(expect.arrayContaining(looks.map((look) => expect.stringMatching(toSearch(look)))))
  db.close()
})

function toSearch(columns: string): RegExp {
  return new RegExp(`^SEARCH .*${columns.replaceAll('?', '\\?')}`)
}
