/** What the seeds state about the routes, quoted, over HTTP. */
import { describe, expect, test } from 'vitest'
import { allEvents } from '../support/inspect.ts'
import { makeMonitor } from '../support/monitor.ts'
import { hit, put } from '../support/vault.ts'

type Listed = { id: string; hits: number }

async function filled() {
  const monitor = await makeMonitor()
  const { vault } = monitor
  const kinds = ['trap', 'decision', 'prompt', 'session', 'log', 'scratch'] as const
  for (const kind of kinds) await put(vault, { id: kind, kind, title: `Jitter ${kind}`, body: `Jitter in a ${kind}.` })
  await put(vault, {
    id: 'over',
    kind: 'note',
    title: 'Jitter over',
    body: 'Jitter long ago.',
    expiresAt: '2020-01-01',
  })
  await hit(vault, 'decision')
  const ids = async (path: string): Promise<string[]> => {
    const { records, hits } = (await monitor.json(path)) as { records?: Listed[]; hits?: Listed[] }
    return (records ?? hits ?? []).map(({ id }) => id)
  }
  return { ...monitor, ids }
}

describe('seed 000, "Status monitor"', () => {
  test('"GET /api/records/search accepts project, kind, sort, limit, q, explain, crossProject, includeExpired, and asOf and returns { hits }"', async () => {
    const { json, ids } = await filled()
    expect(await json('/api/records/search?q=jitter')).toHaveProperty('hits')
    expect(await ids('/api/records/search?q=jitter&kind=trap')).toEqual(['trap'])
    expect(await ids('/api/records/search?q=jitter&project=elsewhere')).toEqual([])
    expect(await ids('/api/records/search?q=jitter&project=elsewhere&crossProject=true&kind=trap')).toEqual(['trap'])
    expect(await ids('/api/records/search?q=jitter&sort=hits&limit=1')).toEqual(['decision'])
    expect(await ids('/api/records/search?q=jitter&kind=note')).toEqual([])
    expect(await ids('/api/records/search?q=jitter&kind=note&includeExpired=true')).toEqual(['over'])
    expect(await ids('/api/records/search?q=jitter&asOf=2020-01-01')).toEqual([])
    expect(await json('/api/records/search?q=jitter&kind=trap&explain=true')).toMatchObject({ hits: [{ why: {} }] })
  })

  test('"excludes prompt, session, log, and scratch unless includeEphemeral; hides expired by default"', async () => {
    const { ids } = await filled()
    expect((await ids('/api/records')).sort()).toEqual(['decision', 'trap'])
    const all = await ids('/api/records?includeEphemeral=true&includeExpired=true')
    expect(all.sort()).toEqual(['decision', 'log', 'over', 'prompt', 'scratch', 'session', 'trap'])
  })

  test('"sorts by hits (default), occurrences, or updated; and never increments hits"', async () => {
    const { ids, vault } = await filled()
    const before = allEvents(vault).length
    expect(await ids('/api/records')).toEqual(['decision', 'trap'])
    expect(await ids('/api/records?sort=hits')).toEqual(['decision', 'trap'])
    for (const sort of ['occurrences', 'updated']) expect(await ids(`/api/records?sort=${sort}`)).toHaveLength(2)
    expect(allEvents(vault)).toHaveLength(before)
  })

  test('"Both routes enforce the same bearer auth as the rest of /api/* (401 when unauthorized)"', async () => {
    const { ask } = await filled()
    for (const path of ['/api/records', '/api/records/search?q=jitter', '/api/projects', '/api/status']) {
      expect((await ask(path, { headers: { authorization: '' } })).status, path).toBe(401)
    }
  })
})

test('seed 000, "Side effects": "search is read-only"; the page lists and finds without a write', async () => {
  const { ask, vault } = await filled()
  const before = allEvents(vault).length
  for (const path of ['/api/records/search?q=jitter&sort=hits', '/api/records/acme/decision', '/api/graph']) {
    expect((await ask(path)).status, path).toBe(200)
  }
  expect(allEvents(vault)).toHaveLength(before)
})
