/** What the descriptions that the product grew from say of retrieval, quoted by seed and section. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toScoreExplain } from '../../src/retrieval/explain.ts'
import type { RecordRow } from '../../src/retrieval/port.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault } from '../../src/vault/vault.ts'
import { toCandidate } from '../support/candidates.ts'
import { saidByFiles } from '../support/inspect.ts'
import { find, findIds } from '../support/search-vault.ts'
import { hit, makeVault, project, put, putAll } from '../support/vault.ts'

async function vaultOf(...records: { id: string; [field: string]: unknown }[]) {
  const made = await makeVault()
  onTestFinished(() => closeVault(made.vault))
  for (const record of records) {
    await put(made.vault, { title: record.id, body: `cache ${record.id}`, ...record })
    made.ports.advance(1000)
  }
  return made
}

describe('seed 000, "Explain"', () => {
  const plain = {
    ...{ hits: 0, occurrences: 1, helpful: 0, stale: 0, severity: undefined },
    kind: 'trap',
  } as unknown as RecordRow
  const explain = (row: object, more: { raw?: number; pathMatched?: boolean; counter?: number } = {}) =>
    toScoreExplain({
      row: { ...plain, ...row },
      candidate: toCandidate(1, { arms: more.raw === undefined ? [] : [toArm(more.raw)] }),
      pathMatched: more.pathMatched === true,
      counter: more.counter,
    })
  const toArm = (raw: number) => ({ arm: 'keyword', rank: 1, raw, contribution: 1 })

  test('"path match 1.25 else 1; severity critical 1.4, high 1.3, medium 1, low 0.9"', () => {
    expect([true, false].map((pathMatched) => explain({}, { pathMatched }).pathPatternBoost)).toEqual([1.25, 1])
    const severities = ['critical', 'high', 'medium', 'low', undefined]
    expect(severities.map((severity) => explain({ severity }).severityMultiplier)).toEqual([1.4, 1.3, 1, 0.9, 1])
  })

  test('"hits 1 + min(hits, 20) * 0.02; occurrences 1 + min(max(occ - 1, 0), 20) * 0.03"', () => {
    expect([0, 1, 20, 400].map((hits) => explain({ hits }).hitsBoost)).toEqual([1, 1.02, 1.4, 1.4])
    const counts = [0, 1, 2, 21, 400]
    expect(counts.map((occurrences) => explain({ occurrences }).occurrencesBoost)).toEqual([1, 1, 1.03, 1.6, 1.6])
  })

  test('"Values are rounded to 2 decimals and any non-finite input falls back to 1 (neutral)"', () => {
    expect(explain({}, { raw: -2.34567 })).toMatchObject({ ftsBm25: 2.35, finalScore: 2.35 })
    const odd = explain({ hits: Number.NaN, occurrences: Number.NaN }, { raw: Number.POSITIVE_INFINITY })
    expect(odd).toMatchObject({ ftsBm25: 1, hitsBoost: 1, occurrencesBoost: 1, finalScore: 1 })
  })

  test('"For sort: hits/occurrences the raw rank is synthesized from the counter when FTS rank is absent"', () => {
    expect(explain({ hits: 3 }, { counter: 3 })).toMatchObject({ ftsBm25: 3, finalScore: 3.18 })
    expect(explain({ hits: 3 }, { counter: 3, raw: -0.5 })).toMatchObject({ ftsBm25: 0.5 })
  })
})

describe('seed 000, "Sort modes"', () => {
  test('"relevance (default) — […] without a query, updated descending"; "updated — updated descending"', async () => {
    const { vault } = await vaultOf({ id: 'b' }, { id: 'c' }, { id: 'a' })
    await put(vault, { id: 'b', body: 'cache again' })
    expect(await findIds(vault, '')).toEqual(['b', 'a', 'c'])
    expect(await findIds(vault, 'cache', { sort: 'updated' })).toEqual(['b', 'a', 'c'])
  })

  test('"occurrences — full-scan ranking, default kinds [trap], default status active; ordered by occurrences desc, then lastSeen, then severity, then id"', async () => {
    const text = (id: string) => ({ id, kind: 'trap', body: `The ${id} of all ${id}s, and of no other ${id}.` })
    const { vault, ports } = await vaultOf(
      ...[{ ...text('closed'), status: 'archived' }, { id: 'no-trap', kind: 'decision' }, text('often'), text('later')],
    )
    await putAll(vault, [
      text('early'),
      { ...text('low'), severity: 'low' },
      { ...text('zebra'), severity: 'high' },
      { ...text('apple'), severity: 'high' },
    ])
    for (const id of ['often', 'later']) {
      await put(vault, { kind: 'trap', title: `Again ${id}`, body: text(id).body })
      ports.advance(1000)
    }
    const { hits } = await find(vault, '', { sort: 'occurrences' })
    const counts = { later: 2, often: 2, apple: 1, zebra: 1, early: 1, low: 1 }
    expect(hits.map(({ id, occurrences }) => [id, occurrences])).toEqual(Object.entries(counts))
    expect(await findIds(vault, '', { sort: 'occurrences', kinds: ['decision'] })).toEqual(['no-trap'])
    expect(await findIds(vault, '', { sort: 'occurrences', statuses: ['archived'] })).toEqual(['closed'])
  })

  test('"hits — full-scan ranking, default kinds trap, decision, spec, plan, default status active; ordered by hits desc, then lastHit desc, then updated desc"', async () => {
    const { vault, ports } = await vaultOf(
      ...(['trap', 'decision', 'spec', 'plan', 'note'] as const).map((kind) => ({ id: `of-${kind}`, kind })),
      { id: 'closed', kind: 'trap', status: 'archived' },
    )
    for (const kind of ['spec', 'decision', 'trap', 'trap'] as const) {
      await hit(vault, `of-${kind}`)
      ports.advance(1000)
    }
    expect(await findIds(vault, '', { sort: 'hits' })).toEqual(['of-trap', 'of-decision', 'of-spec', 'of-plan'])
    expect(await findIds(vault, '', { sort: 'hits', kinds: ['note'] })).toEqual(['of-note'])
  })
})

describe('seed 000, "Search defaults and filters"', () => {
  test('"Without an explicit kinds list, the FTS path excludes only scratch unless includeScratch: true. crossProject without kinds excludes scratch, state, and review"', async () => {
    const kinds = ['scratch', 'state', 'review', 'log', 'note'] as const
    const { vault } = await vaultOf(...kinds.map((kind) => ({ id: `of-${kind}`, kind })))
    const ids = async (input: Parameters<typeof findIds>[2]) => (await findIds(vault, 'cache', input)).sort()
    const wide = { projects: [], allProjects: true }
    expect(await ids({})).toEqual(['of-log', 'of-note', 'of-review', 'of-state'])
    expect(await ids({ includeScratch: true })).toEqual(['of-log', 'of-note', 'of-review', 'of-scratch', 'of-state'])
    expect(await ids(wide)).toEqual(['of-log', 'of-note'])
    expect(await ids({ ...wide, kinds: ['state', 'review', 'scratch'] })).toEqual([
      'of-review',
      'of-scratch',
      'of-state',
    ])
  })

  test('"kind filter is inclusive when provided; tags must all match; path matches against the record\'s pathPatterns using the glob matcher (*, **, ? supported)"', async () => {
    const { vault } = await vaultOf(
      { id: 'one', kind: 'trap', tags: ['a', 'b'], pathPatterns: ['src/queue/**'] },
      { id: 'two', kind: 'decision', tags: ['a'], pathPatterns: ['src/*.ts', 'lib/v?/x.js'] },
      { id: 'three', kind: 'note' },
    )
    const ids = async (input: Parameters<typeof findIds>[2]) => (await findIds(vault, 'cache', input)).sort()
    expect(await ids({ kinds: ['trap', 'note'] })).toEqual(['one', 'three'])
    expect([await ids({ tags: ['a'] }), await ids({ tags: ['a', 'b'] })]).toEqual([['one', 'two'], ['one']])
    for (const [path, found] of [
      ...[
        ['src/queue/deep/a.ts', ['one']],
        ['src/a.ts', ['two']],
        ['src/deep/a.ts', []],
      ],
      ...[
        ['lib/v2/x.js', ['two']],
        ['lib/v22/x.js', []],
      ],
    ] as [string, string[]][])
      expect(await ids({ path }), path).toEqual(found)
  })

  test('"Scope filter": "A filtered search therefore never loses a result to a candidate that was filtered out later" (seed 001)', async () => {
    const { vault } = await vaultOf()
    await putAll(
      vault,
      Array.from({ length: 300 }, (_, n) => ({
        id: `n${n}`,
        title: 'Cold cache',
        body: `A cold cache, and cold. ${n}`,
      })),
    )
    await put(vault, { id: 'far', title: 'Other', body: 'Of a cache, in passing, among many words.', tags: ['rare'] })
    for (const profile of ['default', 'rrf', 'minmax', 'keyword-only'] as const)
      expect(await findIds(vault, 'cold cache', { tags: ['rare'], limit: 1, profile }), profile).toEqual(['far'])
  })
})

describe('seed 000, "Index schema" and "Indexing surfaces"', () => {
  test('"id, projectId, kind, status, title, space-joined tags, space-joined pathPatterns, body": words of each but the columns that are no text find a record', async () => {
    const { vault } = await vaultOf({
      ...{ id: 'zulu-one', title: 'Yankee', body: 'Xray.', tags: ['whiskey', 'victor'], pathPatterns: ['uniform/**'] },
    })
    for (const query of ['zulu', 'yankee', 'xray', 'whiskey', 'victor', 'uniform'])
      expect(await findIds(vault, query), query).toEqual(['zulu-one'])
    for (const query of ['acme', 'active']) expect(await findIds(vault, query), query).toEqual([])
  })

  test('"upserts are idempotent"; "compiled views live at the project root […], so they are not indexed"; "rebuildIndex […] returns { indexed }"', async () => {
    const { vault, root } = await vaultOf({ id: 'herd', kind: 'trap' }, { id: 'redis', kind: 'decision' })
    for (let n = 0; n < 2; n++) await put(vault, { id: 'herd', kind: 'trap', title: 'herd', body: 'cache herd' })
    expect(readFileSync(join(root, `projects/${project}/TRAPS.md`), 'utf8')).toContain('herd')
    expect(await rebuild(vault, { acceptDeletions: false })).toMatchObject({ indexed: 2 })
    expect((await findIds(vault, 'herd')).sort()).toEqual(['herd'])
    expect((await findIds(vault, '')).sort()).toEqual(['herd', 'redis'])
  })
})

test('seed 000, "Retrieval hits": "hits […] and lastHit […] default to 0/absent when missing — read paths never rewrite the file just to report zero"', async () => {
  const { vault, root, ports } = await vaultOf({ id: 'herd', kind: 'trap' })
  const file = join(root, `projects/${project}/traps/herd.md`)
  const before = readFileSync(file, 'utf8')
  expect(before).not.toMatch(/^(?:hits|lastHit):/m)
  expect((await find(vault, 'herd')).hits).toMatchObject([{ hits: 0 }])
  expect(readFileSync(file, 'utf8')).toBe(before)
  await hit(vault, 'herd')
  expect(saidByFiles(root)[`${project}/herd`]).toMatchObject({ hits: 1, lastHit: new Date(ports.now()).toISOString() })
})
