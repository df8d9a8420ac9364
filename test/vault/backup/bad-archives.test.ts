/** Archives that were cut, flipped, or made up to reach beyond the folder: a clear refusal, and nothing written. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { packTar, type TarEntry, type TarHeader } from 'modern-tar'
import { expect, test } from 'vitest'
import { MemoError } from '../../../src/lib/errors.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { backupVault } from '../../../src/vault/backup/backup.ts'
import { isKept } from '../../../src/vault/backup/kept-files.ts'
import { restoreVault } from '../../../src/vault/backup/restore.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, put } from '../../support/vault.ts'

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

function restore(bytes: Uint8Array, target: string, passphrase = 'secret') {
  const input = { passphrase: async () => passphrase, verifyOnly: false, onNotice: () => undefined }
  return restoreVault(target, { source: inChunks(bytes), ...input })
}

async function makeBackup(passphrase: string | undefined) {
  const { root, vault } = await makeVault()
  await put(vault, { id: 'one', title: 'One', body: 'text' })
  const file = join(dirname(root), 'b')
  const secret = passphrase === undefined ? undefined : { passphrase, workFactor: 4 }
  await backupVault(root, { target: file, secret, memo: '1' })
  return readFileSync(file)
}

/** Either it is refused and nothing is there, or what was harmed held nothing of the vault. */
async function refusedOrWhole(bytes: Uint8Array): Promise<void> {
  const folder = makeTempDir()
  const target = join(folder, 'target')
  try {
    expect(await restore(bytes, target)).toMatchObject({ records: 1, events: 3, damagedLines: 0 })
  } catch (error) {
    if (!(error instanceof MemoError)) throw error
    expect(['INTEGRITY', 'REFUSED', 'USAGE', 'UNSUPPORTED']).toContain(error.code)
    expect(readdirSync(folder)).toEqual([])
  }
}

test.each([undefined, 'secret'])('a flipped bit or a cut is noticed (passphrase: %s)', async (passphrase) => {
  const whole = await makeBackup(passphrase)
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length * 8 - 1), fc.boolean(), async (bit, isCut) => {
      const at = bit >> 3
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
      await refusedOrWhole(isCut ? whole.subarray(0, at) : bytes)
    }),
    { numRuns: 40 },
  )
})

test('a cut at any length is refused, never restored', async () => {
  const whole = await makeBackup(undefined)
  for (const length of [0, 1, 10, 100, whole.length >> 1, whole.length - 100, whole.length - 9, whole.length - 1]) {
    const folder = makeTempDir()
    await expect(restore(whole.subarray(0, length), join(folder, 'target')), String(length)).rejects.toThrow(MemoError)
    expect(readdirSync(folder)).toEqual([])
  }
})

test('a wrong passphrase is said to be one', async () => {
  const whole = await makeBackup('secret')
  const folder = makeTempDir()
  await expect(restore(whole, join(folder, 'target'), 'other')).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('passphrase'),
  })
  expect(readdirSync(folder)).toEqual([])
})

const head = { format: 'memo-backup', version: 1, memo: '1', vault: 'vault', made: '2031-01-01T00:00:00.000Z' }

/** An archive with an honest manifest around the entries. */
async function makeUp(entries: { name: string; text?: string; header?: Partial<TarHeader> }[], given = {}) {
  const text = (name: string, body: string): TarEntry => ({ header: { name, size: Buffer.byteLength(body) }, body })
  const listed = entries.map(({ name, text: body = '' }) => ({
    path: name,
    size: Buffer.byteLength(body),
    sha256: sha256(body),
  }))
  const manifest = { writers: {}, git: null, entries: listed, ...given }
  const made = entries.map(({ name, text: body = '', header }) => {
    const entry = text(name, body)
    return { ...entry, header: { ...entry.header, ...header } }
  })
  const tar = await packTar([
    text('memo-backup.json', JSON.stringify(head)),
    ...made,
    text('manifest.json', JSON.stringify(manifest)),
  ])
  return gzipSync(tar)
}

