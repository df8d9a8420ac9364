import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyFixture, take } from '../../../support/import-vault.ts'
import { allEvents, saidByIndex } from '../../../support/inspect.ts'
import { makeVault } from '../../../support/vault.ts'

test('keeps ids, projects, dates, counters, links and what took the place of what', async () => {
  const { vault } = await makeVault()
  const report = await take(vault, 'spec-memo', copyFixture('spec-memo'), { project: undefined })
  expect(report).toMatchObject({ items: 9, created: 7, dangling: 0 })
  expect(report.rejected).toEqual([
    {
      ...{ origin: 'spec-memo/projects/harbor/plans/current.conflict.md', code: 'REFUSED' },
      message: 'it is one side of a conflict; settle that there first',
    },
    {
      ...{ origin: 'spec-memo/projects/harbor/specs/queue.md', code: 'REFUSED' },
      message: expect.stringMatching(/^line 3: /),
    },
  ])
  expect(report.renamed).toEqual([
    { origin: 'spec-memo/projects/harbor/plans/harbor-roadmap.md', from: 'Harbor Roadmap', id: 'harbor-roadmap' },
  ])
  const said = saidByIndex(vault)
  expect(said['harbor/retry-without-jitter']).toMatchObject({
    ...{ kind: 'trap', status: 'active', severity: 'high', source: 'agent', layer: 'application' },
    ...{ created: '2025-02-01T08:00:00.000Z', updated: '2025-03-01T08:00:00.000Z' },
    ...{ hits: 7, lastHit: '2025-03-02T08:00:00.000Z', occurrences: 3, lastSeen: '2025-02-20T08:00:00.000Z' },
    ...{ helpful: 2, stale: 1, lastFeedback: '2025-03-03T08:00:00.000Z' },
    ...{ ioChecksum: '5f2c', links: [{ type: 'fixes', target: 'jitter-everywhere' }] },
  })
  expect(said['harbor/retry-stampede']).toMatchObject({ kind: 'trap', title: 'Retry stampede without jitter' })
  expect(said['harbor/jitter-everywhere']).toMatchObject({
    ...{ supersedes: 'fixed-backoff', expiresAt: '2035-01-01', updated: '2025-02-03T08:00:00.000Z' },
    links: [{ type: 'relates', target: 'harbor-roadmap' }],
  })
  expect(said['harbor/fixed-backoff']).toMatchObject({
    ...{ status: 'superseded', supersededBy: 'jitter-everywhere', updated: '2025-02-03T08:00:00.000Z' },
  })
  expect(said['harbor/harbor-roadmap']).toMatchObject({
    status: 'shipped',
    ttl: '90d',
    imported: { created: 'some time in spring' },
  })
  expect(said['harbor/current']).toMatchObject({ kind: 'state' })
  expect(said['tide/2025-week-1']).toMatchObject({ links: [{ type: 'causes', target: 'harbor/retry-without-jitter' }] })
})

test('a second run adds no event, and one project alone can be taken', async () => {
  const { vault } = await makeVault()
  const folder = copyFixture('spec-memo')
  await take(vault, 'spec-memo', join(folder, 'projects/harbor'), { project: undefined })
  expect(Object.keys(saidByIndex(vault)).every((key) => key.startsWith('harbor/'))).toBe(true)
  const count = allEvents(vault).length
  expect(await take(vault, 'spec-memo', join(folder, 'projects/harbor'), { project: undefined })).toMatchObject({
    ...{ created: 0, changed: 0, unchanged: 6 },
  })
  expect(allEvents(vault)).toHaveLength(count)
})

test('what is no vault of it is refused', async () => {
  const { vault } = await makeVault()
  await expect(take(vault, 'spec-memo', copyFixture('adr'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
