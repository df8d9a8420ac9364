/** Measuring a vault: right numbers, the same vault afterwards, and no half-read file. */
import { describe, expect, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { type EvaluateInput, evaluateVault } from '../../../src/vault/evaluation/evaluate.ts'
import { readLabelledQueries, toLabelledLine } from '../../../src/vault/evaluation/labelled-query.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { allEvents } from '../../support/inspect.ts'
import { makeVault, project, put } from '../../support/vault.ts'

async function* lines(...objects: unknown[]): AsyncGenerator<string> {
  for (const object of objects) yield typeof object === 'string' ? object : JSON.stringify(object)
}

function read(...objects: unknown[]) {
  return readLabelledQueries(lines(...objects), 'q.jsonl')
}

async function evaluate(vault: Vault, objects: unknown[], more: Partial<EvaluateInput> = {}) {
  return evaluateVault(vault, {
    ...{ queries: await read(...objects), limit: 20, kinds: undefined, statuses: undefined, ...noNarrowing },
    ...{ includeScratch: false, includeExpired: false, projects: [project], allProjects: false, cwd: '/' },
    ...more,
  })
}

async function makeFilledVault() {
  const made = await makeVault()
  await put(made.vault, { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'Use immediate transactions.' })
  await put(made.vault, { id: 'pool', kind: 'decision', title: 'A pool of workers', body: 'Each takes a lock.' })
  await put(made.vault, { id: 'cake', title: 'Cake', body: 'Flour and butter.' })
  return made
}

describe('evaluate', () => {
  test('measures each query and all of them', async () => {
    const { vault } = await makeFilledVault()
    const result = await evaluate(vault, [
      { query: 'lock', relevant: { lock: 2, [`${project}/pool`]: 1 } },
      { query: 'cake flour', relevant: ['cake', 'gone'] },
      { query: 'submarine', unanswerable: true },
      { query: 'butter', unanswerable: true },
    ])
    expect(result).toMatchObject({
      ...{ answerable: 2, unanswerable: 2, limit: 20, missing: ['gone'], stale: false, degraded: null },
      report: {
        profile: 'default',
        metrics: { recall1: 0.5, recall5: 0.75, recall20: 0.75, hit20: 1, mrr: 1 },
        abstention: { precision: 1, recall: 0.5 },
      },
      perQuery: [
        { line: 1, query: 'lock', unanswerable: false, abstained: false, first: 1, metrics: { ndcg10: 1 } },
        { line: 2, first: 1 },
        { line: 3, unanswerable: true, abstained: true, first: null, metrics: null, tokens: 0 },
        { line: 4, abstained: false },
      ],
    })
    expect(result.report.tokens).toBeGreaterThan(0)
    expect(result.report.ms.p95).toBeGreaterThanOrEqual(result.report.ms.p50)
    expect(Object.keys(result)).not.toContain('paired')
  })

  test('looks where the line says', async () => {
    const { vault } = await makeFilledVault()
    const query = { query: 'lock', relevant: ['lock'] }
    const firsts = await evaluate(
      vault,
      [query, { ...query, project }, { ...query, project: ['other', project] }, { ...query, project: '*' }],
      { projects: [], cwd: vault.paths.root, allProjects: true, kinds: ['trap'] },
    ).catch((error) => error)
    expect(firsts).toMatchObject({ code: 'NOT_FOUND' })
    const { perQuery } = await evaluate(vault, [query, { ...query, project }, { ...query, project: '*' }])
    expect(perQuery.map(({ first }) => first)).toEqual([1, 1, 1])
  })

  test('a bare id is one record, and a full name another of that id', async () => {
    const { vault } = await makeFilledVault()
    const { perQuery } = await evaluate(vault, [{ query: 'lock', relevant: ['nowhere/lock'] }])
    expect(perQuery).toMatchObject([{ first: null, metrics: { recall20: 0 } }])
  })

  test('two profiles are compared query by query; one with itself shows no difference', async () => {
    const { vault } = await makeFilledVault()
    const queries = [
      { query: 'lock', relevant: ['pool'] },
      { query: 'x', unanswerable: true },
    ]
    const { compared, paired } = await evaluate(vault, queries, { profile: 'rrf', compare: 'rrf' })
    expect(compared).toMatchObject({ profile: 'rrf' })
    expect(paired).toMatchObject({ best: [], worst: [], differences: { mrr: { mean: 0, low: 0, high: 0, ties: 1 } } })
  })

  test('without an answerable query there are no means', async () => {
    const { vault } = await makeFilledVault()
    const result = await evaluate(vault, [{ query: 'x', unanswerable: true }], { compare: 'rrf' })
    expect(result).toMatchObject({ report: { metrics: null }, paired: { differences: null, best: [], worst: [] } })
  })

  test('counts no use and logs nothing, whatever the settings say', async () => {
    const { vault } = await makeFilledVault()
    vault.config.search = { ...vault.config.search, logQueries: true }
    const before = allEvents(vault).length
    await evaluate(vault, [{ query: 'lock', relevant: ['lock'] }], { compare: 'keyword-only' })
    expect(allEvents(vault)).toHaveLength(before)
  })

  test('a profile that does not exist stops it before the first search', async () => {
    const { vault } = await makeFilledVault()
    const queries = [{ query: 'lock', relevant: ['lock'] }]
    await expect(evaluate(vault, queries, { compare: 'best' })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(evaluate(vault, queries, { profile: 'constructor' })).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describe('the lines of a file', () => {
  test('say what they say, blank ones nothing', async () => {
    const queries = await read(
      { query: ' a ', relevant: ['x', 'p/y'] },
      '  ',
      { query: 'b', relevant: { x: 0.5, y: 0 }, project: 'p' },
      { query: 'c', unanswerable: true, relevant: { z: 0 }, project: '*' },
    )
    expect(queries).toEqual([
      {
        line: 1,
        query: 'a',
        labels: new Map([
          ['x', 1],
          ['p/y', 1],
        ]),
        projects: undefined,
      },
      {
        line: 3,
        query: 'b',
        labels: new Map([
          ['x', 0.5],
          ['y', 0],
        ]),
        projects: ['p'],
      },
      { line: 4, query: 'c', labels: new Map(), projects: 'all' },
    ])
    const [first, second] = queries
    expect(first && toLabelledLine(first)).toEqual({ query: 'a', relevant: { x: 1, 'p/y': 1 } })
    expect(second && toLabelledLine(second)).toMatchObject({ project: 'p' })
  })

  test.each([
    ['{', 'line 2 of q.jsonl is not a JSON object'],
    ['[]', 'line 2 of q.jsonl is not a JSON object'],
    [{ relevant: ['a'] }, 'field "query"'],
    [{ query: ' ', relevant: ['a'] }, 'field "query" must not be empty'],
    [{ query: 'x' }, 'field "relevant" must name an answer'],
    [{ query: 'x', relevant: [] }, 'field "relevant" must name an answer'],
    [{ query: 'x', relevant: { a: 0 } }, 'field "relevant" must name an answer'],
    [{ query: 'x', relevant: 'a' }, 'field "relevant" must be a list of ids'],
    [{ query: 'x', relevant: { a: -1 } }, 'field "relevant'],
    [{ query: 'x', relevant: [''] }, 'field "relevant'],
    [{ query: 'x', relevant: ['a'], unanswerable: true }, 'field "relevant" must be empty'],
    [{ query: 'x', relevant: ['a'], unanswerable: false }, 'field "unanswerable" must be true'],
    [{ query: 'x', relevant: ['a'], project: [] }, 'field "project"'],
    [{ query: 'x', relevent: ['a'] }, 'unknown field "relevent"'],
  ])('%j is refused by line and field', async (line, message) => {
    const error = await read({ query: 'good', relevant: ['a'] }, line).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) })
    expect(error.message).toContain('line 2 of q.jsonl')
  })

  test('no line at all, and bytes that are no text', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'USAGE', message: 'q.jsonl holds no query' })
    async function* bytes() {
      yield Uint8Array.of(0xff, 0xfe)
    }
    await expect(readLabelledQueries(bytes(), 'q')).rejects.toMatchObject({ message: 'line 1 of q is not valid UTF-8' })
  })
})
