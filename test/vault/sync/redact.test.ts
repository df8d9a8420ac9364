/** A redaction in one clone is one in all, whatever the others did meanwhile. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPresent } from '../../../src/events/fold.ts'
import { verifyLog } from '../../../src/events/verify.ts'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { redactRecord } from '../../../src/vault/redacting/redact.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { type Clone, filesOf, git, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { codes } from '../../support/doctor.ts'
import { filesWith } from '../../support/files-with.ts'
import { dumpIndex, statesByIndex, statesByLog } from '../../support/inspect.ts'
import { project, put } from '../../support/vault.ts'

const word = 'zanzibar'

async function makePair(): Promise<{
  a: Clone
  b: Clone
  all: Clone[]
  remote: string
  folder: string
  close: () => void
}> {
  const { a, b, all, close, remote, folder } = await makeTwoClones()
  await put(a.vault, { id: 'key', title: `The ${word} key`, body: `${word} is the word to open it` })
  await put(a.vault, { id: 'other', body: 'nothing of it' })
  for (const { vault } of [a, b]) await sync(vault)
  return { a, b, all, close, remote, folder }
}

function redact(vault: Vault, name = 'key', keepsCurrent = false) {
  return redactRecord(vault, { name, project, cwd: vault.paths.root, reason: undefined, keepsCurrent })
}

async function expectClean(all: readonly Clone[]): Promise<void> {
  await syncUntilQuiet(all)
  const [first] = all
  for (const { root, vault } of all) {
    expect(filesWith(root, word)).toEqual([])
    expect(filesOf(root)).toEqual(filesOf(first?.root ?? ''))
    expect(statesByIndex(vault)).toEqual(statesByLog(vault))
    expect(dumpIndex(vault)).toEqual(dumpIndex(first?.vault as Vault))
    expect(new Set(verifyLog(vault.log.segments).findings.map(({ code }) => code))).toEqual(new Set(['redacted']))
    expect(await codes(vault)).toEqual(['log-redacted'])
  }
}

test('the other clone takes its copies out when it hears of it', async () => {
  const { a, b, all, close } = await makePair()
  await redact(a.vault)
  expect(filesWith(a.root, word)).toEqual([])
  await sync(a.vault)
  await sync(b.vault)
  expect(filesWith(b.root, word)).toEqual([])
  await expectClean(all)
  close()
})

test('what the other clone said of it before is taken out too, though nobody had known of it', async () => {
  const { a, b, all, close } = await makePair()
  await put(b.vault, { id: 'key', body: `${word} said once more` })
  a.ports.advance(1000)
  await redact(a.vault)
  await sync(a.vault)
  await sync(b.vault)
  await expectClean(all)
  expect(isPresent(statesByIndex(b.vault).get(`${project}/key`))).toBe(false)
  close()
})

test('an edit that another clone made later, and before it heard, does not bring the record back; its words can be taken out', async () => {
  const { a, b, all, close } = await makePair()
  await redact(a.vault)
  b.ports.advance(60_000)
  await put(b.vault, { id: 'key', title: 'The late key' })
  await syncUntilQuiet(all)
  for (const { root, vault } of all) {
    expect(filesWith(root, word)).toEqual([])
    expect(isPresent(statesByIndex(vault).get(`${project}/key`))).toBe(false)
    expect(filesWith(root, 'the late key')).not.toEqual([])
  }
  a.ports.advance(120_000)
  await redact(a.vault)
  await expectClean(all)
  for (const { root } of all) expect(filesWith(root, 'the late key')).toEqual([])
  close()
})

test('both redact at the same time, and end with the same bytes', async () => {
  const { a, b, all, close } = await makePair()
  await redact(b.vault)
  await redact(a.vault)
  await expectClean(all)
  close()
})

test('one keeps the present wording while the other edits another field', async () => {
  const { a, b, all, close } = await makePair()
  await put(a.vault, { id: 'key', title: 'The key', body: 'ask Ada' })
  await syncUntilQuiet(all)
  await put(b.vault, { id: 'key', tags: ['door'] })
  b.ports.advance(1000)
  await redact(b.vault, 'key', true)
  await put(a.vault, { id: 'other', body: 'still nothing of it' })
  await expectClean(all)
  expect(statesByIndex(a.vault).get(`${project}/key`)?.fields).toMatchObject({
    title: 'The key',
    body: 'ask Ada',
    tags: ['door'],
  })
  close()
})

test('git pulls the lines without their data: the index that knew them forgets them', async () => {
  const { a, b, all, close } = await makePair()
  await redact(a.vault)
  await sync(a.vault)
  git(b.root, 'pull', '-q', 'origin', 'main')
  await refresh(b.vault, 'full')
  expect(filesWith(b.root, word)).toEqual([])
  await expectClean(all)
  close()
})

test('an older state that is put back is redacted again when another clone tells', async () => {
  const { a, b, all, close, folder } = await makePair()
  execFileSync('cp', ['-a', b.root, join(folder, 'backup')])
  await redact(a.vault)
  await syncUntilQuiet(all)
  closeVault(b.vault)
  rmSync(b.root, { recursive: true })
  execFileSync('cp', ['-a', join(folder, 'backup'), b.root])
  b.vault = await openVault(b.root, { ports: b.ports })
  expect(filesWith(b.root, word)).not.toEqual([])
  await expectClean(all)
  close()
})

test.each([
  ['the only clone that knows it', 0],
  ['a clone that another has told', 1],
])('`git reset` in %s and a repair bring nothing back', async (_, which) => {
  const { a, b, all, close } = await makePair()
  await redact(a.vault)
  a.ports.advance(1000)
  // There is a record of the name again, and the old file is none of it.
  if (which === 1) await put(a.vault, { id: 'key', kind: 'note', title: 'Another key', body: 'is new' })
  await commitPending(a.vault, { evenIfOff: true })
  if (which === 1) await syncUntilQuiet(all)
  const clone = which === 0 ? a : b
  while (filesWith(clone.root, word).length === 0) git(clone.root, 'reset', '-q', '--hard', 'HEAD~1')
  expect((await fixVault(clone.vault)).fixed).toContainEqual(expect.objectContaining({ code: 'log-lost' }))
  expect(await codes(clone.vault)).toEqual(['log-redacted'])
  expect(filesWith(clone.root, word)).toEqual([])
  await expectClean(all)
  close()
})

test('the commands that it tells leave no text in git, here or at the remote', async () => {
  const { a, all, close, remote } = await makePair()
  const { redacted } = await redact(a.vault)
  expect(redacted?.elsewhere.map(({ place, commands: [first] }) => [place, first])).toEqual([
    ['clones', 'memo sync'],
    ['git-history', 'memo sync'],
    ['remote', expect.stringMatching(/^git -C .* push --force origin /)],
    ['copies', undefined],
  ])
  await syncUntilQuiet(all)
  const commands = redacted?.elsewhere.filter(({ place }) => place !== 'clones').flatMap((each) => each.commands) ?? []
  expect(objectsWith(a.root)).toBeGreaterThan(0)
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  }
  for (const command of commands.filter((each) => each.startsWith('git ')))
    execFileSync('sh', ['-c', command], { env, stdio: 'pipe' })
  expect(objectsWith(a.root)).toBe(0)
  git(remote, 'gc', '-q', '--prune=now')
  expect(objectsWith(remote)).toBe(0)
  await put(a.vault, { id: 'new', body: 'goes on' })
  await commitPending(a.vault, { evenIfOff: true })
  expect((await sync(a.vault)).state).not.toBe('dry-run')
  expect(await codes(a.vault)).toEqual(['log-redacted'])
  expect(git(a.root, 'rev-list', '--count', 'HEAD').trim()).toBe('2')
  close()
})

/** How many objects of the repository, whatever names them, hold the word. */
function objectsWith(root: string): number {
  const ids = git(root, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)').trim().split('\n')
  return ids.filter((id) => git(root, 'cat-file', '-p', id).includes(word)).length
}
