/** The first of a listing are found by an index, however many records there are. */
import { expect, onTestFinished, test } from 'vitest'
import { closeVault } from '../../../src/vault/vault.ts'
import { brief, toldIds } from '../../support/brief.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, put } from '../../support/vault.ts'

test.each(['updated', 'occurrences', 'hits'] as const)('sorted by %s nothing is sorted anew but ties', async (sort) => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await put(vault, { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'use immediate' })
  const { db } = vault.projections
  const asked: { sql: string; plan: string[] }[] = []
  const watched = (sql: string) => {
    const statement = db.raw.prepare(sql)
    const all = (...values: unknown[]) => {
      const plan = db.raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
      asked.push({ sql, plan: plan.map(({ detail }) => detail) })
      return statement.all(...values)
    }
    return { all, get: statement.get.bind(statement) }
  }
  Object.assign(vault.projections, { db: { ...db, prepare: watched } })
  await find(vault, '', { sort })
  const listed = asked.filter(({ sql }) => /FROM records r\b.*ORDER BY.* LIMIT \?/s.test(sql))
  expect(listed).toHaveLength(sort === 'updated' ? 2 : 1)
  if (sort === 'occurrences')
    expect(listed[0]?.plan).toEqual(['SEARCH r USING INDEX records_by_occurrence (project=? AND gone=? AND kind=?)'])
  else if (sort === 'hits') expect(listed[0]?.plan.join('\n')).not.toContain('SCAN')
  else {
    const [latest, page] = listed
    expect(latest?.plan).toEqual([
      'SEARCH r USING INDEX records_by_update (project=? AND gone=? AND kind=?)',
      'USE TEMP B-TREE FOR LAST TERM OF ORDER BY',
    ])
    expect(page?.plan[0]).toBe('SEARCH r USING INTEGER PRIMARY KEY (rowid=?)')
  }
})

test('traps that came up as often come by how bad they are, then by name', async () => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const trap = (id: string, severity: string) =>
    put(vault, { id, kind: 'trap', title: `Trap ${id}`, body: `of ${id}`, severity, pathPatterns: [`src/${id}.ts`] })
  await trap('mild', 'low')
  await trap('worst', 'critical')
  await trap('b-bad', 'high')
  await trap('a-bad', 'high')
  await trap('usual', 'medium')
  const { hits } = await find(vault, '', { sort: 'occurrences' })
  expect(hits.map(({ id }) => id)).toEqual(['worst', 'a-bad', 'b-bad', 'usual', 'mild'])
  expect(toldIds(await brief(vault)).traps).toEqual(['worst', 'a-bad', 'b-bad', 'usual', 'mild'])
})
