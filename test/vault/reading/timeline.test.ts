import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { toIso } from '../../../src/record/times.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { getTimeline, type TimelineInput } from '../../../src/vault/reading/timeline.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../../src/vault/writing/upsert.ts'
import { allEvents } from '../../support/inspect.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { makeVault, project, put } from '../../support/vault.ts'

function around(vault: Vault, input: Partial<TimelineInput>) {
  return getTimeline(vault, {
    ...{ name: undefined, query: undefined, before: 3, after: 3, kinds: undefined, statuses: undefined },
    ...{ ...noNarrowing, includeScratch: false, includeExpired: false, asOf: undefined },
    ...{ projects: [project], allProjects: false, cwd: vault.paths.root, scan: 'none' },
    ...input,
  })
}

async function idsAround(vault: Vault, input: Partial<TimelineInput>): Promise<string[]> {
  return (await around(vault, input)).entries.map(({ id, isAnchor }) => (isAnchor ? `>${id}` : id))
}

/** Written in another order than they happened. */
async function withStory() {
  const made = await makeVault()
  const { vault } = made
  const days = {
    fix: '2031-03-07',
    start: '2031-03-01',
    alarm: '2031-03-05T10:00:00Z',
    cause: '2031-03-06',
    end: '2031-03-09',
  }
  for (const [id, eventAt] of Object.entries(days)) {
    await put(vault, { id, title: `The ${id}`, body: `# ${id}\n\nIt was the ${id}. More follows.`, eventAt })
  }
  return made
}

