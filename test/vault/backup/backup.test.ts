/** A vault goes into one file while it is in use, and comes back as it was: log, records, counters, history. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readInputFile } from '../../../src/lib/input-file.ts'
import { backupVault } from '../../../src/vault/backup/backup.ts'
import { type RestoreInput, restoreVault } from '../../../src/vault/backup/restore.ts'
import { vaultPaths } from '../../../src/vault/layout.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { readWriter } from '../../../src/vault/writer.ts'
import { allEvents, recordFiles, saidByFiles, saidByIndex, saidByLog } from '../../support/inspect.ts'
import { hit, makeVault, project, put } from '../../support/vault.ts'

const me = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']

function gitIn(cwd: string) {
  return (...args: string[]): string => execFileSync('git', [...me, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' })
}

/** Two records, one of them used, a commit, and an event behind it. */
async function withRecords() {
  const made = await makeVault()
  await put(made.vault, { id: 'one', title: 'One', body: 'text', kind: 'trap' })
  const git = gitIn(made.root)
  git('add', '--all')
  git('commit', '--quiet', '-m', 'first')
  await put(made.vault, { id: 'two', title: 'Two', body: 'more text' })
  await hit(made.vault, 'one')
  return { ...made, git, file: join(dirname(made.root), 'b.tar.gz'), target: join(dirname(made.root), 'restored') }
}

type Made = Awaited<ReturnType<typeof withRecords>>

function backUp({ root, file, ports }: Made, passphrase?: string) {
  // The least that scrypt can cost: the tests are about the container.
  const secret = passphrase === undefined ? undefined : { passphrase, workFactor: 4 }
  return backupVault(root, { target: file, secret, memo: '1.2.3' }, ports)
}

async function restore({ file, target, ports }: Made, given: Partial<RestoreInput> = {}) {
  const notices: string[] = []
  const input = { passphrase: async () => 'secret', verifyOnly: false, onNotice: (text: string) => notices.push(text) }
  const result = await restoreVault(target, { source: readInputFile(file), ...input, ...given }, ports)
  return { ...result, notices }
}

async function reopen(root: string): Promise<Vault> {
  const vault = await openVault(root)
  onTestFinished(() => closeVault(vault))
  return vault
}

