/** A product's repository that somebody else wrote: what it says of itself, and what its git settings would have run. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findChangedFiles } from '../../src/audit/compare-files.ts'
import { runGit } from '../../src/audit/git-process.ts'
import { findProject } from '../../src/record/identity.ts'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { resolveProject } from '../../src/vault/project.ts'
import { bindProject } from '../../src/vault/projects.ts'
import { cloneVault } from '../../src/vault/sync/clone.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, put } from '../support/vault.ts'

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' })
}

function makeRepository(folder: string, remote: string): string {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q')
  git(folder, 'remote', 'add', 'origin', remote)
  return folder
}

/** A program that leaves a file behind when it is run. */
function makeTrap(folder: string): { program: string; wasRun(): boolean } {
  const [program, mark] = [join(folder, 'trap'), join(folder, 'was-run')]
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`)
  chmodSync(program, 0o755)
  return { program, wasRun: () => existsSync(mark) }
}

describe('what a repository says of itself', () => {
  test('a bare repository among the files of another one does not lend its name', () => {
    const top = makeTempDir()
    const outer = makeRepository(join(top, 'outer'), 'https://host/them/outer')
    git(outer, 'init', '-q', '--bare', 'docs')
    git(join(outer, 'docs'), 'remote', 'add', 'origin', 'https://host/me/private')
    for (const cwd of ['docs', 'docs/refs']) {
      const found = findProject(join(outer, cwd))
      expect(found).toMatchObject({ id: 'host-them-outer', root: outer, notices: [expect.stringContaining('docs')] })
    }
    mkdirSync(join(outer, '.git/modules'), { recursive: true })
    git(outer, 'init', '-q', '--bare', '.git/modules/part')
    git(join(outer, '.git/modules/part'), 'remote', 'add', 'origin', 'https://host/them/part')
    expect(findProject(join(outer, '.git/modules/part'))).toMatchObject({ id: 'host-them-part', notices: [] })
  })

  test('a file names no project that is known by another remote, or by another folder alone', async () => {
    const { vault } = await makeVault()
    const top = makeTempDir()
    const mine = join(top, 'mine')
    mkdirSync(mine)
    for (const folder of [mine, makeRepository(join(top, 'theirs'), 'https://host/them/theirs')]) {
      writeFileSync(join(folder, '.memo.json'), '{"project": "shop"}')
    }
    const choose = (name: string) => resolveProject(vault, { named: undefined, cwd: join(top, name) }).id
    expect(choose('mine')).toBe('shop')
    await bindProject(vault, { project: 'shop', name: undefined, cwd: mine })
    expect(choose('theirs')).toBe('host-them-theirs')
    expect(vault.notices.join()).toContain(`which belongs to ${mine}`)
    await bindProject(vault, { project: 'shop', name: undefined, cwd: join(top, 'theirs') })
    expect(choose('theirs')).toBe('shop')
  })
})

describe('git', () => {
  test('does not fetch, for a look at a commit, by a program that the repository names', async () => {
    const top = makeTempDir()
    const { program, wasRun } = makeTrap(top)
    const repository = makeRepository(join(top, 'product'), 'ssh://host.example/x')
    for (const [name, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['core.sshCommand', program],
    ] as const)
      git(repository, 'config', name, value)
    writeFileSync(join(repository, 'a.txt'), 'text')
    const changed = await findChangedFiles(repository, [{ commit: 'a'.repeat(40), path: 'a.txt' }])
    expect([[...changed], wasRun()]).toEqual([[], false])
  })

  test('runs no hook and no monitor of the vault', async () => {
    const { vault, root } = await makeVault()
    const { program, wasRun } = makeTrap(makeTempDir())
    git(root, 'config', 'core.fsmonitor', program)
    git(root, 'config', 'core.hooksPath', join(root, '.git/hooks'))
    mkdirSync(join(root, '.git/hooks'), { recursive: true })
    for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(root, '.git/hooks', name), `#!/bin/sh\nexec '${program}'\n`, { mode: 0o755 })
    }
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(wasRun()).toBe(false)
  })

  test('takes no folder of files for a repository because it looks like one', async () => {
    const top = makeTempDir()
    git(top, 'init', '-q', '--bare', 'looks')
    await expect(runGit(join(top, 'looks'), ['log'])).rejects.toThrow(/safe\.bareRepository|not a git repository/)
  })

  test.each([
    'ext::sh -c touch% MARK',
    'ext::touch MARK',
    '--upload-pack=touch MARK',
    'ssh://-oProxyCommand=touch%20MARK/x',
    '-oProxyCommand=touch MARK',
  ])('clones from no address that runs a program: %s', async (form) => {
    const top = makeTempDir()
    const mark = join(top, 'was-run')
    const clone = cloneVault(form.replace('MARK', mark), join(top, 'clone'))
    await expect(clone).rejects.toMatchObject({ code: expect.stringMatching(/^(USAGE|UNAVAILABLE)$/) })
    expect(readdirSync(top)).toEqual([])
  })
})