describe('a timeline', () => {
  test('shows what happened around a record, in the order in which it happened', async () => {
    const { vault } = await withStory()
    expect(await around(vault, { name: 'cause', before: 1, after: 1 })).toMatchObject({
      entries: [
        { id: 'alarm', at: '2031-03-05T10:00:00.000Z', isAnchor: false, gist: 'It was the alarm.' },
        { id: 'cause', projectId: project, kind: 'note', status: 'active', title: 'The cause', isAnchor: true },
        { id: 'fix', filepath: 'projects/acme/notes/fix.md' },
      ],
      abstained: null,
      stale: false,
    })
    expect(await idsAround(vault, { name: 'start' })).toEqual(['>start', 'alarm', 'cause', 'fix'])
    expect(await idsAround(vault, { name: 'end', before: 0 })).toEqual(['>end'])
  })

  test.each([
    ['A sentence that goes on\nin the next line. More.', 'A sentence that goes on in the next line.'],
    ['## Only a heading\n\n***', 'Only a heading'],
    ['```\ncode. More code.\n```', 'code. More code.'],
    [`${'a'.repeat(158)}👩‍👩‍👧‍👦 and more`, `${'a'.repeat(158)}…`],
  ])('tells of each record what it says first: %j', async (body, gist) => {
    const { vault } = await makeVault()
    await put(vault, { id: 'one', body })
    expect(await around(vault, { name: 'one' })).toMatchObject({ entries: [{ gist }] })
  })

  test('starts from the best hit of a query, or says why there is none', async () => {
    const { vault } = await withStory()
    expect(await idsAround(vault, { query: 'alarm', before: 1, after: 1 })).toEqual(['start', '>alarm', 'cause'])
    expect(await around(vault, { query: 'unheard' })).toMatchObject({
      ...{ entries: [], abstained: { reason: 'never_known' }, tokens: 0, nextTokens: 0 },
    })
  })

  test('has the scope of a search, but for the record itself', async () => {
    const { vault } = await withStory()
    await put(vault, { id: 'thought', kind: 'scratch', body: 'Passing.', eventAt: '2031-03-05' })
    await put(vault, {
      id: 'trap',
      kind: 'trap',
      body: 'Mind the gap.',
      eventAt: '2031-03-05',
      pathPatterns: ['src/**'],
    })
    await put(vault, { id: 'plan', kind: 'plan', body: 'To be.', eventAt: '2031-03-06', supersedes: 'cause' })
    expect(await idsAround(vault, { name: 'cause', before: 2 })).toEqual([
      'trap',
      'alarm',
      '>cause',
      'plan',
      'fix',
      'end',
    ])
    expect(await idsAround(vault, { name: 'fix', before: 2, after: 0 })).toEqual(['alarm', 'plan', '>fix'])
    expect(await idsAround(vault, { name: 'thought', after: 0 })).toEqual(['start', '>thought'])
    expect(await idsAround(vault, { name: 'fix', kinds: ['trap'] })).toEqual(['trap', '>fix'])
    expect(await idsAround(vault, { name: 'fix', path: 'src/a.ts' })).toEqual(['trap', '>fix'])
    expect(await idsAround(vault, { name: 'fix', before: 3, statuses: ['superseded'] })).toEqual(['cause', '>fix'])
  })

  test('stays in the project of the record unless all are asked for', async () => {
    const { vault } = await withStory()
    const draft = { kind: 'note', eventAt: '2031-03-06', body: 'Elsewhere.' }
    const place = { project: 'zebra', cwd: vault.paths.root }
    await upsertRecord(vault, toRecordDraft('there', draft, vault.config.limits), place)
    expect(await idsAround(vault, { name: 'cause', before: 0, after: 1 })).toEqual(['>cause', 'fix'])
    expect(await idsAround(vault, { name: 'cause', before: 0, after: 2, allProjects: true, projects: [] })).toEqual([
      '>cause',
      'there',
      'fix',
    ])
    expect(await idsAround(vault, { name: 'cause', before: 0, after: 2, projects: [project, 'zebra'] })).toEqual([
      '>cause',
      'there',
      'fix',
    ])
    expect(await idsAround(vault, { name: 'zebra/there' })).toEqual(['>there'])
  })

  test('tells what it costs and what reading it all would, and counts no use', async () => {
    const { vault } = await withStory()
    const before = allEvents(vault).length
    const long = await put(vault, {
      id: 'trap',
      kind: 'trap',
      body: `Short.\n\n${'word '.repeat(500)}`,
      eventAt: '2031-03-06',
    })
    const { tokens, nextTokens, entries } = await around(vault, { name: long.id })
    expect(entries.length).toBeGreaterThan(4)
    expect(tokens).toBeLessThan(500)
    expect(nextTokens).toBeGreaterThan(700)
    await around(vault, { query: 'alarm' })
    expect(allEvents(vault)).toHaveLength(before + 1)
    const names = entries.map(({ id }) => id)
    const place = { project, cwd: vault.paths.root }
    const got = await getRecords(vault, { names, kind: undefined, session: undefined, lines: undefined, ...place })
    expect(nextTokens).toBe(got.tokens)
  })

  test('as of an earlier time holds what was recorded by then', async () => {
    const { vault, ports } = await withStory()
    const then = ports.now()
    ports.advance(1000)
    await put(vault, { id: 'learned', body: 'Found out later.', eventAt: '2031-03-06' })
    await put(vault, { id: 'fix', body: 'Another word.' })
    expect(await idsAround(vault, { name: 'cause', before: 0, after: 1 })).toEqual(['>cause', 'learned'])
    const past = await around(vault, { name: 'cause', before: 0, after: 1, asOf: then })
    expect(past).toMatchObject({
      entries: [{ id: 'cause' }, { id: 'fix', gist: 'It was the fix.' }],
      asOf: toIso(then),
    })
  })

  test('wants one record to start from', async () => {
    const { vault } = await withStory()
    await expect(around(vault, {})).rejects.toMatchObject({ code: 'USAGE' })
    await expect(around(vault, { query: ' ' })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(around(vault, { name: 'fix', query: 'fix' })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(around(vault, { name: 'nothing' })).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', hint: expect.stringContaining('memo search') },
    })
  })
})

test('a timeline is a window of all records in order of time and id', { timeout: lawTimeoutMs }, async () => {
  const day = fc.integer({ min: 1, max: 5 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(4),
      fc.nat(4),
      async (days, pick, before, after) => {
        const { vault } = await makeVault()
        const written = days.map((n, index) => ({ id: `r${String(index).padStart(2, '0')}`, eventAt: `2031-03-0${n}` }))
        for (const { id, eventAt } of written) await put(vault, { id, body: `It is ${id}.`, eventAt })
        const order = written.toSorted((a, b) => (a.eventAt + a.id < b.eventAt + b.id ? -1 : 1)).map(({ id }) => id)
        const place = pick % order.length
        const name = order[place] ?? ''
        const { entries } = await around(vault, { name, before, after })
        expect(entries.map(({ id }) => id)).toEqual(order.slice(Math.max(0, place - before), place + after + 1))
        expect(entries.filter(({ isAnchor }) => isAnchor).map(({ id }) => id)).toEqual([name])
        closeVault(vault)
      },
    ),
    runs(6),
  )
})