test.each<[what: string, entry: { name: string; header?: Partial<TarHeader> }]>([
  ['an absolute path', { name: '/tmp/memo-evil' }],
  ['an absolute path below the prefix', { name: 'vault//tmp/memo-evil' }],
  ['a way up', { name: 'vault/../../evil' }],
  ['a way up in the middle', { name: 'vault/projects/../../evil' }],
  ['a name beside the vault', { name: 'evil' }],
  ['a way of Windows', { name: 'vault/..\\..\\evil' }],
  ['a drive', { name: 'vault/c:evil' }],
  ['a git setting', { name: 'vault/.git/config' }],
  ['a git hook in other letters', { name: 'vault/.GIT/hooks/post-commit' }],
  ['a git folder with an invisible letter', { name: 'vault/.g\u200cit/config' }],
  ['an index', { name: 'vault/memo.sqlite' }],
  ['the id of a writer', { name: 'vault/.sync/writer.json' }],
  ['a symbolic link', { name: 'vault/projects', header: { type: 'symlink', linkname: '/tmp' } }],
  ['a hard link', { name: 'vault/projects', header: { type: 'link', linkname: '/etc/passwd' } }],
  ['a device', { name: 'vault/projects', header: { type: 'character-device' } }],
  ['a fifo', { name: 'vault/projects', header: { type: 'fifo' } }],
  ['a path in a pax header', { name: 'vault/x', header: { pax: { path: '../../evil' } } }],
])('an archive with %s is refused', async (_, entry) => {
  const folder = makeTempDir()
  const target = join(folder, 'inner', 'target')
  await expect(restore(await makeUp([entry]), target)).rejects.toMatchObject({ code: 'INTEGRITY' })
  expect(readdirSync(join(folder, 'inner'))).toEqual([])
  expect(readdirSync(folder)).toEqual(['inner'])
})

test('an honest one is not, and what its manifest does not name is left out', async () => {
  const target = join(makeTempDir(), 'target')
  const kept = { path: 'vault/a.txt', size: 1, sha256: sha256('a') }
  const made = await makeUp([{ name: 'vault/a.txt', text: 'a' }, { name: 'vault/gone.txt' }], { entries: [kept] })
  await restore(made, target)
  expect(existsSync(join(target, 'a.txt'))).toBe(true)
  expect(existsSync(join(target, 'gone.txt'))).toBe(false)
})

test.each([
  ['says another hash', { entries: [{ path: 'vault/a.txt', size: 1, sha256: sha256('b') }] }],
  ['names what is not there', { entries: [{ path: 'vault/b.txt', size: 1, sha256: sha256('b') }] }],
  ['counts other segments', { writers: { w: { segments: 1, events: 1 } } }],
  ['is not in its form', { entries: 'all' }],
  ['names a history that is not there', { git: { head: 'a'.repeat(40), objectFormat: 'sha1', remotes: [] } }],
])('a manifest that %s is refused', async (_, given) => {
  const target = join(makeTempDir(), 'target')
  const bytes = await makeUp([{ name: 'vault/a.txt', text: 'a' }], given)
  await expect(restore(bytes, target)).rejects.toMatchObject({ code: 'INTEGRITY' })
  expect(existsSync(target)).toBe(false)
})

test('a bundle that is none is refused', async () => {
  const git = { head: 'a'.repeat(40), branch: 'main', objectFormat: 'sha1', remotes: [] }
  const bytes = await makeUp([{ name: 'history.bundle', text: 'no bundle' }], { git })
  const target = join(makeTempDir(), 'target')
  await expect(restore(bytes, target)).rejects.toMatchObject({
    code: 'INTEGRITY',
    message: expect.stringContaining('git history'),
  })
  expect(existsSync(target)).toBe(false)
})

test('a file that takes the place of a folder is refused', async () => {
  const bytes = await makeUp([
    { name: 'vault/a', text: 'a' },
    { name: 'vault/a/b', text: 'b' },
  ])
  const folder = makeTempDir()
  await expect(restore(bytes, join(folder, 'target'))).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})

test('a newer format is named as such', async () => {
  const body = JSON.stringify({ ...head, version: 2 })
  const tar = await packTar([{ header: { name: 'memo-backup.json', size: body.length }, body }])
  await expect(restore(gzipSync(tar), join(makeTempDir(), 'target'))).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test('a plain name is kept, and one that a system reads as another is not', () => {
  for (const path of [
    'config.json',
    'projects/a/notes/x.md',
    '.sync/quarantine/x',
    'a/.gitignore',
    '.obsidian/a.json',
  ]) {
    expect(isKept(path), path).toBe(true)
  }
  for (const path of [
    '.git',
    'a/.git',
    '.GiT. /x',
    'git~1/x',
    '.git::$INDEX_ALLOCATION/x',
    '.sync',
    '.SYNC/x',
    'a//b',
  ]) {
    expect(isKept(path), path).toBe(false)
  }
})
