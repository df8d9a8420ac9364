/** A server keeps its handle for hours; whoever deletes the index meanwhile must not make its next command fail. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { examineVault } from '../../src/vault/doctor/examine.ts'
import { fixVault } from '../../src/vault/doctor/fix.ts'
import { followActivity, listActivity } from '../../src/vault/history/activity.ts'
import { getHistory } from '../../src/vault/history/history.ts'
import { listEvents } from '../../src/vault/history/log.ts'
import { signVault } from '../../src/vault/history/sign.ts'
import { undoLast } from '../../src/vault/history/undo.ts'
import { verifyVault } from '../../src/vault/history/verify.ts'
import { explainRecord } from '../../src/vault/history/why.ts'
import { aliasProject, bindProject, getProjects } from '../../src/vault/projects.ts'
import { completeId } from '../../src/vault/reading/complete.ts'
import { getRecords } from '../../src/vault/reading/get.ts'
import { viewRecord } from '../../src/vault/reading/record-view.ts'
import { refresh, withIndexRecovery } from '../../src/vault/refresh.ts'
import { getStatus } from '../../src/vault/status/status.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { forgetRecord } from '../../src/vault/writing/forget.ts'
import { rateRecord } from '../../src/vault/writing/rate.ts'
import { reinforceRecord } from '../../src/vault/writing/reinforce.ts'
import { saidByIndex, saidByLog } from '../support/inspect.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, project, put } from '../support/vault.ts'

describe('an index that was deleted under an open handle, and made anew by another command, fails no', () => {
  const name = { name: 'alpha', project, cwd: '/' }
  const said = { comment: undefined, session: undefined }
  const everything = {
    since: undefined,
    until: undefined,
    types: undefined,
    actors: undefined,
    record: undefined,
    session: undefined,
    writer: undefined,
  }
  test.each<[string, (vault: Vault) => Promise<unknown>]>([
    ['upsert', (vault) => put(vault, { id: 'delta', title: 'About delta', body: 'the delta text' })],
    ['feedback', (vault) => rateRecord(vault, { ...name, ...said, rating: 'helpful' })],
    ['reinforce', (vault) => reinforceRecord(vault, { ...name, ...said, signal: 1 })],
    ['forget', (vault) => forgetRecord(vault, { ...name, reason: undefined })],
    ['undo', (vault) => undoLast(vault, { dryRun: false })],
    ['project bind', (vault) => bindProject(vault, { project, name: undefined, cwd: vault.paths.root })],
    ['project alias', (vault) => aliasProject(vault, 'old', project)],
    ['project list', (vault) => getProjects(vault, vault.paths.root)],
    ['search', (vault) => find(vault, 'alpha')],
    ['search of a path', (vault) => find(vault, 'alpha', { path: 'src/a.ts' })],
    ['doctor --fix', (vault) => withIndexRecovery(vault, () => fixVault(vault))],
    [
      'get',
      (vault) =>
        getRecords(vault, { ...name, names: ['alpha'], kind: undefined, session: undefined, lines: undefined }),
    ],
    ['history', (vault) => getHistory(vault, { ...name, limit: 10 })],
    ['why', (vault) => explainRecord(vault, { ...name, query: 'alpha', limit: 10, profile: undefined })],
    ['log', (vault) => listEvents(vault, { ...everything, limit: 10, reverse: false })],
    ['status', (vault) => getStatus(vault, { project, cwd: vault.paths.root, isRefreshed: false })],
    ['sign', (vault) => signVault(vault, undefined).catch((error) => expect(error).toMatchObject({ code: 'USAGE' }))],
    ['commit', (vault) => commitPending(vault)],
    ['rebuild', (vault) => withIndexRecovery(vault, () => rebuild(vault, { acceptDeletions: false }))],
    ['doctor', (vault) => examineVault(vault, { deep: false })],
    ['verify', (vault) => verifyVault(vault, { signed: false })],
    ['activity', (vault) => listActivity(vault, { limit: 10, before: undefined })],
    ['a watcher of the log', (vault) => followActivity(vault, '', 10)],
    [
      'the view of a record',
      (vault) =>
        withIndexRecovery(vault, () =>
          viewRecord(vault, { id: 'alpha', project, cwd: '/', limit: 10, asOf: undefined }),
        ),
    ],
    ['completion', (vault) => completeId(vault, project, 'al')],
  ])('%s', async (_, verb) => {
    const { vault, root, reopen } = await makeVault()
    await put(vault, { id: 'alpha', kind: 'trap', title: 'About alpha', body: 'the alpha text' })
    rmSync(join(root, 'memo.sqlite'))
    const other = await reopen()
    await refresh(other, 'bounded')
    await verb(vault)
    closeVault(vault)
    await refresh(other, 'bounded')
    expect(saidByIndex(other)).toEqual(saidByLog(other))
    closeVault(other)
  })
})
