import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { undoLast } from '../../../src/vault/history/undo.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { closeVault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { archiveRecords, restoreRecords } from '../../../src/vault/writing/put-away.ts'
import { get, makeVault, project, put, type TestVault } from '../../support/vault.ts'

let made: TestVault
beforeEach(async () => {
  made = await makeVault()
  for (const id of ['ab12', 'ab12.1', 'ab123', 'lone-record']) await put(made.vault, { id, title: id, body: 'Words.' })
})

const input = (...names: string[]) => ({ names, reason: undefined, project, cwd: made.root })
const named = (name: string) => ({ name, reason: undefined, project, cwd: made.root })

async function statusOf(id: string): Promise<unknown> {
  const place = { kind: undefined, project, cwd: made.root, session: undefined, lines: undefined }
  const { records } = await getRecords(made.vault, { names: [`${project}/${id}`], ...place })
  return records[0]?.status
}

describe('archiving and restoring', () => {
  test('puts away all that are named, once, and brings them back', async () => {
    const away = await archiveRecords(made.vault, { ...input('ab12', 'lone', 'lone-record'), reason: 'not now' })
    expect(away.records).toMatchObject([
      { id: 'ab12', was: 'active', changed: true },
      { id: 'lone-record', was: 'active', changed: true },
    ])
    expect(away.events).toHaveLength(2)
    expect(await statusOf('lone-record')).toBe('archived')
    expect(await archiveRecords(made.vault, input('ab12'))).toMatchObject({ records: [{ changed: false }], events: [] })
    const back = await restoreRecords(made.vault, input('lone-record', 'ab123'))
    expect(back.records).toMatchObject([
      { id: 'lone-record', was: 'archived', changed: true },
      { id: 'ab123', was: 'active', changed: false },
    ])
    expect(await statusOf('lone-record')).toBe('active')
  })

  test('all or none: a name that is nothing leaves the others as they are', async () => {
    await expect(archiveRecords(made.vault, input('lone-record', 'nothing'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await statusOf('lone-record')).toBe('active')
  })

  test('one undo takes back the whole', async () => {
    await archiveRecords(made.vault, input('ab12', 'ab123'))
    await undoLast(made.vault, { dryRun: false })
    expect([await statusOf('ab12'), await statusOf('ab123')]).toEqual(['active', 'active'])
  })

  test('a forgotten record comes back with its text, by its whole id, also after the index was lost', async () => {
    await forgetRecord(made.vault, named('lone-record'))
    await expect(restoreRecords(made.vault, input('lone'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    closeVault(made.vault)
    rmSync(join(made.root, 'memo.sqlite'))
    made.vault = await made.reopen()
    const { records } = await restoreRecords(made.vault, input('lone-record'))
    expect(records).toMatchObject([{ was: 'forgotten', changed: true, title: 'lone-record' }])
    expect(await statusOf('lone-record')).toBe('active')
    expect(existsSync(join(made.root, `projects/${project}/notes/lone-record.md`))).toBe(true)
  })

  test('a superseded record is active again', async () => {
    await put(made.vault, { id: 'new', body: 'Newer words.', supersedes: 'ab12' })
    expect(await restoreRecords(made.vault, input('ab12'))).toMatchObject({ records: [{ was: 'superseded' }] })
    expect(await statusOf('ab12')).toBe('active')
  })

  test('one whose lifetime is over is told to be still in no answer', async () => {
    await put(made.vault, { id: 'brief', kind: 'scratch', body: 'x', expiresAt: '2031-05-02' })
    made.ports.advance(10 * 86_400_000)
    await archiveRecords(made.vault, input('brief'))
    await restoreRecords(made.vault, input('brief'))
    expect(made.vault.notices.join()).toContain('"memo upsert --id brief --ttl 14d" renews it')
  })

  test('B159: the exact id first, then a unique beginning that is said; an ambiguous one changes nothing', async () => {
    expect(await archiveRecords(made.vault, input('ab12'))).toMatchObject({ records: [{ id: 'ab12' }] })
    await forgetRecord(made.vault, named('ab12'))
    await expect(archiveRecords(made.vault, input('ab'))).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    await expect(forgetRecord(made.vault, named('ab12'))).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    expect(await get(made.vault, 'ab12')).toMatchObject({ records: [], missing: [{ reason: 'ambiguous' }] })
    await expect(forgetRecord(made.vault, named('b12'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([await statusOf('ab12.1'), await statusOf('ab123')]).toEqual(['active', 'active'])
    await archiveRecords(made.vault, input('lone'))
    expect(made.vault.notices).toContain('lone is short for lone-record')
  })
})
