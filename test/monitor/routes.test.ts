import { describe, expect, test } from 'vitest'
import { monitorApp } from '../../src/monitor/app.ts'
import { otherRoutes, routes } from '../../src/monitor/routes/table.ts'
import { bindProject } from '../../src/vault/projects.ts'
import { searchVault } from '../../src/vault/reading/search.ts'
import { allEvents, saidByIndex } from '../support/inspect.ts'
import { closeObjects, readSchema, toChecker } from '../support/json-schema.ts'
import { makeMonitor, type TestMonitor } from '../support/monitor.ts'
import { put } from '../support/vault.ts'

async function filled(): Promise<TestMonitor> {
  const monitor = await makeMonitor()
  const { vault } = monitor
  await put(vault, {
    ...{ id: 'herd', kind: 'trap', title: 'Retries stampede', body: 'Without jitter all retries come back at once.' },
    ...{ tags: ['retry', 'a,b'], pathPatterns: ['src/**'], severity: 'high', facets: { service: ['billing'] } },
  })
  await put(vault, { id: 'redis', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' })
  await put(vault, { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'In SQLite.', supersedes: 'redis' })
  await put(vault, { id: 'herds', title: 'Herds', body: 'What stampedes: [[herd]], [[lost]].', eventAt: '2024-01-01' })
  return monitor
}

const asked: { [path: string]: string[] } = {
  '/api/records': [
    ...['', '?kind=trap,decision&status=active&status=superseded&limit=1&offset=1', '?tag=retry&tag=a,b&sort=hits'],
    ...[
      '?facet=service=billing&path=src/a.ts',
      '?project=acme&includeEphemeral&includeExpired=true',
      '?asOf=2099-01-01',
    ],
    ...['?since=2020-01-01&until=2024-06-01', '?entity=Redis', '?asOf=2020-01-01'],
  ],
  '/api/records/search': [
    ...['?q=stampede', '?q=stampede&explain&expandLinks=1', '', '?q=unheard', '?q=queue&limit=1&explain=true'],
    ...[
      '?q=retries&mode=hybrid&profile=precise&maxTokens=60&explain',
      '?sort=updated&explain',
      '?q=retries&asOf=2099-01-01',
    ],
  ],
  '/api/records/:project/:id': [
    '/api/records/acme/herd?limit=1',
    '/api/records/acme/herds',
    '/api/records/acme/redis?asOf=2099-01-01',
  ],
  '/api/projects': [''],
  '/api/graph': ['', '?kind=trap&limit=1', '?status=active,superseded', '?asOf=2099-01-01'],
  '/api/events': [
    '',
    '?limit=2',
    '?type=record.upserted,record.hit&actor=cli&project=acme',
    '?record=herd',
    '?record=acme/herd',
  ],
  '/api/status': ['', '?project=acme'],
  '/api/doctor': [''],
}

/** The address of a call: whole, or what stands behind the path of its route. */
function toPath(route: string, call: string): string {
  return call.startsWith('/') ? call : `${route}${call}`
}

describe('answers', () => {
  test('each has the form that its committed schema promises, and no more', async () => {
    const { ask } = await filled()
    expect(Object.keys(asked).sort()).toEqual(routes.map(({ path }) => path).sort())
    for (const { path, answer } of routes) {
      const schema = readSchema(answer)
      const checkers = [toChecker(schema), toChecker(closeObjects(schema))]
      for (const call of asked[path] ?? []) {
        const response = await ask(toPath(path, call))
        const body = await response.json()
        expect(response.status, `${call} ${JSON.stringify(body)}`).toBe(200)
        for (const check of checkers) expect(check(body), `${path}${call}`).toEqual([])
      }
    }
  })

  test('no request counts a use, logs a query, or writes anything', async () => {
    const monitor = await filled()
    monitor.vault.config.search.logQueries = true
    const before = { events: allEvents(monitor.vault), records: saidByIndex(monitor.vault) }
    for (const { path } of routes) {
      for (const call of asked[path] ?? []) await (await monitor.ask(toPath(path, call))).text()
    }
    for (const { path } of otherRoutes) await (await monitor.ask(path, { method: 'HEAD' })).text()
    expect({ events: allEvents(monitor.vault), records: saidByIndex(monitor.vault) }).toEqual(before)
  })

  test('a search finds what the library finds, with the same numbers', async () => {
    const { json, vault, root } = await filled()
    const input = { query: 'queue stampede', projects: ['acme'], allProjects: false, cwd: root, limit: 50, offset: 0 }
    const filters = { kinds: undefined, statuses: undefined, tags: [], facets: [], layer: undefined, path: undefined }
    const more = { entity: undefined, source: undefined, trust: undefined, since: undefined, until: undefined }
    const rest = {
      includeScratch: false,
      includeExpired: false,
      asOf: undefined,
      sort: 'relevance',
      hitIds: [],
    } as const
    const given = { ...input, ...filters, ...more, ...rest, session: undefined, scan: 'none' } as const
    for (const explain of [false, true]) {
      const expected = JSON.parse(JSON.stringify(await searchVault(vault, { ...given, explain })))
      const found = await json(`/api/records/search?q=queue+stampede&project=acme${explain ? '&explain' : ''}`)
      expect(withoutAges(found.hits)).toEqual(withoutAges(expected.hits))
      expect({ ...found, hits: 0, trace: 0, narrowHint: 0 }).toEqual({ ...expected, hits: 0, trace: 0, narrowHint: 0 })
    }
  })

  test('advice is given by the names of the parameters', async () => {
    const { json } = await filled()
    const { narrowHint, hits } = await json('/api/records/search?q=retries&maxTokens=1')
    expect([hits, narrowHint]).toEqual([[], expect.stringMatching(/^raise maxTokens/)])
  })

  test('a record comes with its links both ways and its history', async () => {
    const { json } = await filled()
    expect(await json('/api/records/acme/herd')).toMatchObject({
      record: { id: 'herd', projectId: 'acme', hits: 0, severity: 'high' },
      links: { out: [], in: [{ id: 'herds', types: ['mentions'] }] },
      history: [
        {
          ...{ type: 'record.upserted', actor: 'cli', bodyDiff: expect.stringContaining('+Without jitter') },
          changes: expect.arrayContaining([{ field: 'title', to: 'Retries stampede' }]),
        },
      ],
      older: 0,
    })
    const { history } = await json('/api/records/acme/redis')
    expect(history).toMatchObject([{ type: 'record.superseded', said: { by: 'sqlite' } }, { type: 'record.upserted' }])
  })

  test('the graph has the records of a scope and the links between two of them', async () => {
    const { json } = await filled()
    const { nodes, edges, total } = await json('/api/graph?status=active,superseded')
    expect([(nodes as object[]).length, total]).toEqual([4, 4])
    expect(edges).toEqual([
      { source: 'acme/herds', target: 'acme/herd', types: ['mentions'] },
      { source: 'acme/sqlite', target: 'acme/redis', types: ['supersedes'] },
    ])
    const one = await json('/api/graph?limit=1')
    expect([one.nodes, one.edges, one.total]).toMatchObject([[{ degree: expect.any(Number) }], [], 3])
  })
})

const wrongCalls = [
  ['/api/records?limit=0', 400, 'limit: is less than 1'],
  ['/api/records?limit=1001', 400, 'limit: is more than 1000'],
  ['/api/records?limit=many', 400, 'limit: is not a whole number'],
  ['/api/records?limit=1&limit=2', 400, 'limit is given more than once'],
  ['/api/records?kind=wish', 400, 'kind: invalid option'],
  ['/api/records?status=', 400, 'status: invalid option'],
  ['/api/records?lmit=1', 400, 'there is no parameter "lmit" here'],
  ['/api/records?__proto__=1', 400, 'there is no parameter "__proto__" here'],
  ['/api/records?facet=service', 400, 'facet "service" is not of the form service=billing'],
  ['/api/records?since=someday', 400, 'since "someday" is neither a date'],
  ['/api/records?asOf=someday', 400, 'asOf "someday" is neither a date'],
  ['/api/records?since=2025-01-02&until=2025-01-01', 400, 'since "2025-01-02" is not before until "2025-01-01"'],
  ['/api/records/search?explain=maybe', 400, 'explain: is neither true nor false'],
  ['/api/records/search?profile=none', 400, ''],
  ['/api/records/search?mode=none', 400, 'mode: invalid option'],
  ['/api/events?before=yesterday', 400, '"yesterday" is no place in the log'],
  ['/api/records?project=unheard', 404, 'there is no project unheard'],
  ['/api/records/acme/unheard', 404, 'there is no record acme/unheard'],
  ['/api/records/unheard/herd', 404, 'there is no record unheard/herd'],
  ['/api/records/acme', 404, 'there is no /api/records/acme here'],
  ['/api/nothing', 404, 'there is no /api/nothing here'],
  ['/nothing', 404, 'there is no /nothing here'],
] as const

describe('refusals', () => {
  test('each says what is wrong, with the status that fits', async () => {
    const { ask } = await filled()
    const check = toChecker(closeObjects(readSchema('http-error')))
    for (const [path, status, message] of wrongCalls) {
      const response = await ask(path)
      const body = (await response.json()) as { error: { message: string } }
      expect(check(body)).toEqual([])
      expect([response.status, body.error.message], path).toEqual([status, expect.stringContaining(message)])
    }
  })

  test('B115 a name that leads elsewhere is refused', async () => {
    const { ask } = await filled()
    const names = [
      '..%2f..%2fevil',
      '%2e%2e%2fx',
      '..%5cevil',
      'a%2f..%2f..%2fb',
      '%00',
      '%252e%252e%252fx',
      '%2fetc%2fpasswd',
    ]
    for (const name of names) {
      for (const path of [`/api/records/acme/${name}`, `/api/records/${name}/herd`]) {
        expect([400, 404], path).toContain((await ask(path)).status)
      }
      expect([400, 404], name).toContain((await ask(`/api/records?project=${name}`)).status)
      expect((await ask(`/${name}`)).status, name).toBe(404)
    }
  })
})

test('B130 no tag of HTML leaves the server unescaped', async () => {
  const { ask, vault } = await makeMonitor()
  await put(vault, {
    ...{ id: 'x', kind: 'trap', title: '<img src=x onerror=alert(1)>', tags: ['"><svg onload=alert(3)>'] },
    body: '</script><script>alert(2)</script>\u2028 [[x]]',
  })
  await bindProject(vault, { project: 'acme', name: `'-alert(4)-'<svg>`, cwd: vault.paths.root })
  const paths = [
    '/api/records',
    '/api/records/search?q=script&explain',
    '/api/records/acme/x',
    '/api/graph',
    '/api/events',
    '/api/projects',
    '/api/nope/<b>',
  ]
  for (const path of paths) {
    const response = await ask(path)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.text(), path).not.toMatch(/[<\u2028]/)
  }
  const { records } = (await (await ask('/api/records')).json()) as { records: { title: string }[] }
  expect(records[0]?.title).toBe('<img src=x onerror=alert(1)>')
})

test('what was forgotten is in no answer, and its events tell nothing that it held', async () => {
  const { ask, json, vault } = await filled()
  const { write } = await import('../../src/vault/refresh.ts')
  const { appendAndFold } = await import('../../src/vault/append.ts')
  await write(vault, { label: 'test' }, () =>
    appendAndFold(vault, [{ actor: 'cli', type: 'record.forgotten', data: { project: 'acme', id: 'herd' } }]),
  )
  const gone = await ask('/api/records/acme/herd')
  expect(gone.status).toBe(404)
  const problem = await gone.text()
  expect(problem).toMatch(/acme\/herd was forgotten at 20[-\d]+T[:.\d]+Z/)
  expect(problem).toContain('memo restore acme/herd')
  for (const path of ['/api/records', '/api/records/search?q=stampede', '/api/graph', '/api/events']) {
    expect(await (await ask(path)).text(), path).not.toContain('Retries stampede')
  }
  const { events } = await json('/api/events?record=herd')
  expect(events).toMatchObject([{ type: 'record.forgotten' }, { type: 'record.upserted', said: {} }])
})

test('the table has every path that the server answers', () => {
  const none = undefined as never
  const host = { cwd: '' } as never
  const app = monitorApp({ host, access: none, metrics: none, streams: none, files: none, version: '' })
  const answered = app.routes.filter(({ method, path }) => method === 'GET' && path !== '/*').map(({ path }) => path)
  expect([...new Set(answered)].sort()).toEqual([...routes, ...otherRoutes].map(({ path }) => path).sort())
})

test('a cached answer is worked out once, and a failed one again', async () => {
  const { remembered } = await import('../../src/monitor/remembered.ts')
  let calls = 0
  const ask = remembered(async (fails: boolean) => {
    calls += 1
    if (fails) throw new Error('no')
    return calls
  }, 60_000)
  await expect(ask(true)).rejects.toThrow('no')
  expect(await Promise.all([ask(false), ask(false)])).toEqual([2, 2])
})

test('metrics tell what was searched and how the vault is', async () => {
  const { ask } = await filled()
  for (const q of ['stampede', 'unheard', 'queue']) await ask(`/api/records/search?q=${q}`)
  // Paths that a client makes up are one series together.
  for (const path of ['/api/made-up', '/api/records/acme/nothing/at/all']) await ask(path)
  const response = await ask('/metrics')
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    )
  expect(value('memo_searches_total')).toBe(3)
  // Seed 001, "Degraded mode": "the memo_search_degraded_total metric counts it".
  expect(value('memo_search_degraded_total')).toBe(0)
  expect(value('memo_search_duration_seconds_count')).toBe(3)
  expect(value('memo_search_duration_seconds_bucket{le="+Inf"}')).toBe(3)
  expect(value('memo_search_arm_duration_seconds_count{arm="keyword"}')).toBe(3)
  // To the microsecond: three searches of four records take less than a millisecond each, and more than nothing.
  expect(value('memo_search_arm_duration_seconds_sum{arm="keyword"}')).toBeGreaterThan(0)
  expect(value('memo_search_abstentions_total{reason="never_known"}')).toBe(1)
  expect(value('memo_http_requests_total{route="/api/records/search",status="200"}')).toBe(3)
  expect(value('memo_http_requests_total{route="other",status="404"}')).toBe(2)
  expect(text).not.toContain('made-up')
  expect(value('memo_records{kind="decision"}')).toBe(2)
  expect(value('memo_hits')).toBe(0)
  expect(value('memo_index_lag_events')).toBe(0)
  expect(text).toContain('memo_search_arm_duration_seconds_bucket{arm="keyword",le="0.001"}')
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) memo_\w+ .+|memo_\w+(?:\{(?:\w+="[^"\n]*",?)+\})? [\d.e+-]+)$/)
})

/** An age in days, and a time that a test may cross. */
function withoutAges(hits: unknown): unknown {
  return JSON.parse(JSON.stringify(hits, (key, value) => (key === 'ageDays' ? 0 : value)))
}
