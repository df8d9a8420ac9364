import { beforeEach, describe, expect, test } from 'vitest'
import { undoLast } from '../../../src/vault/history/undo.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { linkRecords, unlinkRecords } from '../../../src/vault/writing/link.ts'
import { findings } from '../../support/doctor.ts'
import { statesByIndex } from '../../support/inspect.ts'
import { makeVault, project, put, type TestVault } from '../../support/vault.ts'

let made: TestVault
beforeEach(async () => {
  made = await makeVault()
  for (const id of ['jitter', 'storm']) await put(made.vault, { id, body: `About ${id}.` })
})

const place = () => ({ project, cwd: made.root, force: false })
const link = (from: string, type: string, to: string, more: { force?: boolean } = {}) =>
  linkRecords(made.vault, { from, type, to, ...place(), ...more })
const unlink = (from: string, to: string, type?: string) => unlinkRecords(made.vault, { from, to, type, ...place() })
const linksOf = (id: string) => statesByIndex(made.vault).get(`${project}/${id}`)?.fields.links

describe('links', () => {
  test('a link is put in once, by any name of the records, and undo takes it back', async () => {
    const first = await link('jit', 'fixes', 'acme/storm')
    expect(first).toMatchObject({ id: 'jitter', added: [{ type: 'fixes', target: 'storm' }], changed: true })
    expect(await link('jitter', 'fixes', 'storm')).toMatchObject({ added: [], changed: false, event: null })
    await link('jitter', 'relates', 'storm')
    expect(linksOf('jitter')).toEqual([
      { type: 'fixes', target: 'storm' },
      { type: 'relates', target: 'storm' },
    ])
    await undoLast(made.vault, { dryRun: false })
    expect(linksOf('jitter')).toEqual([{ type: 'fixes', target: 'storm' }])
  })

  test('unlink takes out that a record supersedes what is not there, and leaves a succession of two that are', async () => {
    await put(made.vault, { id: 'calm', body: 'After the storm.', supersedes: 'storm' })
    expect(await unlink('calm', 'storm', 'supersedes')).toMatchObject({ removed: [], changed: false })
    await forgetRecord(made.vault, { name: 'storm', reason: undefined, ...place() })
    const dangling = async () => (await findings(made.vault)).filter(({ code }) => code === 'link-dangling')
    const [finding] = await dangling()
    expect(finding?.remedy).toContain('memo unlink acme/calm supersedes acme/storm')
    await link('calm', 'relates', 'jitter')
    const removed = [{ type: 'supersedes', target: 'storm' }]
    expect(await unlink('acme/calm', 'acme/storm', 'supersedes')).toMatchObject({ removed, changed: true })
    expect(await dangling()).toEqual([])
    expect(statesByIndex(made.vault).get('acme/calm')?.fields.supersedes).toBeUndefined()
    expect(linksOf('calm')).toEqual([{ type: 'relates', target: 'jitter' }])
  })

  test('a target that was forgotten is told as that, and --force links to it', async () => {
    await forgetRecord(made.vault, { name: 'storm', reason: undefined, ...place() })
    await expect(link('jitter', 'fixes', 'storm')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('acme/storm was forgotten at '),
      hint: 'run "memo restore acme/storm" to bring it back',
    })
    expect(await link('jitter', 'fixes', 'storm', { force: true })).toMatchObject({ changed: true })
  })

  test('unlink takes out one type, or all, also to what is not there any more', async () => {
    await link('jitter', 'fixes', 'storm')
    await link('jitter', 'relates', 'storm')
    await link('jitter', 'relates', 'later', { force: true })
    expect(await unlink('jitter', 'storm', 'fixes')).toMatchObject({ removed: [{ type: 'fixes' }], changed: true })
    expect(await unlink('jitter', 'storm', 'fixes')).toMatchObject({ removed: [], changed: false, event: null })
    await unlink('jitter', 'later')
    await unlink('jitter', 'sto')
    expect(linksOf('jitter')).toBeUndefined()
  })

  test.each([
    ['helps', 'storm', 'USAGE', 'fixes, contradicts, causes'],
    ['mentions', 'storm', 'USAGE', 'no link mentions can be declared'],
    ['fixes', 'nothing', 'NOT_FOUND', 'nothing to link to'],
    ['fixes', 'jitter', 'USAGE', 'itself'],
  ])('%s %s is refused', async (type, to, code, message) => {
    await expect(link('jitter', type, to)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
    expect(linksOf('jitter')).toBeUndefined()
  })

  test('a type that a record has is known from then on', async () => {
    await link('jitter', 'helps', 'storm', { force: true })
    expect(await link('storm', 'helps', 'jitter')).toMatchObject({ changed: true })
  })
})
