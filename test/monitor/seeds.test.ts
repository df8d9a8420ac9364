/** What seed "Memory Search" says of the status monitor, sentence by sentence. */
import { expect, test } from 'vitest'
import { getRecords } from '../../src/vault/get.ts'
import { makeMonitor } from '../support/monitor.ts'
import { put } from '../support/vault.ts'

async function filled() {
  const monitor = await makeMonitor()
  const { vault, root } = monitor
  await put(vault, { id: 'trap', kind: 'trap', title: 'Deploy trap', body: 'Deploys fail.' })
  await put(vault, { id: 'spec', kind: 'spec', title: 'Deploy spec', body: 'How to deploy.' })
  for (const kind of ['prompt', 'session', 'log', 'scratch'])
    await put(vault, { id: kind, kind, body: `A ${kind} on deploys.` })
  const gone = { ttl: '1d', created: '2020-01-01', eventAt: '2020-01-01' }
  await put(vault, { id: 'gone', kind: 'note', body: 'Deploys were by hand.', ...gone })
  const reading = { kind: undefined, project: 'acme', cwd: root, session: undefined, lines: undefined }
  await getRecords(vault, { names: ['spec'], ...reading })
  await getRecords(vault, { names: ['spec'], ...reading })
  return monitor
}

test('"GET /api/records/search accepts project, kind, sort, limit, q, explain, crossProject, includeExpired, and asOf and returns { hits }"', async () => {
  const { ask, json } = await filled()
  const all =
    'project=acme&kind=trap&sort=relevance&limit=5&q=deploy&explain=1&crossProject=1&includeExpired=1&asOf=2099-01-01'
  const { hits } = await json(`/api/records/search?${all}`)
  expect(hits).toMatchObject([{ id: 'trap', explain: { finalScore: expect.any(Number) } }])
  for (const sort of ['relevance', 'occurrences', 'updated', 'hits']) {
    expect((await ask(`/api/records/search?q=deploy&sort=${sort}`)).status, sort).toBe(200)
  }
})

test('"GET /api/records … excludes prompt, session, log, and scratch unless includeEphemeral"', async () => {
  const { json } = await filled()
  const idsOf = async (query: string) =>
    ((await json(`/api/records${query}`)).records as { id: string }[]).map(({ id }) => id)
  expect((await idsOf('')).toSorted()).toEqual(['spec', 'trap'])
  expect((await idsOf('?includeEphemeral=true')).toSorted()).toEqual([
    'log',
    'prompt',
    'scratch',
    'session',
    'spec',
    'trap',
  ])
  // "hides expired by default"
  expect(await idsOf('?includeExpired=true')).toContain('gone')
})

test('"sorts by hits (default), occurrences, or updated; and never increments hits"', async () => {
  const { json, ask } = await filled()
  for (let round = 0; round < 3; round++) {
    const { records } = await json('/api/records')
    expect(records).toMatchObject([
      { id: 'spec', hits: 2 },
      { id: 'trap', hits: 0 },
    ])
    await (await ask('/api/records/search?q=deploy&sort=hits')).text()
    await (await ask('/api/records/acme/trap')).text()
  }
  expect((await ask('/api/records?sort=occurrences')).status).toBe(200)
  expect((await ask('/api/records?sort=updated')).status).toBe(200)
  expect((await ask('/api/records?sort=relevance')).status).toBe(400)
})

test('"Both routes enforce the same bearer auth as the rest of /api/* (401 when unauthorized)"', async () => {
  const { url, ask } = await filled()
  for (const path of ['/api/records', '/api/records/search?q=deploy', '/api/projects', '/api/anything']) {
    expect((await fetch(url + path)).status, path).toBe(401)
    expect((await ask(path)).status, path).not.toBe(401)
  }
})

test('"The Canvas graph [is] read-only with respect to hit counters"', async () => {
  const { json, ask } = await filled()
  await (await ask('/api/graph')).text()
  const { nodes } = await json('/api/graph')
  expect(nodes).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'spec', hits: 2 })]))
})