describe('a round trip', () => {
  test('brings back events, records, counters, files and git history', async () => {
    const made = await withRecords()
    const saved = await backUp(made)
    expect(saved).toMatchObject({ file: made.file, events: 5, encrypted: false, history: true, skipped: [] })
    expect(saved.bytes).toBe(statSync(made.file).size)
    const back = await restore(made)
    expect(back).toMatchObject({ vault: made.target, from: 'vault', events: 5, records: 2, commits: 1, notices: [] })
    const vault = await reopen(made.target)
    expect(allEvents(vault)).toEqual(allEvents(made.vault))
    expect(saidByIndex(vault)).toEqual(saidByLog(made.vault))
    expect(saidByFiles(made.target)).toEqual(saidByLog(made.vault))
    expect(saidByIndex(vault)[`${project}/one`]).toMatchObject({ hits: 1 })
    for (const path of recordFiles(made.root)) {
      expect(readFileSync(join(made.target, path))).toEqual(readFileSync(join(made.root, path)))
    }
    const git = gitIn(made.target)
    expect(git('log', '--format=%H %s')).toBe(made.git('log', '--format=%H %s'))
    expect(git('status', '--short')).toBe(made.git('status', '--short'))
    git('fsck', '--strict')
    expect(git('config', 'core.sharedRepository')).toBe('0600\n')
    expect(git('config', 'merge.memo.driver')).toBe('true\n')
  })

  test('gives the new vault a writer of its own, so that both can go on', async () => {
    const made = await withRecords()
    await backUp(made)
    await restore(made)
    const vault = await reopen(made.target)
    await put(vault, { id: 'three', title: 'Three', body: 'later' })
    expect(readWriter(vaultPaths(made.target))?.writer).not.toBe(readWriter(vaultPaths(made.root))?.writer)
    expect(vault.notices).toEqual([])
    expect(vault.log.segments.writers()).toHaveLength(2)
  })

  test('adopts nothing, and brings a hand edit that nobody had seen', async () => {
    const made = await withRecords()
    const [path = ''] = globSync('projects/*/*/two.md', { cwd: made.root })
    const text = readFileSync(join(made.root, path), 'utf8').replace('more text', 'by hand')
    writeFileSync(join(made.root, path), text)
    await backUp(made)
    expect(await restore(made)).toMatchObject({ events: 5 })
    const vault = await reopen(made.target)
    expect(allEvents(vault).filter(({ actor }) => actor === 'adopt')).toHaveLength(1)
    expect(saidByLog(vault)[`${project}/two`]).toMatchObject({ body: 'by hand' })
    expect(readFileSync(join(made.target, path), 'utf8')).toBe(text)
  })

  test('holds what was set aside and other files, and neither index, locks, links nor this machine’s id', async () => {
    const made = await withRecords()
    mkdirSync(join(made.root, '.sync/quarantine'))
    mkdirSync(join(made.root, 'projects/acme/pictures'))
    writeFileSync(join(made.root, '.sync/quarantine/x.edited'), 'kept')
    writeFileSync(join(made.root, 'projects/acme/pictures/ä.png'), Buffer.alloc(700_000, 7))
    writeFileSync(join(made.root, `${'n'.repeat(120)}.txt`), 'a long name')
    symlinkSync('/etc/hostname', join(made.root, 'projects/acme/link.md'))
    writeFileSync(Buffer.from(join(made.root, 'projects/acme/gr\xfcn.png'), 'latin1'), 'no name in UTF-8')
    expect(await backUp(made)).toMatchObject({ skipped: ['projects/acme/gr\ufffdn.png', 'projects/acme/link.md'] })
    await restore(made)
    expect(readFileSync(join(made.target, 'projects/acme/pictures/ä.png')).length).toBe(700_000)
    expect(readFileSync(join(made.target, `${'n'.repeat(120)}.txt`), 'utf8')).toBe('a long name')
    expect(readFileSync(join(made.target, '.sync/quarantine/x.edited'), 'utf8')).toBe('kept')
    const listed = execFileSync('tar', ['tzf', made.file], { encoding: 'utf8' })
    expect(listed).not.toMatch(/memo\.sqlite|writer\.json|lock|link\.md|vault\/\.git\//)
  })

  test('B124: nobody else may read the backup or the restored vault', async () => {
    const made = await withRecords()
    await backUp(made)
    await restore(made)
    expect(statSync(made.file).mode & 0o077).toBe(0)
    const lax = (await readdir(made.target, { recursive: true }))
      .filter((path) => !path.startsWith('.git/') && path !== '.git')
      .filter((path) => statSync(join(made.target, path)).mode & 0o077)
    expect(lax).toEqual([])
    expect(statSync(made.target).mode & 0o077).toBe(0)
  })
})

describe('the git history', () => {
  test('need not be there', async () => {
    const made = await withRecords()
    execFileSync('rm', ['-rf', join(made.root, '.git')])
    expect(await backUp(made)).toMatchObject({ history: false, historyProblem: null })
    expect(await restore(made)).toMatchObject({ records: 2, commits: null })
    expect(existsSync(join(made.target, '.git'))).toBe(false)
  })

  test('may have no commit yet', async () => {
    const made = await makeVault()
    const file = join(dirname(made.root), 'b')
    const result = await backupVault(made.root, { target: file, secret: undefined, memo: '1' }, made.ports)
    expect(result).toMatchObject({ history: false, historyProblem: null })
  })

  test('may have a head on no branch, other branches and tags', async () => {
    const made = await withRecords()
    made.git('tag', 'v1')
    made.git('branch', 'other')
    made.git('checkout', '--quiet', '--detach')
    made.git('commit', '--quiet', '--allow-empty', '-m', 'aside')
    await backUp(made)
    expect(await restore(made)).toMatchObject({ commits: 2 })
    const git = gitIn(made.target)
    expect(git('rev-parse', 'HEAD', 'v1', 'other')).toBe(made.git('rev-parse', 'HEAD', 'v1', 'other'))
    expect(() => git('symbolic-ref', 'HEAD')).toThrow()
  })

  test('may be of SHA-256', async () => {
    const made = await withRecords()
    execFileSync('rm', ['-rf', join(made.root, '.git')])
    made.git('init', '--quiet', '--object-format=sha256')
    made.git('add', '--all')
    made.git('commit', '--quiet', '-m', 'first')
    await backUp(made)
    expect(await restore(made)).toMatchObject({ commits: 1 })
    expect(gitIn(made.target)('rev-parse', 'HEAD').trim()).toHaveLength(64)
  })

  test('that cannot be bundled is told, and the rest is kept', async () => {
    const made = await withRecords()
    writeFileSync(join(made.root, '.git/shallow'), made.git('rev-parse', 'HEAD'))
    expect(await backUp(made)).toMatchObject({
      history: false,
      historyProblem: expect.stringContaining('shallow'),
      events: 5,
    })
  })

  test('that git cannot read is told, and that of a repository above is not taken for it', async () => {
    const made = await withRecords()
    gitIn(dirname(made.root))('init', '--quiet')
    gitIn(dirname(made.root))('commit', '--quiet', '--allow-empty', '-m', 'of somebody else')
    rmSync(join(made.root, '.git/HEAD'))
    expect(await backUp(made)).toMatchObject({
      history: false,
      historyProblem: expect.stringContaining('not a git repository'),
      events: 5,
    })
  })

  test('is not connected to a remote again, and no password of it is kept', async () => {
    const made = await withRecords()
    made.git('remote', 'add', 'origin', 'https://me:token@example.org/vault.git')
    made.git('remote', 'add', 'other', 'https://me:to@ken@example.org/vault.git')
    made.git('remote', 'add', 'ssh', 'ssh://git:token@example.org:22/vault.git')
    await backUp(made)
    expect((await restore(made)).remotes).toEqual([
      { name: 'origin', url: 'https://example.org/vault.git' },
      { name: 'other', url: 'https://example.org/vault.git' },
      { name: 'ssh', url: 'ssh://git@example.org:22/vault.git' },
    ])
    expect(gitIn(made.target)('remote')).toBe('')
  })
})

test('a backup is the vault at one moment, although others go on writing', async () => {
  const made = await withRecords()
  let writing: Promise<unknown> | undefined
  const onProgress = (): void => {
    writing ??= put(made.vault, { id: 'one', kind: 'trap', body: 'another text', title: 'One' })
  }
  await backupVault(made.root, { target: made.file, secret: undefined, memo: '1', onProgress }, made.ports)
  await writing
  await restore(made)
  const vault = await reopen(made.target)
  // Nothing to adopt: the files are those of the log's last line.
  expect(allEvents(vault).filter(({ actor }) => actor === 'adopt')).toEqual([])
  expect(saidByFiles(made.target)).toEqual(saidByLog(vault))
  expect([5, 6]).toContain(allEvents(vault).length)
})

test('a vault whose log is damaged is backed up and restored as it is, and told', async () => {
  const made = await withRecords()
  closeVault(made.vault)
  const [segment = ''] = globSync('events/*/*.jsonl', { cwd: made.root })
  const path = join(made.root, segment)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"seq":2', '"seq":7'))
  await backUp(made)
  const back = await restore(made)
  expect(back).toMatchObject({ vault: made.target, records: null })
  expect(back.damagedLines).toBeGreaterThan(0)
  expect(back.notices.join()).toContain('memo doctor')
  expect(readFileSync(join(made.target, segment))).toEqual(readFileSync(path))
})

describe('what is refused', () => {
  test('a place that is taken', async () => {
    const made = await withRecords()
    await backUp(made)
    mkdirSync(made.target)
    expect(await restore(made)).toMatchObject({ vault: made.target })
    await expect(restore(made)).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('not empty'),
    })
    appendFileSync(join(dirname(made.root), 'a-file'), '')
    const target = join(dirname(made.root), 'a-file')
    await expect(restore({ ...made, target })).rejects.toMatchObject({ code: 'REFUSED' })
  })

  test('a backup inside the vault, and one of a folder that is no vault', async () => {
    const made = await withRecords()
    await expect(backUp({ ...made, file: join(made.root, 'b') })).rejects.toMatchObject({ code: 'REFUSED' })
    await expect(backUp({ ...made, root: dirname(made.root) })).rejects.toMatchObject({ code: 'NOT_A_VAULT' })
  })

  test('a backup in a folder that a link leads into the vault by', async () => {
    const made = await withRecords()
    const link = join(dirname(made.root), 'link')
    symlinkSync(made.root, link)
    await expect(backUp({ ...made, file: join(link, 'b') })).rejects.toMatchObject({ code: 'REFUSED' })
    await expect(backUp({ ...made, root: link, file: join(made.root, 'b') })).rejects.toMatchObject({ code: 'REFUSED' })
  })

  test('a link to nothing stays one: the backup is where it leads, and not inside the vault by it', async () => {
    const made = await withRecords()
    const folder = dirname(made.root)
    mkdirSync(join(folder, 'disk'))
    for (const [name, target] of [
      ['first', 'second'],
      ['second', 'disk/b.tar.gz'],
      ['inward', join(made.root, 'b')],
      ['nowhere', 'absent/b'],
      ['loop', 'loop'],
    ])
      symlinkSync(String(target), join(folder, String(name)))
    await backUp({ ...made, file: join(folder, 'first') })
    expect(statSync(join(folder, 'disk/b.tar.gz')).isFile()).toBe(true)
    expect(readlinkSync(join(folder, 'first'))).toBe('second')
    await expect(backUp({ ...made, file: join(folder, 'inward') })).rejects.toMatchObject({ code: 'REFUSED' })
    await expect(backUp({ ...made, file: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'IO' })
    await expect(backUp({ ...made, file: join(folder, 'loop') })).rejects.toMatchObject({ code: 'ELOOP' })
    expect(existsSync(join(folder, 'absent'))).toBe(false)
  })

  test('a file that is no backup', async () => {
    const made = await withRecords()
    for (const text of ['', 'x', 'this is a long text and no backup at all']) {
      writeFileSync(made.file, text)
      await expect(restore(made)).rejects.toMatchObject({ code: 'USAGE' })
    }
    execFileSync('tar', ['czf', made.file, 'config.json'], { cwd: made.root })
    await expect(restore(made)).rejects.toMatchObject({ code: 'USAGE' })
    await expect(restore({ ...made, file: '/nonexistent' })).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test('checking writes nothing', async () => {
  const made = await withRecords()
  await backUp(made, 'secret')
  const before = await readdir(dirname(made.root))
  expect(await restore(made, { verifyOnly: true })).toMatchObject({ vault: null, events: 5, commits: 1, records: null })
  expect(await readdir(dirname(made.root))).toEqual(before)
})

test('an index that was brought up before the move knows every file', async () => {
  const made = await withRecords()
  await backUp(made)
  await restore(made)
  const vault = await reopen(made.target)
  expect(await refresh(vault, 'full')).toEqual({ stale: false })
  expect(vault.appended).toBe(0)
})
