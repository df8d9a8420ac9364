/** Searches in the log: only where the settings ask for it, and never at the price of the answer. */
import { describe, expect, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { tryLock } from '../../../src/vault/lock.ts'
import { recallRecords } from '../../../src/vault/reading/recall.ts'
import { allEvents, statesByIndex, statesByLog } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put } from '../../support/vault.ts'

async function makeLoggingVault() {
  const made = await makeVault()
  await put(made.vault, { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'use immediate', tags: ['sqlite'] })
  await put(made.vault, { id: 'memo', kind: 'note', title: 'A note', body: 'about the lock' })
  made.vault.config.search = { ...made.vault.config.search, logQueries: true }
  const logged = () => allEvents(made.vault).flatMap((event) => (event.type === 'query.logged' ? [event.data] : []))
  return { ...made, logged }
}

test('nothing is logged unless the settings say so', async () => {
  const { vault, logged } = await makeLoggingVault()
  vault.config.search = { ...vault.config.search, logQueries: false }
  await find(vault, 'lock')
  expect(logged()).toEqual([])
})

describe('where they do', () => {
  test('a search is told with what it showed, and no value of a filter', async () => {
    const { vault, logged } = await makeLoggingVault()
    await find(vault, ' lock timeout ', { session: 's1', profile: 'rrf' })
    await find(vault, 'lock', { tags: ['sqlite'], kinds: ['trap'], path: undefined, allProjects: true, projects: [] })
    await find(vault, 'unheard', { includeExpired: true })
    const rest = { filters: [], profile: 'default', ms: 0 }
    expect(logged()).toEqual([
      {
        ...rest,
        ...{ query: 'lock timeout', projects: [project], session: 's1', profile: 'rrf', total: 2 },
        ids: [`${project}/lock`, `${project}/memo`],
      },
      { ...rest, query: 'lock', filters: ['kind', 'tag'], total: 1, ids: [`${project}/lock`] },
      {
        ...rest,
        ...{ query: 'unheard', projects: [project], filters: ['include-expired'], total: 0, ids: [] },
        abstained: 'never_known',
      },
    ])
    expect(statesByIndex(vault)).toEqual(statesByLog(vault))
  })

  test('a recall is a search', async () => {
    const { vault, logged } = await makeLoggingVault()
    await recallRecords(vault, {
      ...{ query: 'lock', kinds: undefined, statuses: undefined, ...noNarrowing, asOf: undefined, budget: 500 },
      ...{ includeScratch: false, includeExpired: false, projects: [project], allProjects: false, limit: 5, offset: 0 },
      ...{ scan: 'none', cwd: vault.paths.root },
    })
    expect(logged()).toMatchObject([{ query: 'lock', total: 2 }])
  })

  test('a listing, a later page, the past and a measurement are not', async () => {
    const { vault, logged } = await makeLoggingVault()
    await find(vault, '')
    await find(vault, ' ')
    await find(vault, 'lock', { sort: 'hits' })
    await find(vault, 'lock', { offset: 1 })
    await find(vault, 'lock', { asOf: vault.ports.now() })
    await find(vault, 'lock', { unlogged: true })
    expect(logged()).toEqual([])
  })

  test('a long query is cut, and ten ids are enough', async () => {
    const { vault, logged } = await makeLoggingVault()
    for (let n = 0; n < 11; n++) await put(vault, { id: `n${n}`, title: `Number ${n}`, body: 'lock' })
    await find(vault, 'lock '.repeat(2000))
    expect(logged()[0]?.query).toMatch(/^lock lock .* lock…$/)
    expect(logged()[0]?.query.length).toBeLessThanOrEqual(4096)
    expect(logged()[0]?.ids).toHaveLength(10)
    expect(logged()[0]?.total).toBe(13)
  })

  test('in a read-only vault, or one that another process holds, the answer is the same and the log too', async () => {
    const { vault, logged, reopen } = await makeLoggingVault()
    vault.readOnly = true
    expect((await find(vault, 'lock')).total).toBe(2)
    vault.readOnly = false
    expect(vault.notices).toEqual([])
    const other = await reopen()
    other.config.search = { ...other.config.search, logQueries: true }
    const release = tryLock(vault.paths.lock)
    expect(await find(other, 'lock')).toMatchObject({ total: 2 })
    release?.()
    expect(logged()).toEqual([])
    expect(other.notices).toEqual([expect.stringContaining('the search was not logged')])
  })
})
