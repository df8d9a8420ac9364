/** Faults that once broke a law, each made by hand. */
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fixVault } from '../../src/vault/doctor/fix.ts'
import { redactRecord } from '../../src/vault/redacting/redact.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { forgetRecord } from '../../src/vault/writing/forget.ts'
import { moveRecord } from '../../src/vault/writing/move.ts'
import { codes } from '../support/doctor.ts'
import { saidByFiles, saidByIndex, saidByLog } from '../support/inspect.ts'
import { makeVault, project, put, putAll, testPorts } from '../support/vault.ts'
import { assertAlike } from './laws.ts'
import { listen, type Step, stopListening } from './steps.ts'

afterEach(stopListening)

/** The first step that is meant fails; what SQLite was in the middle of is undone, as it does itself on a full disk. */
function failOnce(root: string, code: string, isMeant: (step: Step) => boolean): void {
  let hasFailed = false
  listen(root, (step) => {
    if (hasFailed || !isMeant(step)) return undefined
    hasFailed = true
    return {
      fail: () => {
        step.rollBack?.()
        throw Object.assign(new Error('made up'), { code })
      },
    }
  })
}

const isFileNoted = ({ sql = '' }: Step): boolean => sql.startsWith('INSERT OR REPLACE INTO file_states')

test('SQLite fails while files are written: the write stands and is told, the files follow', async () => {
  const { vault, root } = await makeVault()
  failOnce(root, 'SQLITE_FULL', isFileNoted)
  expect(await put(vault, { id: 'a', title: 'A', body: 'text' })).toMatchObject({ created: true })
  expect(vault.notices).toEqual([expect.stringContaining('the files could not be brought up to date')])
  await refresh(vault, 'full')
  assertAlike(vault)
  closeVault(vault)
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])('%s is met by one file of many, not by each of them', async (code) => {
  const { vault, root } = await makeVault()
  const met = new Set<string>()
  listen(root, ({ class: kind, path }) => {
    if (kind !== 'open-write' || !path.includes(`/projects/${project}/notes/`)) return undefined
    met.add(basename(path).replace(/\.md.*$/, ''))
    return {
      fail: () => {
        throw Object.assign(new Error('made up'), { code })
      },
    }
  })
  await putAll(
    vault,
    ['a', 'b', 'c'].map((id) => ({ id, title: id, body: 'text' })),
  )
  stopListening()
  expect([...met]).toEqual(['a'])
  expect(new Set(vault.notices)).toEqual(
    new Set([expect.stringContaining('the files could not be brought up to date (made up);')]),
  )
  await refresh(vault, 'full')
  assertAlike(vault)
  closeVault(vault)
})

test('a move whose file is not noted: the old name does not come back', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'text' })
  failOnce(root, 'SQLITE_READONLY', isFileNoted)
  await moveRecord(vault, { name: 'a', toProject: undefined, toId: 'b', cwd: root })
  await refresh(vault, 'full')
  expect(Object.keys(saidByLog(vault))).toEqual([`${project}/b`])
  expect(Object.keys(saidByFiles(root))).toEqual([`${project}/b`])
  closeVault(vault)
})

test('a redaction that can make no new index fails as what it is, and the same handle goes on', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'text' })
  failOnce(root, 'EIO', ({ name, path }) => name === 'openSync' && path.endsWith('memo.sqlite'))
  const redaction = redactRecord(vault, { name: 'a', reason: undefined, project, cwd: root, keepsCurrent: false })
  await expect(redaction).rejects.toMatchObject({ code: 'EIO' })
  await refresh(vault, 'full')
  expect(saidByLog(vault)).toEqual({})
  assertAlike(vault)
  closeVault(vault)
})

