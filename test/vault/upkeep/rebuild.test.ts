/** A rebuild of a log that takes several parts, between which others do something with the vault. */
import { expect, test } from 'vitest'
import type { EventDraft } from '../../../src/events/schema.ts'
import { zeroUlid } from '../../../src/events/ulid.ts'
import { ownWriter } from '../../../src/vault/append.ts'
import { foldNews } from '../../../src/vault/bring-up.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, loadReaders } from '../../../src/vault/vault.ts'
import { makeVault, project } from '../../support/vault.ts'

/** So long that what is searched of two of them is a part of its own. */
const body = 'A sentence that says nothing new. '.repeat(50_000)
const ids = ['one', 'two', 'three']

test('tells of all events of the log, also of those that another process has folded meanwhile', async () => {
  const { vault, reopen } = await makeVault()
  const drafts = ids.map(
    (id): EventDraft => ({ actor: 'cli', type: 'record.upserted', data: { project, id, set: { kind: 'note', body } } }),
  )
  vault.log.append(ownWriter(vault), drafts, zeroUlid)
  const other = await reopen()
  await loadReaders(other)
  const { hold } = vault.lock
  let parts = 0
  Object.assign(vault.lock, {
    hold: (...held: Parameters<typeof hold>) => {
      const given = hold(...held)
      if (++parts === 1) {
        vault.log.append(ownWriter(vault), drafts.slice(0, 1), zeroUlid)
        other.lock.hold(0, 'refresh', () => foldNews(other))
      }
      return given
    },
  })
  expect(await rebuild(vault, { acceptDeletions: false })).toMatchObject({ indexed: 3, events: 5 })
  expect(parts).toBe(2)
  closeVault(other)
  closeVault(vault)
})
