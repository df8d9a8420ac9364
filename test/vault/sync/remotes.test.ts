/** Ways to a remote, states that it can be in, and its refusals: whatever fails, both sides stay as good as they were. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { toFailure } from '../../../src/lib/failure.ts'
import { initVault } from '../../../src/vault/init.ts'
import { cloneVault } from '../../../src/vault/sync/clone.ts'
import { closeVault, openVault } from '../../../src/vault/vault.ts'
import { type Clone, filesOf, git, makeClones, makeTwoClones, sync, syncUntilQuiet } from '../../support/clones.ts'
import { serveGit } from '../../support/git-server.ts'
import { dumpIndex, saidByLog } from '../../support/inspect.ts'
import { mayMount, withSmallDisk } from '../../support/small-disk.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { put, testPorts } from '../../support/vault.ts'

async function makeOne(n: number, branch = 'main', ...options: string[]): Promise<Clone> {
  return makeOneIn(makeTempDir(), n, branch, options)
}

async function makeOneIn(folder: string, n: number, branch = 'main', options: readonly string[] = []): Promise<Clone> {
  const root = join(folder, `vault-${n}`)
  const ports = testPorts(Date.parse('2031-05-01T09:00:00.000Z') + n, n * 50)
  if (options.length > 0) git(join(root, '..'), 'init', '-q', ...options, root)
  await initVault(root, { ports })
  git(root, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  const vault = await openVault(root, { ports })
  await put(vault, { id: `of-${n}`, title: `Of ${n}`, body: `text ${n}` })
  return { root, ports, vault }
}

function makeRemote(...options: string[]): string {
  const remote = join(makeTempDir(), 'remote.git')
  git(join(remote, '..'), 'init', '-q', '--bare', '-b', 'main', ...options, remote)
  return remote
}

function expectAlike(a: Clone, b: Clone): void {
  expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
  expect(filesOf(b.root)).toEqual(filesOf(a.root))
}

test('an address that does not answer is not set up, so the right one can be named next', async () => {
  const { root, vault } = await makeOne(1)
  const wrong = sync(vault, { remote: join(makeTempDir(), 'remoet.git') })
  await expect(wrong).rejects.toMatchObject({ code: 'UNAVAILABLE', hint: 'check the address' })
  const away = sync(vault, { remote: 'http://127.0.0.1:1/remote.git' })
  await expect(away).rejects.toMatchObject({ hint: 'nothing was set up; try again when it answers' })
  expect(git(root, 'remote')).toBe('')
  expect(await sync(vault, { remote: makeRemote() })).toMatchObject({ state: 'synced', pushed: 1 })
  closeVault(vault)
})

test.skipIf(!mayMount)('a remote whose disk is full is told as that, and takes the push once it has room', async () => {
  await withSmallDisk('16m', async ({ path, resize, fill }) => {
    const remote = join(path, 'remote.git')
    git(path, 'init', '-q', '--bare', '-b', 'main', remote)
    const { vault } = await makeOne(1)
    fill()
    const told = await sync(vault, { remote }).catch((error: unknown) => error)
    resize('16m')
    const again = await sync(vault).catch((error: unknown) => error)
    closeVault(vault)
    expect(told).toMatchObject({ code: 'IO', message: expect.stringMatching(/^the disk is full, here or at /) })
    expect(again).toMatchObject({ state: 'synced', pushed: 1 })
  })
})

test.skipIf(!mayMount)('a repository that cannot be written is told as that, and not as a refusal', async () => {
  await withSmallDisk('16m', async ({ path, freeze }) => {
    const { root, vault } = await makeOneIn(path, 1)
    await sync(vault, { remote: makeRemote() })
    await put(vault, { id: 'more', body: 'more' })
    freeze(join(root, '.git'))
    const told = await sync(vault).catch((error: unknown) => error)
    closeVault(vault)
    expect(told).toMatchObject({ code: 'READ_ONLY', message: expect.stringContaining('cannot be committed') })
    const other = await makeOneIn(path, 2)
    freeze(join(other.root, '.git'))
    const failed = await sync(other.vault, { remote: makeRemote() }).catch((error: unknown) => error)
    closeVault(other.vault)
    expect(toFailure(failed)).toMatchObject({ code: 'READ_ONLY', hint: expect.any(String) })
  })
})

test('a repository that git cannot read is no bug of memo', async () => {
  const { root, vault } = await makeOne(1)
  writeFileSync(join(root, '.git/config'), '[core\n')
  const failed = await sync(vault, { remote: makeRemote() }).catch((error: unknown) => error)
  closeVault(vault)
  expect(toFailure(failed)).toMatchObject({ code: 'REFUSED', hint: expect.any(String) })
})

describe('a first sync', () => {
  test('without a remote says how to name one, and an address becomes origin', async () => {
    const { vault, root } = await makeOne(1)
    await expect(sync(vault)).rejects.toMatchObject({ code: 'REFUSED', hint: expect.stringContaining('--remote') })
    await expect(sync(vault, { remote: 'nowhere' })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(sync(vault, { remote: '--upload-pack=/x' })).rejects.toMatchObject({ code: 'USAGE' })
    const remote = makeRemote()
    expect(await sync(vault, { remote })).toMatchObject({
      state: 'synced',
      remote: 'origin',
      branch: 'main',
      pushed: 1,
    })
    await expect(sync(vault, { remote: makeRemote() })).rejects.toMatchObject({ code: 'USAGE' })
    expect(await sync(vault, { remote })).toMatchObject({ state: 'nothing', remote: 'origin' })
    expect(git(root, 'status', '--porcelain', '--branch')).toBe('## main...origin/main\n')
    closeVault(vault)
  })

  test('of two vaults that were made apart unites them, also where their branches are called otherwise', async () => {
    const [a, b] = [await makeOne(1, 'main'), await makeOne(2, 'master')]
    const remote = makeRemote()
    await sync(a.vault, { remote })
    expect(await sync(b.vault, { remote })).toMatchObject({ branch: 'main', records: 1, skipped: [], conflicts: [] })
    await syncUntilQuiet([a, b])
    expect(Object.keys(saidByLog(a.vault))).toEqual(['acme/of-1', 'acme/of-2'])
    expectAlike(a, b)
    for (const { vault } of [a, b]) closeVault(vault)
  })

  test('with the repository of a product is refused before anything is taken or pushed', async () => {
    const { root, vault } = await makeOne(1)
    const remote = makeRemote()
    const product = join(makeTempDir(), 'product')
    git(remote, 'clone', '-q', remote, product)
    const push = (name: string): void => {
      writeFileSync(join(product, name), 'text\n')
      git(product, 'add', name)
      git(product, 'commit', '-q', '-m', name)
      git(product, 'push', '-q', 'origin', 'HEAD:main')
    }
    push('main.c')
    for (const dryRun of [true, false]) {
      if (!dryRun) git(root, 'remote', 'remove', 'origin')
      if (dryRun) git(root, 'remote', 'add', 'origin', remote)
      await expect(sync(vault, { remote: dryRun ? 'origin' : remote, dryRun })).rejects.toMatchObject({
        code: 'REFUSED',
        message: expect.stringContaining('main.c'),
      })
    }
    expect(git(remote, 'log', '--format=%s', 'main')).toBe('main.c\n')
    expect(readdirSync(root)).not.toContain('main.c')
    git(product, 'rm', '-q', 'main.c')
    push('README.md')
    expect(await sync(vault)).toMatchObject({ state: 'synced', pushed: 2 })
    closeVault(vault)
  })
})

describe('ways to a remote', () => {
  afterEach(() => {
    delete process.env.GIT_SSH_COMMAND
  })

  test('ssh', async () => {
    const script = join(makeTempDir(), 'ssh')
    writeFileSync(script, '#!/bin/sh\nwhile [ "$1" != "git.example.com" ]; do shift; done\nshift\nexec sh -c "$*"\n')
    chmodSync(script, 0o755)
    process.env.GIT_SSH_COMMAND = script
    const remote = `ssh://git.example.com${makeRemote()}`
    const a = await makeOne(1)
    await sync(a.vault, { remote })
    const root = join(makeTempDir(), 'b')
    expect(await cloneVault(remote, root, { ports: testPorts() })).toMatchObject({ records: 1, branch: 'main' })
    writeFileSync(script, '#!/bin/sh\necho "ada@git.example.com: Permission denied (publickey)." >&2\nexit 255\n')
    await put(a.vault, { id: 'kept', title: 'Kept', body: 'here' })
    await expect(sync(a.vault)).rejects.toMatchObject({ code: 'UNAVAILABLE', hint: expect.stringContaining('SSH key') })
    expect(git(a.root, 'status', '--porcelain')).toBe('')
    closeVault(a.vault)
  })

  test('http, and a server that wants a password nobody is asked for', async () => {
    const remote = makeRemote()
    git(remote, 'config', 'http.receivepack', 'true')
    const server = await serveGit(join(remote, '..'))
    const address = `${server.address}/remote.git`
    const a = await makeOne(1)
    await sync(a.vault, { remote: address })
    const root = join(makeTempDir(), 'b')
    await cloneVault(address, root, { ports: testPorts() })
    server.demandLogin()
    git(a.root, 'remote', 'set-url', 'origin', address.replace('http://', 'http://ada:secret@'))
    const refusal = await sync(a.vault).catch((error: Error) => error)
    expect(refusal).toMatchObject({ code: 'UNAVAILABLE' })
    expect(`${refusal}`).not.toContain('secret')
    closeVault(a.vault)
  })
})

describe('a remote over https', () => {
  afterEach(() => {
    delete process.env.GIT_SSL_CAINFO
  })

  test('is taken with a certificate that git knows, and refused with another', async () => {
    const remote = makeRemote()
    git(remote, 'config', 'http.receivepack', 'true')
    const { address, certificate } = await serveGit(join(remote, '..'), true)
    const a = await makeOne(1)
    const named = { remote: `${address}/remote.git` }
    await expect(sync(a.vault, named)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    process.env.GIT_SSL_CAINFO = certificate
    expect(await sync(a.vault, named)).toMatchObject({ state: 'synced', pushed: 1 })
    const root = join(makeTempDir(), 'b')
    expect(await cloneVault(named.remote, root, { ports: testPorts() })).toMatchObject({ records: 1 })
    closeVault(a.vault)
  })
})

describe('a remote that', () => {
  test('does not take the push says why, and everything stays committed here', async () => {
    const { a, b, all, remote, close } = await makeTwoClones()
    const hook = join(remote, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "no pushes on Friday"\nexit 1\n')
    chmodSync(hook, 0o755)
    await put(a.vault, { id: 'one', title: 'One', body: 'text' })
    await expect(sync(a.vault)).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('on Friday'),
    })
    expect(git(a.root, 'status', '--porcelain')).toBe('')
    rmSync(hook)
    expect(await sync(a.vault)).toMatchObject({ pushed: 1 })
    await syncUntilQuiet(all)
    expectAlike(a, b)
    close()
  })

  test('is met without the hooks and the monitor of the clone', async () => {
    const { all, close } = await makeClones(2)
    const monitor = join(makeTempDir(), 'monitor')
    writeFileSync(monitor, '#!/bin/sh\ntouch "$0.was-asked"\nexit 1\n', { mode: 0o755 })
    const [a, b] = all
    if (a === undefined || b === undefined) throw new Error('two clones')
    await put(a.vault, { id: 'one', title: 'One', body: 'text' })
    for (const { root } of all) {
      for (const name of ['reference-transaction', 'pre-push', 'pre-commit', 'post-checkout']) {
        writeFileSync(join(root, '.git/hooks', name), '#!/bin/sh\nexit 1\n')
        chmodSync(join(root, '.git/hooks', name), 0o755)
      }
      git(root, 'config', 'core.fsmonitor', monitor)
    }
    await syncUntilQuiet(all)
    expect(existsSync(`${monitor}.was-asked`)).toBe(false)
    expectAlike(a, b)
    close()
  })

  test('is not there says so', async () => {
    const { all, remote, close } = await makeClones(1)
    const [a] = all
    if (a === undefined) throw new Error('a clone')
    rmSync(remote, { recursive: true })
    await put(a.vault, { id: 'one', title: 'One', body: 'text' })
    await expect(sync(a.vault)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: expect.stringContaining('remote -v'),
    })
    expect(git(a.root, 'status', '--porcelain')).toBe('')
    close()
  })

  test('was rewound, or filled with another history, loses nothing of ours', async () => {
    const { a, b, all, remote, close } = await makeTwoClones()
    const start = git(remote, 'rev-parse', 'main').trim()
    await put(a.vault, { id: 'one', title: 'One', body: 'text' })
    await syncUntilQuiet(all)
    git(remote, 'update-ref', 'refs/heads/main', start)
    await put(b.vault, { id: 'two', title: 'Two', body: 'text' })
    await syncUntilQuiet(all)
    const root = await makeOne(7)
    git(root.root, 'add', '--all', 'events', 'projects')
    git(root.root, 'commit', '-q', '-m', 'another')
    git(root.root, 'push', '-q', '--force', remote, 'HEAD:main')
    await put(a.vault, { id: 'three', title: 'Three', body: 'text' })
    await syncUntilQuiet(all)
    expect(Object.keys(saidByLog(b.vault))).toEqual(['acme/of-7', 'acme/one', 'acme/three', 'acme/two'])
    expectAlike(a, b)
    closeVault(root.vault)
    close()
  })

  test('is pushed to by others at the same moment is tried again', async () => {
    const { all, remote, close } = await makeClones(3)
    const [a, b, c] = all
    if (a === undefined || b === undefined || c === undefined) throw new Error('three clones')
    await put(a.vault, { id: 'one', title: 'One', body: 'text' })
    await put(b.vault, { id: 'two', title: 'Two', body: 'text' })
    await put(c.vault, { id: 'three', title: 'Three', body: 'text' })
    const results = await Promise.all(all.map(({ vault }) => sync(vault)))
    expect(results.map(({ state }) => state)).toEqual(['synced', 'synced', 'synced'])
    expect(git(remote, 'ls-tree', '-r', '--name-only', 'main').match(/projects\/acme\/notes\/\w+\.md/g)).toHaveLength(3)
    await syncUntilQuiet(all)
    expectAlike(a, c)
    close()
  })
})

test('a shallow clone exchanges as a whole one', async () => {
  const { all, remote, folder, close } = await makeClones(1)
  const [a] = all
  if (a === undefined) throw new Error('a clone')
  for (const id of ['one', 'two', 'three']) {
    await put(a.vault, { id, title: id, body: 'text' })
    await sync(a.vault)
  }
  const root = join(folder, 'shallow')
  git(folder, 'clone', '-q', '--depth', '1', `file://${remote}`, root)
  const ports = testPorts(Date.parse('2031-05-01T09:00:05.000Z'), 90)
  const b = { root, ports, vault: await openVault(root, { ports }) }
  await put(b.vault, { id: 'four', title: 'Four', body: 'text' })
  await put(a.vault, { id: 'five', title: 'Five', body: 'text' })
  await sync(a.vault)
  expect(await sync(b.vault)).toMatchObject({ state: 'synced', skipped: [] })
  await syncUntilQuiet([a, b])
  expectAlike(a, b)
  closeVault(b.vault)
  close()
})

test('repositories whose ids are SHA-256', async () => {
  const remote = makeRemote('--object-format=sha256')
  const [a, b] = [
    await makeOne(1, 'main', '--object-format=sha256'),
    await makeOne(2, 'main', '--object-format=sha256'),
  ]
  await sync(a.vault, { remote })
  await sync(b.vault, { remote })
  await syncUntilQuiet([a, b])
  expectAlike(a, b)
  for (const { vault } of [a, b]) closeVault(vault)
})

test('a dry run tells what would come and go, and changes nothing', async () => {
  const { a, b, close } = await makeTwoClones()
  await put(a.vault, { id: 'one', title: 'One', body: 'text' })
  await sync(a.vault)
  const before = [filesOf(b.root), git(b.root, 'rev-parse', 'HEAD')]
  expect(await sync(b.vault, { dryRun: true })).toMatchObject({
    state: 'dry-run',
    fetched: 1,
    pushed: 0,
    records: 1,
    events: { taken: 2 },
  })
  expect([filesOf(b.root), git(b.root, 'rev-parse', 'HEAD')]).toEqual(before)
  await put(b.vault, { id: 'two', title: 'Two', body: 'not committed' })
  expect(await sync(b.vault, { dryRun: true })).toMatchObject({ fetched: 1, pushed: 1 })
  close()
})

describe('memo clone', () => {
  test('refuses a folder that is not empty, and leaves nothing behind when it fails', async () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'file'), '')
    await expect(cloneVault(makeRemote(), folder)).rejects.toMatchObject({ code: 'REFUSED' })
    const root = join(folder, 'new')
    await expect(cloneVault(join(folder, 'nothing.git'), root)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(cloneVault(makeRemote(), root)).rejects.toMatchObject({ code: 'NOT_A_VAULT' })
    await expect(cloneVault('--upload-pack=/x', root)).rejects.toMatchObject({ code: 'USAGE' })
    expect(readdirSync(folder)).toEqual(['file'])
  })

  test('goes into the empty folder that a link leads to, and the link stays', async () => {
    const remote = makeRemote()
    const a = await makeOne(1)
    await sync(a.vault, { remote })
    closeVault(a.vault)
    const [folder, link] = [makeTempDir(), join(makeTempDir(), 'link')]
    symlinkSync(folder, link)
    expect(await cloneVault(remote, link, { ports: testPorts() })).toMatchObject({ vault: link, records: 1 })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder)).toContain('events')
  })

  test('is closed to others, whatever the umask', async () => {
    const remote = makeRemote()
    const a = await makeOne(1)
    await sync(a.vault, { remote })
    closeVault(a.vault)
    const root = join(makeTempDir(), 'b')
    const umask = process.umask(0o022)
    await cloneVault(remote, root, { ports: testPorts() }).finally(() => process.umask(umask))
    expect(statSync(root).mode & 0o077).toBe(0)
    expect(git(root, 'config', 'core.sharedRepository')).toBe('0600\n')
  })

  test('finds the only branch under whatever name git is told to give the remote', async () => {
    const remote = makeRemote()
    const a = await makeOne(1, 'elsewhere')
    await sync(a.vault, { remote })
    closeVault(a.vault)
    const settings = join(makeTempDir(), 'gitconfig')
    writeFileSync(settings, '[clone]\n\tdefaultRemoteName = up/stream\n')
    const { GIT_CONFIG_GLOBAL: before } = process.env
    process.env.GIT_CONFIG_GLOBAL = settings
    const root = join(makeTempDir(), 'b')
    const cloned = cloneVault(remote, root, { ports: testPorts() }).finally(() => {
      process.env.GIT_CONFIG_GLOBAL = before
    })
    expect(await cloned).toMatchObject({ branch: 'elsewhere', records: 1 })
  })

  test('takes nothing over that belongs to one machine', async () => {
    const { all, folder, remote, close } = await makeClones(1)
    const [a] = all
    if (a === undefined) throw new Error('a clone')
    git(a.root, 'add', '--force', '.sync/writer.json', 'memo.sqlite')
    git(a.root, 'commit', '-q', '-m', 'too much')
    git(a.root, 'push', '-q')
    const root = join(folder, 'b')
    await cloneVault(remote, root, { ports: testPorts() })
    const writerOf = (of: string): unknown => JSON.parse(readFileSync(join(of, '.sync/writer.json'), 'utf8'))
    expect(writerOf(root)).not.toEqual(writerOf(a.root))
    expect(git(root, 'config', 'merge.memo.driver')).toBe('true\n')
    expect(statSync(root).mode & 0o077).toBe(0)
    close()
  })
})
