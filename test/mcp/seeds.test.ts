/** What the descriptions that the product grew from say of its MCP tools, quoted by seed and section. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instructions } from '../../src/mcp/instructions.ts'
import { toInputJson } from '../../src/mcp/schemas.ts'
import { search } from '../../src/mcp/tools/search.ts'
import { tools } from '../../src/mcp/tools/table.ts'
import { dayMs } from '../../src/record/times.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'
import { callTool } from '../support/mcp-call.ts'
import { find } from '../support/search-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, project, put, putAll } from '../support/vault.ts'

const trap = { id: 'jitter', kind: 'trap', title: 'Retries need jitter', body: 'Without it all come back at once.' }

async function hitsOf(vault: Vault, id: string, projectId = project): Promise<unknown> {
  const { answer } = await callTool(vault, 'search', { query: id, full: true, projectId })
  return (answer.hits as { id: string; hits: number }[]).find((hit) => hit.id === id)?.hits
}

function putIn(vault: Vault, projectId: string, fields: { id: string; [field: string]: unknown }) {
  const { id, ...set } = fields
  const draft = toRecordDraft(id, set, vault.config.limits)
  return upsertRecord(vault, draft, { project: projectId, cwd: vault.paths.root })
}

describe('seed 000, "Technical Architecture": MCP search contract', () => {
  test('"query, kinds[], status, tags[], path, includeScratch, projectId, crossProject, limit, sort (relevance|occurrences|updated|hits), hitIds[], sessionId, explain, includeExpired, asOf, cwd, vaultRoot"', () => {
    const { properties } = toInputJson(search.input, search)
    expect(properties).toMatchObject({
      ...{ query: { type: 'string' }, kinds: { type: 'array' }, status: { type: 'string' }, tags: { type: 'array' } },
      ...{ path: { type: 'string' }, includeScratch: { type: 'boolean' }, projectId: { type: 'string' } },
      ...{ crossProject: { type: 'boolean' }, limit: { type: 'integer' } },
      sort: { enum: expect.arrayContaining(['relevance', 'occurrences', 'updated', 'hits']) },
      ...{ hitIds: { type: 'array' }, sessionId: { type: 'string' }, explain: { type: 'boolean' } },
      ...{ includeExpired: { type: 'boolean' }, asOf: { type: 'string' }, cwd: { type: 'string' }, vaultRoot: {} },
    })
  })

  test('each of them does what it says', async () => {
    const { vault, ports } = await makeVault()
    await putAll(vault, [
      { ...trap, tags: ['queue', 'net'], pathPatterns: ['src/queue/**'] },
      { id: 'other', kind: 'decision', title: 'Jitter again', body: 'Retries too.', tags: ['queue'], status: 'paused' },
      { id: 'draft', kind: 'scratch', title: 'Scratch jitter', body: 'Passing.' },
      { id: 'old', kind: 'review', title: 'Old jitter', body: 'Passing.', expiresAt: '2020-01-01' },
    ])
    const ids = async (parameters: object): Promise<string[]> => {
      const { answer } = await callTool(vault, 'search', { query: 'jitter', projectId: project, ...parameters })
      return (answer.hits as { id: string }[]).map(({ id }) => id).sort()
    }
    expect(await ids({})).toEqual(['jitter', 'other'])
    expect(await ids({ kinds: ['trap'] })).toEqual(['jitter'])
    expect(await ids({ status: 'paused' })).toEqual(['other'])
    expect(await ids({ tags: ['queue', 'net'] })).toEqual(['jitter'])
    expect(await ids({ path: 'src/queue/retry.ts' })).toEqual(['jitter'])
    expect(await ids({ includeScratch: true })).toEqual(['draft', 'jitter', 'other'])
    expect(await ids({ includeExpired: true })).toEqual(['jitter', 'old', 'other'])
    expect(await ids({ limit: 1 })).toHaveLength(1)
    expect(await ids({ limit: 1, offset: 2 })).toEqual([])
    expect(await ids({ projectId: undefined, crossProject: true })).toEqual(['jitter', 'other'])
    expect(await ids({ vaultRoot: vault.paths.root })).toEqual(['jitter', 'other'])
    ports.advance(86_400_000)
    await put(vault, { id: 'newer', body: 'Newer jitter.' })
    expect(await ids({})).toContain('newer')
    expect(await ids({ asOf: '2031-05-01' })).toEqual(['jitter', 'other'])
  })

  test('"Invalid sort values fail tool argument validation (Zod enum), not a silent fallback."', async () => {
    const { vault } = await makeVault()
    const { isError, answer } = await callTool(vault, 'search', { query: 'x', sort: 'newest' })
    expect(isError).toBe(true)
    expect(answer).toMatchObject({ error: { code: 'USAGE', message: expect.stringMatching(/^sort: .*relevance/) } })
  })

  test('"When neither projectId nor crossProject is supplied, the active project is resolved from cwd."', async () => {
    const { vault } = await makeVault()
    await putIn(vault, 'here', trap)
    await putIn(vault, 'there', { ...trap, id: 'there' })
    const cwd = join(makeTempDir(), 'work')
    mkdirSync(cwd)
    writeFileSync(join(cwd, '.memo.json'), '{"project":"here"}')
    expect((await callTool(vault, 'search', { query: 'jitter' }, cwd)).answer).toMatchObject({
      projectId: 'here',
      total: 1,
    })
    expect((await callTool(vault, 'search', { query: 'jitter', cwd })).answer).toMatchObject({ projectId: 'here' })
    const elsewhere = await callTool(vault, 'search', { query: 'jitter', projectId: 'there' }, cwd)
    expect(elsewhere.answer).toMatchObject({ projectId: 'there', total: 1 })
  })

  test('"crossProject: true […] each hit carries its originating projectId"', async () => {
    const { vault } = await makeVault()
    await putIn(vault, 'one', trap)
    await putIn(vault, 'two', { ...trap, id: 'jitter-2' })
    const { answer } = await callTool(vault, 'search', { query: 'jitter', crossProject: true })
    expect((answer.hits as { projectId: string }[]).map(({ projectId }) => projectId).sort()).toEqual(['one', 'two'])
  })

  test('"limit defaults to 50"', async () => {
    const { vault } = await makeVault()
    await putAll(
      vault,
      Array.from({ length: 60 }, (_, n) => ({ id: `n${n}`, body: `Jitter ${n}.` })),
    )
    const { answer } = await callTool(vault, 'search', { query: 'jitter', projectId: project, maxTokens: 100_000 })
    expect(answer).toMatchObject({ total: 60, truncated: 10 })
    expect(answer.hits).toHaveLength(50)
  })

  test('"If path is inside a capture-ignored product area, search returns [] immediately."', async () => {
    const { vault } = await makeVault()
    await put(vault, trap)
    const parameters = { query: 'jitter', path: 'node_modules/x.js', projectId: project }
    const { answer } = await callTool(vault, 'search', parameters)
    expect(answer).toMatchObject({ hits: [], abstained: { reason: 'ignored_path' } })
  })
})

describe('seed 000, "Retrieval hits"', () => {
  test('"Bare search never increments, even when sorted by hits or occurrences. Unknown ids in hitIds are ignored."', async () => {
    const { vault } = await makeVault()
    await put(vault, trap)
    for (const sort of ['relevance', 'updated', 'hits', 'occurrences']) {
      await callTool(vault, 'search', { query: 'jitter', sort, projectId: project, hitIds: ['unknown'] })
    }
    expect(await hitsOf(vault, 'jitter')).toBe(0)
  })

  test('"a record id is listed in search.hitIds and appears in the result set"; only ids in the results count', async () => {
    const { vault } = await makeVault()
    await putAll(vault, [trap, { ...trap, id: 'elsewhere', title: 'Of something else', body: 'Nothing alike.' }])
    const hitIds = ['jitter', 'elsewhere']
    const { answer } = await callTool(vault, 'search', { query: 'jitter', projectId: project, hitIds })
    expect(answer).toMatchObject({ bumped: ['jitter'] })
    expect(await hitsOf(vault, 'jitter')).toBe(1)
    expect(await hitsOf(vault, 'elsewhere')).toBe(0)
  })

  test('"ids that map to conflicting projects are treated as ambiguous and excluded"', async () => {
    const { vault } = await makeVault()
    await putIn(vault, 'one', trap)
    await putIn(vault, 'two', trap)
    const ask = { query: 'jitter', crossProject: true }
    expect((await callTool(vault, 'search', { ...ask, hitIds: ['jitter'] })).answer).not.toHaveProperty('bumped')
    expect((await callTool(vault, 'search', { ...ask, hitIds: ['two/jitter'] })).answer).toMatchObject({
      bumped: ['jitter'],
    })
    expect(await hitsOf(vault, 'jitter', 'one')).toBe(0)
    expect(await hitsOf(vault, 'jitter', 'two')).toBe(1)
  })

  test('"a hit-eligible get succeeds"; "when sessionId is a non-empty string, the same record increments at most once per session"', async () => {
    const { vault } = await makeVault()
    await putAll(vault, [trap, { id: 'note', body: 'A note.' }])
    const get = (parameters: object) =>
      callTool(vault, 'get', { ids: ['jitter', 'note'], projectId: project, ...parameters })
    expect((await get({ sessionId: 's' })).answer).toMatchObject({ records: [{ hits: 1 }, { hits: 0 }] })
    expect((await get({ sessionId: 's' })).answer).toMatchObject({ records: [{ hits: 1 }, { hits: 0 }] })
    expect((await get({ sessionId: '' })).answer).toMatchObject({ records: [{ hits: 2 }, { hits: 0 }] })
    expect((await get({})).answer).toMatchObject({ records: [{ hits: 3 }, { hits: 0 }] })
  })
})

describe('seed 000, "Session de-dupe"', () => {
  test('"Seen ids are kept […] with a 7-day TTL […]; the disk […] retains all non-expired sessions"', async () => {
    const { vault, ports, reopen } = await makeVault()
    await put(vault, trap)
    const get = async (of: Vault, sessionId: string) => {
      const { answer } = await callTool(of, 'get', { ids: ['jitter'], sessionId, projectId: project })
      return (answer.records as { hits: number }[])[0]?.hits
    }
    expect(await get(vault, 's')).toBe(1)
    // More sessions than are kept in memory ("a 500-entry in-memory hot cache"), and another process.
    for (let n = 0; n < 501; n++) vault.seen.note(`other-${n}`, 'acme/jitter', ports.now())
    ports.advance(7 * dayMs - 1)
    expect(await get(vault, 's')).toBe(1)
    const again = await reopen()
    expect(await get(again, 's')).toBe(1)
    ports.advance(1)
    expect(await get(again, 's')).toBe(2)
    closeVault(again)
  })
})

describe('seed 001, "Degraded mode"', () => {
  test('"search runs without the semantic arm. It sets degraded{flag, reason}"', async () => {
    const { vault } = await makeVault()
    await put(vault, trap)
    vault.config.embeddings = { ...vault.config.embeddings, enabled: true, provider: 'openai', model: 'none' }
    const { answer } = await callTool(vault, 'search', { query: 'jitter', full: true, projectId: project })
    expect(answer).toMatchObject({ degraded: { reason: expect.any(String) }, hits: [{ id: 'jitter' }] })
    closeVault(vault)
  })
})

describe('seed 000, "Explain", and seed 001, "7. Explain and trace"', () => {
  test('"With response_format: explain (MCP) […] every result carries why […]. Every response carries a trace"; "every search, from the MCP tool, the CLI or the UI, runs the same pipeline"', async () => {
    const { vault } = await makeVault()
    await putAll(vault, [trap, { id: 'other', kind: 'note', title: 'Jitter', body: 'Another one.' }])
    const { answer } = await callTool(vault, 'search', { query: 'jitter', explain: true, projectId: project })
    const { hits, trace, total } = await find(vault, 'jitter', { explain: true, maxTokens: 2000 })
    expect(answer).toMatchObject({ hits: JSON.parse(JSON.stringify(hits)), total })
    expect(hits[0]).toMatchObject({ explain: { finalScore: expect.any(Number) }, why: { fused: expect.any(Number) } })
    const names = (of: unknown) => (of as { arms: { arm: string }[] }).arms.map(({ arm }) => arm)
    expect(names(answer.trace)).toEqual(names(trace))
  })

  test('seed 001, "6. Cutoff, limit and budget": "The response always reports truncated […] and narrow_hint"', async () => {
    const { vault } = await makeVault()
    await putAll(
      vault,
      Array.from({ length: 9 }, (_, n) => ({ id: `n${n}`, body: `Jitter ${n}.` })),
    )
    const { answer } = await callTool(vault, 'search', { query: 'jitter', limit: 3, projectId: project })
    expect(answer).toMatchObject({ truncated: 6, narrowHint: expect.stringMatching(/^add kinds/) })
  })
})

describe('seed 003, "The 4 MCP tools"', () => {
  test('"__IMPORTANT: always visible […]. 1. search(query) 2. timeline(anchor=ID) 3. get_observations([IDs])"', () => {
    expect(instructions).toMatch(/1\. search.*2\. timeline.*3\. get/s)
    const steps = ['search', 'timeline', 'get'].map((name) => tools.find((tool) => tool.name === name)?.description)
    expect(steps).toEqual([1, 2, 3].map((step) => expect.stringMatching(new RegExp(`^Step ${step}:`))))
  })

  test('"search → Get index with IDs (~50-100 tokens/result)"', async () => {
    const { vault } = await makeVault()
    await putAll(
      vault,
      Array.from({ length: 20 }, (_, n) => ({ id: `n${n}`, title: `Jitter number ${n}`, body: 'Long. '.repeat(500) })),
    )
    const { answer, text } = await callTool(vault, 'search', { query: 'jitter', projectId: project })
    expect(answer.hits).toHaveLength(20)
    expect(text.length / 20).toBeLessThan(200)
    expect(answer.tokens as number).toBeLessThan(20 * 100)
  })

  test('"Either anchor or query must be provided. Returns: Chronological view of what happened before, during, and after"', async () => {
    const { vault, ports } = await makeVault()
    for (const n of [1, 2, 3, 4, 5]) {
      await put(vault, { id: `n${n}`, title: `Step ${n}`, body: `Number ${n}.` })
      ports.advance(60_000)
    }
    const ask = async (parameters: object) => callTool(vault, 'timeline', { projectId: project, ...parameters })
    const ids = ({ answer }: { answer: { [field: string]: unknown } }) =>
      (answer.entries as { id: string }[]).map(({ id }) => id)
    expect(ids(await ask({ id: 'n3', before: 1, after: 2 }))).toEqual(['n2', 'n3', 'n4', 'n5'])
    expect(ids(await ask({ query: 'number 4', before: 1, after: 0 }))).toEqual(['n3', 'n4'])
    expect((await ask({})).answer).toMatchObject({ error: { code: 'USAGE' } })
    expect((await ask({ id: 'n3', query: 'x' })).answer).toMatchObject({
      error: { code: 'USAGE', message: 'both a record and query are given' },
    })
  })

  test('"dateStart, dateEnd: Date range filters", by the names that they have in memo', async () => {
    const { vault } = await makeVault()
    for (const year of [2020, 2025, 2030]) {
      await put(vault, { id: `of-${year}`, body: `Jitter of ${year}.`, eventAt: `${year}-05-01` })
    }
    const parameters = { query: 'jitter', since: '2021-01-01', until: '2025-05-01', projectId: project }
    expect((await callTool(vault, 'search', parameters)).answer).toMatchObject({ hits: [{ id: 'of-2025' }], total: 1 })
    const { answer } = await callTool(vault, 'search', { ...parameters, since: 'yesterday' })
    expect(answer).toMatchObject({ error: { code: 'USAGE', message: expect.stringMatching(/^since "yesterday"/) } })
  })

  test('"depth_before […] (default: 3), depth_after […] (default: 3)"', async () => {
    const { vault, ports } = await makeVault()
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      await put(vault, { id: `n${n}`, title: `Step ${n}`, body: `Number ${n}.` })
      ports.advance(60_000)
    }
    const { answer } = await callTool(vault, 'timeline', { id: 'n5', projectId: project })
    expect((answer.entries as { id: string }[]).map(({ id }) => id)).toEqual(['n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'])
  })

  test('"Single source of truth", "it contains no business logic": the CLI answers a search alike', async () => {
    const { vault } = await makeVault()
    await putAll(vault, [trap, { id: 'note', body: 'Jitter, in a note.' }])
    const { answer } = await callTool(vault, 'search', { query: 'jitter', projectId: project })
    const ids = (answer.hits as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual((await find(vault, 'jitter')).hits.map(({ id }) => id))
  })

  test('"Batching: get_observations accepts multiple IDs in a single call"', async () => {
    const { vault } = await makeVault()
    await putAll(vault, [trap, { id: 'note', body: 'A note.' }])
    const { answer } = await callTool(vault, 'get', {
      ids: ['note', 'jitter', 'acme/note', 'nothing'],
      projectId: project,
    })
    expect(answer).toMatchObject({ records: [{ id: 'note' }, { id: 'jitter' }], missing: [{ name: 'nothing' }] })
  })
})