test.each(['a reader', 'the doctor'])('the index of another vault is set aside by %s', async (who) => {
  const [own, other] = [await makeVault(), await makeVault(testPorts(undefined, 100))]
  await put(own.vault, { id: 'own', title: 'Own', body: 'text' })
  await put(other.vault, { id: 'strange', title: 'Strange', body: 'text' })
  for (const { vault } of [own, other]) closeVault(vault)
  for (const side of ['-wal', '-shm']) rmSync(join(own.root, `memo.sqlite${side}`), { force: true })
  copyFileSync(join(other.root, 'memo.sqlite'), join(own.root, 'memo.sqlite'))
  const vault = await own.reopen()
  expect(await codes(vault)).toEqual(['index-foreign'])
  await (who === 'a reader' ? refresh(vault, 'full') : fixVault(vault))
  expect(Object.keys(saidByIndex(vault))).toEqual([`${project}/own`])
  expect(await codes(vault)).toEqual([])
  closeVault(vault)
})

test('an index that is damaged under an open handle is rebuilt', async () => {
  const { vault, root, reopen } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'text' })
  closeVault(vault)
  const next = await reopen()
  const index = join(root, 'memo.sqlite')
  truncateSync(index, statSync(index).size / 2)
  expect(await rebuild(next, { acceptDeletions: false })).toMatchObject({ indexed: 1 })
  assertAlike(next)
  expect(await codes(next)).toEqual([])
  closeVault(next)
})

/** The write stops in the middle, and what was written cannot be taken back: as if the process had died there. */
function stopInTheMiddle(root: string): void {
  const fail = (): never => {
    throw Object.assign(new Error('made up'), { code: 'EIO' })
  }
  listen(root, ({ name, path, size }) => {
    if (!path.endsWith('.jsonl') || !['writeSync', 'ftruncateSync'].includes(name)) return undefined
    return { take: Math.floor(size * 0.6), fail }
  })
}

test.each<[what: string, work: (vault: Vault) => Promise<unknown>]>([
  [
    'a batch',
    (vault) =>
      putAll(
        vault,
        ['b', 'c', 'd'].map((id) => ({ id, title: id, body: 'text' })),
      ),
  ],
  ['a move', (vault) => moveRecord(vault, { name: 'a', toProject: undefined, toId: 'b', cwd: '/' })],
])('%s of which the log has only some lines is not there at all', async (_, work) => {
  const { vault, root, reopen } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'text' })
  const before = saidByLog(vault)
  stopInTheMiddle(root)
  await expect(work(vault)).rejects.toMatchObject({ code: 'EIO' })
  stopListening()
  closeVault(vault)
  const next = await reopen()
  await put(next, { id: 'z', title: 'Z', body: 'text' })
  expect(saidByLog(next)).toEqual({ ...before, [`${project}/z`]: expect.anything() })
  assertAlike(next)
  closeVault(next)
})

test.each(['forgotten', 'redacted'])(
  'a %s record whose file outlived it and the index does not come back',
  async (how) => {
    const { vault, root, reopen } = await makeVault()
    await put(vault, { id: 'a', title: 'A', body: 'text' })
    const path = join(root, 'projects', project, 'notes', 'a.md')
    const left = readFileSync(path)
    const place = { name: 'a', reason: undefined, project, cwd: root }
    // The file cannot be removed, and what is due is forgotten with the index.
    listen(root, ({ name, path: each }) => {
      if (name !== 'unlinkSync' || each !== path) return undefined
      return {
        fail: () => {
          throw Object.assign(new Error('made up'), { code: 'EIO' })
        },
      }
    })
    await (how === 'forgotten' ? forgetRecord(vault, place) : redactRecord(vault, { ...place, keepsCurrent: false }))
    stopListening()
    closeVault(vault)
    expect(readFileSync(path)).toEqual(left)
    for (const side of ['', '-wal', '-shm']) rmSync(join(root, `memo.sqlite${side}`), { force: true })
    const next = await reopen()
    await refresh(next, 'full')
    expect(saidByLog(next)).toEqual({})
    expect(existsSync(path)).toBe(false)
    closeVault(next)
  },
)
