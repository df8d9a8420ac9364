/** Repositories as people have them: commits are made, or left for later with a note, and nothing of theirs is touched. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commitIfDue, commitPending } from '../../../src/vault/committing/commit.ts'
import { readErrors } from '../../../src/vault/error-log.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { findings } from '../../support/doctor.ts'
import { type GitVault, gitIn, makeCommittedVault, makeGitVault } from '../../support/git-vault.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const note = (id: string, body = `text of ${id}`): { id: string; title: string; body: string } => ({
  id,
  title: id,
  body,
})

/** Whether the tree of the newest commit has the record's file. */
function holds({ git }: Pick<GitVault, 'git'>, id: string): boolean {
  return git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').includes(`projects/${project}/notes/${id}.md`)
}

function isClean({ git }: Pick<GitVault, 'git'>): boolean {
  return git('status', '--porcelain', '-z') === ''
}

/** What the handle says besides its answers, since it was asked the last time. */
function said(vault: Vault): string {
  return vault.notices.splice(0).join('\n')
}

function setVariable(name: string, value: string | undefined): void {
  const before = process.env[name]
  onTestFinished(() => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  })
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

test('B097: without an identity the commit is memo’s, which is said once, and no settings change', async () => {
  const made = await makeGitVault()
  const { vault, git, root } = made
  git('config', 'user.useConfigOnly', 'true')
  const config = readFileSync(join(root, '.git', 'config'), 'utf8')
  await put(vault, note('one'))
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(said(vault)).toContain('git config user.name')
  expect(git('log', '-1', '--format=%an <%ae> %cn <%ce>').trim()).toBe('memo <memo@localhost> memo <memo@localhost>')
  await put(vault, note('two'))
  await commitPending(vault)
  expect(said(vault)).toBe('')
  expect(readFileSync(join(root, '.git', 'config'), 'utf8')).toBe(config)
  setVariable('GIT_AUTHOR_NAME', 'Ada')
  setVariable('GIT_AUTHOR_EMAIL', 'ada@example.org')
  setVariable('GIT_COMMITTER_NAME', 'Bob')
  setVariable('GIT_COMMITTER_EMAIL', 'bob@example.org')
  await put(vault, note('three'))
  await commitPending(vault)
  expect(git('log', '-1', '--format=%an <%ae> %cn <%ce>').trim()).toBe('Ada <ada@example.org> Bob <bob@example.org>')
})

test('B099: a lock that git left behind postpones the commit; once it is gone the next write makes it', async () => {
  const made = await makeCommittedVault()
  const lock = join(made.root, '.git', 'index.lock')
  const vault = await made.withPolicy({ commit: 'each' })
  writeFileSync(lock, '')
  await put(vault, note('one'))
  await commitIfDue(vault)
  expect(said(vault)).toMatch(/^saved, but not committed to git \(another git is at work, or has left index.lock/)
  await put(vault, note('two'))
  await commitIfDue(vault)
  expect(said(vault)).toBe('')
  expect(readErrors(vault.paths, 9)).toHaveLength(1)
  expect((await findings(vault, false)).map(({ code }) => code)).toContain('git-postponed')
  expect(existsSync(lock)).toBe(true)
  rmSync(lock)
  await put(vault, note('three'))
  await commitIfDue(vault)
  expect(['one', 'two', 'three'].map((id) => holds(made, id))).toEqual([true, true, true])
  expect(isClean(made)).toBe(true)
  closeVault(vault)
})

test('trouble that was met while the clock was ahead is met again when that is set right', async () => {
  const made = await makeCommittedVault()
  const vault = await made.withPolicy({ commit: 'each' })
  const [objects, moved] = [join(made.root, '.git', 'objects'), join(made.root, '.git', 'moved')]
  made.ports.advance(365 * 24 * 3_600_000)
  renameSync(objects, moved)
  await put(vault, note('one'))
  await commitIfDue(vault)
  renameSync(moved, objects)
  made.ports.advance(-365 * 24 * 3_600_000)
  await put(vault, note('two'))
  await commitIfDue(vault)
  expect(holds(made, 'one')).toBe(true)
  closeVault(vault)
})

test('trouble that goes on is met again after a pause that grows, not by every command', async () => {
  const made = await makeCommittedVault()
  const vault = await made.withPolicy({ commit: 'each' })
  const [objects, moved] = [join(made.root, '.git', 'objects'), join(made.root, '.git', 'moved')]
  renameSync(objects, moved)
  const tries = async (): Promise<number> => {
    await put(vault, note(`n${vault.ports.now()}-${vault.appended}`))
    await commitIfDue(vault)
    return readErrors(vault.paths, 99).length
  }
  expect([await tries(), await tries()]).toEqual([1, 1])
  made.ports.advance(30_000)
  expect([await tries(), await tries()]).toEqual([2, 2])
  made.ports.advance(30_000)
  expect(await tries()).toBe(2)
  renameSync(moved, objects)
  made.ports.advance(30_000)
  expect(await tries()).toBe(2)
  expect(isClean(made)).toBe(true)
  closeVault(vault)
})

test.each([
  ['fails', 'exit 1'],
  ['prints a megabyte', 'head -c 1000000 /dev/zero; exit 1'],
  ['sleeps', 'sleep 60'],
])('B101: a hook that %s is not run, and the index stays as it was', { timeout: 20_000 }, async (_, script) => {
  const made = await makeCommittedVault()
  const { root, vault } = made
  const names = [
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'reference-transaction',
    'post-index-change',
  ]
  mkdirSync(join(root, '.git', 'hooks'), { recursive: true })
  for (const name of names) {
    writeFileSync(join(root, '.git', 'hooks', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(root, '.git', 'hooks', name), 0o755)
  }
  await put(vault, note('one'))
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  rmSync(join(root, '.git', 'hooks'), { recursive: true })
  expect(isClean(made)).toBe(true)
})

test('B102: files with any name are committed and followed', async () => {
  const made = await makeCommittedVault()
  const { root, vault, git } = made
  const names = ['café-日本.md', 'a -> b.md', 'q"uote.md', 'tab\there.md', 'line\nbreak.md', 'back\\slash.md']
  await put(vault, note('one'))
  const folder = join(root, 'projects', project, 'notes')
  for (const name of names) writeFileSync(join(folder, name), 'by hand\n')
  await refresh(vault, 'full')
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(isClean(made)).toBe(true)
  expect(
    git('ls-tree', '-r', '-z', '--name-only', 'HEAD')
      .split('\0')
      .filter((path) => /notes\/[^o]/.test(path)),
  ).toHaveLength(names.length)
  writeFileSync(join(folder, 'a -> b.md'), 'changed by hand\n')
  rmSync(join(folder, 'café-日本.md'))
  await refresh(vault, 'full')
  await commitPending(vault)
  expect(isClean(made)).toBe(true)
})

describe('B105: .git is a file', () => {
  test('in a linked working tree', async () => {
    const { git } = await makeCommittedVault()
    const tree = join(makeTempDir(), 'tree')
    git('worktree', 'add', '-q', '-b', 'other', tree)
    const before = git('rev-parse', 'HEAD')
    await commitIn(tree)
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(git('rev-list', '--count', 'other').trim()).toBe('2')
  })

  test('in a submodule', async () => {
    const { root } = await makeCommittedVault()
    const outer = makeTempDir()
    gitIn(outer)('init', '-q')
    gitIn(outer)('submodule', '--quiet', 'add', root, 'memory')
    // A submodule stands on a branch where somebody has switched to one.
    await commitIn(join(outer, 'memory'))
    expect(gitIn(outer)('status', '--porcelain', '-z')).toContain('memory')
  })

  async function commitIn(root: string): Promise<void> {
    const vault = await openVault(root)
    await put(vault, note('here'))
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(gitIn(root)('status', '--porcelain', '-z')).toBe('')
    closeVault(vault)
  }
})

describe('B106: a vault whose repository is not to be seen', () => {
  test('in another repository is not committed to that one', async () => {
    const outer = makeTempDir()
    gitIn(outer)('init', '-q')
    const made = await makeGitVault()
    renameSync(made.root, join(outer, 'vault'))
    rmSync(join(outer, 'vault', '.git'), { recursive: true })
    const vault = await openVault(join(outer, 'vault'))
    await put(vault, note('one'))
    expect(await commitPending(vault)).toMatchObject({ state: 'postponed' })
    // Git passes over such a folder and looks further up.
    mkdirSync(join(outer, 'vault', '.git'))
    expect(await commitPending(vault)).toMatchObject({
      state: 'postponed',
      reason: expect.stringContaining('not a git'),
    })
    expect(gitIn(outer)('status', '--porcelain', '-z')).toBe('?? vault/\0')
    closeVault(vault)
  })

  test('has one of its own inside another', async () => {
    const outer = makeTempDir()
    gitIn(outer)('init', '-q')
    const { root } = await makeCommittedVault()
    renameSync(root, join(outer, 'vault'))
    setVariable('GIT_DIR', join(outer, '.git'))
    setVariable('GIT_INDEX_FILE', join(outer, '.git', 'index'))
    setVariable('GIT_WORK_TREE', outer)
    const vault = await openVault(join(outer, 'vault'))
    await put(vault, note('one'))
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(existsSync(join(outer, '.git', 'index'))).toBe(false)
    closeVault(vault)
  })
})

describe('B108: files that a rule hides', () => {
  test('of the vault’s own repository stay out, which is said once', async () => {
    const made = await makeCommittedVault()
    const { vault, root } = made
    writeFileSync(join(root, '.git', 'info', 'exclude'), '*.md\n')
    await put(vault, note('one'))
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(said(vault)).toBe('2 files of the vault are kept out of git by the rule .git/info/exclude:1:*.md')
    await put(vault, note('two'))
    await commitPending(vault)
    expect(said(vault)).toBe('')
    expect(holds(made, 'one')).toBe(false)
  })

  test('of a project around the vault, whatever they say of it, hide nothing of the vault', async () => {
    const outer = makeTempDir()
    gitIn(outer)('init', '-q')
    writeFileSync(join(outer, '.gitignore'), 'vault/\n.*\n*.md\n')
    const made = await makeVault(undefined, outer)
    await put(made.vault, note('one'))
    expect(await commitPending(made.vault)).toMatchObject({ state: 'committed' })
    expect(holds({ git: gitIn(made.root) }, 'one')).toBe(true)
    expect((await findings(made.vault, false)).map(({ code }) => code)).not.toContain('git-ignored')
    closeVault(made.vault)
  })

  test('of a person’s excludes file are committed all the same, and what others left lying is not', async () => {
    const made = await makeGitVault()
    const { vault, root, git } = made
    const excludes = join(makeTempDir(), 'excludes')
    writeFileSync(excludes, '*.md\n.DS_Store\n')
    git('config', 'core.excludesFile', excludes)
    await put(vault, note('one'))
    writeFileSync(join(root, 'projects', project, '.DS_Store'), 'x')
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(holds(made, 'one')).toBe(true)
    expect(git('ls-files', '-z')).not.toContain('.DS_Store')
  })
})

test('B109: with core.autocrlf nothing is edited and nothing is committed twice', async () => {
  const made = await makeCommittedVault()
  const { vault, root, git } = made
  git('config', 'core.autocrlf', 'true')
  await put(vault, note('one'))
  await commitPending(vault)
  rmSync(join(root, 'projects', project, 'notes', 'one.md'))
  rmSync(join(root, 'config.json'))
  git('checkout', '-q', '--', '.')
  const seq = vault.appended
  await refresh(vault, 'full')
  await commitPending(vault, { whole: true })
  expect(await commitPending(vault, { whole: true })).toMatchObject({ state: 'clean' })
  expect(vault.appended).toBe(seq)
  expect(isClean(made)).toBe(true)
})

describe('B110: HEAD is not where commits belong', () => {
  test('detached: saved, not committed, one note; back on a branch the next write commits', async () => {
    const made = await makeCommittedVault()
    const vault = await made.withPolicy({ commit: 'each' })
    made.git('checkout', '-q', '--detach')
    await put(vault, note('one'))
    await commitIfDue(vault)
    expect(said(vault)).toContain('HEAD is on no branch')
    await put(vault, note('two'))
    await commitIfDue(vault)
    expect(said(vault)).toBe('')
    made.git('switch', '-q', '-')
    await put(vault, note('three'))
    await commitIfDue(vault)
    expect(holds(made, 'one') && holds(made, 'three') && isClean(made)).toBe(true)
    closeVault(vault)
  })

  test.each([
    ['rebase-merge', 'a rebase'],
    ['rebase-apply', 'a rebase'],
    ['CHERRY_PICK_HEAD', 'a cherry-pick'],
    ['REVERT_HEAD', 'a revert'],
  ])('while git keeps a %s, %s is not finished, and nothing is committed', async (name, what) => {
    const made = await makeCommittedVault()
    const mark = join(made.root, '.git', name)
    const head = made.git('rev-parse', 'HEAD')
    if (name.startsWith('rebase')) mkdirSync(mark)
    else writeFileSync(mark, head)
    await put(made.vault, note('one'))
    expect(await commitPending(made.vault)).toMatchObject({ state: 'postponed', reason: `${what} is not finished` })
    expect([made.git('rev-parse', 'HEAD'), existsSync(mark)]).toEqual([head, true])
    rmSync(mark, { recursive: true })
    expect(await commitPending(made.vault)).toMatchObject({ state: 'committed' })
    expect(holds(made, 'one')).toBe(true)
  })

  test('an open merge stays open, its conflict is not committed', async () => {
    const made = await makeCommittedVault()
    const { vault, root, git } = made
    await put(vault, note('one'))
    await commitPending(vault)
    const file = join(root, 'mine.txt')
    const commitAs = (text: string): void => {
      writeFileSync(file, text)
      git('add', 'mine.txt')
      git('commit', '-qm', text)
    }
    git('switch', '-qc', 'topic')
    commitAs('topic')
    git('switch', '-q', '-')
    commitAs('main')
    const head = git('rev-parse', 'HEAD')
    expect(() => git('merge', '-q', 'topic')).toThrow()
    await put(vault, note('two'))
    expect(await commitPending(vault)).toMatchObject({ state: 'postponed', reason: 'a merge is not finished' })
    expect(git('rev-parse', 'HEAD')).toBe(head)
    expect(existsSync(join(root, '.git', 'MERGE_HEAD'))).toBe(true)
    git('merge', '--abort')
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(holds(made, 'two')).toBe(true)
  })
})

test('B112: a log whose lines are not in order is not committed', async () => {
  const { vault, root, git } = await makeCommittedVault()
  await put(vault, note('one'))
  const [writer = ''] = vault.log.segments.writers()
  const log = join(root, 'events', writer, '000001.jsonl')
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  writeFileSync(log, `${lines.toReversed().join('\n')}\n${lines.join('\n')}\n`)
  const head = git('rev-parse', 'HEAD')
  expect(await commitPending(vault)).toMatchObject({ state: 'postponed', reason: expect.stringContaining('damaged') })
  expect(git('rev-parse', 'HEAD')).toBe(head)
})

test.each([
  ['frontmatter', 'title: one', 'title: Both', '<<<<<<< HEAD\ntitle: Ours\n=======\ntitle: Theirs\n>>>>>>> topic'],
  ['text', 'text of one', 'text of both', '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic'],
])('B113: a record with a conflict in its %s is not committed until it is solved', async (_, was, solved, conflict) => {
  const made = await makeCommittedVault()
  const { vault, root, git } = made
  await put(vault, note('one'))
  await put(vault, note('two'))
  await commitPending(vault)
  const file = join(root, 'projects', project, 'notes', 'one.md')
  const sound = readFileSync(file, 'utf8')
  writeFileSync(file, sound.replace(was, conflict))
  await put(vault, { id: 'two', body: 'changed' })
  expect(await commitPending(vault, { whole: true })).toMatchObject({ state: 'committed', events: 1 })
  expect(git('show', 'HEAD:projects/acme/notes/one.md')).toBe(sound)
  expect(readFileSync(file, 'utf8')).toBe(sound.replace(was, conflict))
  writeFileSync(file, sound.replace(was, solved))
  await commitPending(vault, { whole: true })
  expect(git('show', 'HEAD:projects/acme/notes/one.md')).toContain(solved)
  expect(isClean(made)).toBe(true)
})

describe('signing', () => {
  /** A signer for `gpg.program`: a script. */
  function setSigner({ root, git }: GitVault, script: string): string {
    const signer = join(makeTempDir(), 'signer')
    writeFileSync(signer, `#!/bin/sh\n${script}\n`)
    chmodSync(signer, 0o755)
    git('config', 'gpg.program', signer)
    git('config', 'commit.gpgsign', 'true')
    git('config', 'user.signingkey', 'ABC')
    return root
  }

  test('that needs nobody is done', async () => {
    const made = await makeCommittedVault()
    const sign =
      'cat >/dev/null; echo "[GNUPG:] SIG_CREATED D" >&2; printf -- "-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n"'
    setSigner(made, sign)
    await put(made.vault, note('one'))
    expect(await commitPending(made.vault)).toMatchObject({ state: 'committed' })
    expect(made.git('cat-file', 'commit', 'HEAD')).toContain('gpgsig')
    expect(made.git('log', '-1', '--format=%an %s').trim()).toBe('Ada add note one (acme)')
    expect(isClean(made)).toBe(true)
  })

  test('that asks for a key on the terminal is given up, said once, and left alone for a while', async () => {
    const made = await makeCommittedVault()
    const { vault, git } = made
    const asked = join(makeTempDir(), 'asked')
    setSigner(made, `echo x >> ${asked}; read answer </dev/tty || exit 2`)
    for (const id of ['one', 'two']) {
      await put(vault, note(id))
      expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    }
    expect(said(vault)).toMatch(/^committed without a signature/)
    expect(readFileSync(asked, 'utf8')).toBe('x\n')
    expect(git('cat-file', 'commit', 'HEAD')).not.toContain('gpgsig')
    made.ports.advance(3_600_000)
    await put(vault, note('three'))
    await commitPending(vault)
    expect(readFileSync(asked, 'utf8')).toBe('x\nx\n')
  })

  test('that hangs is ended with what it started', { timeout: 20_000 }, async () => {
    const made = await makeCommittedVault()
    setSigner(made, 'sleep 600')
    await put(made.vault, note('one'))
    expect(await commitPending(made.vault)).toMatchObject({ state: 'committed' })
    expect(said(made.vault)).toContain('git took longer than 5000 ms')
  })
})

test('SHA-256 names and a shallow clone make no difference', async () => {
  const made = await makeGitVault()
  rmSync(join(made.root, '.git'), { recursive: true })
  made.git('init', '-q', '--object-format=sha256')
  for (const id of ['one', 'two']) {
    await put(made.vault, note(id))
    expect(await commitPending(made.vault)).toMatchObject({ state: 'committed' })
  }
  expect(isClean(made)).toBe(true)
  const clone = join(makeTempDir(), 'clone')
  made.git('clone', '-q', '--depth', '1', `file://${made.root}`, clone)
  const vault = await openVault(clone)
  await put(vault, note('three'))
  expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
  expect(gitIn(clone)('status', '--porcelain', '-z')).toBe('')
  expect(gitIn(clone)('rev-list', '--count', 'HEAD').trim()).toBe('2')
  closeVault(vault)
})

test.runIf(process.getuid?.() === 0)(
  'a repository of another user is named with the command that trusts it',
  async () => {
    const { vault, root } = await makeCommittedVault()
    execFileSync('chown', ['-R', '12345:12345', join(root, '.git'), root])
    await put(vault, note('one'))
    expect(await commitPending(vault)).toMatchObject({
      state: 'postponed',
      reason: expect.stringMatching(/dubious ownership .*git config --global --add safe.directory/),
    })
  },
)

describe('a person at work in the same repository', () => {
  test('whose commit comes first does not lose it', async () => {
    const made = await makeCommittedVault()
    const { vault, root, git } = made
    writeFileSync(join(root, 'mine.txt'), 'mine\n')
    git('add', 'mine.txt')
    await put(vault, note('one'))
    git('commit', '-qm', 'mine')
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(git('log', '--format=%s').trim().split('\n')).toEqual(['add note one (acme)', 'mine', 'vault.created'])
    expect(isClean(made)).toBe(true)
  })

  test('who holds a branch keeps it; what a killed git of ours left is taken away', async () => {
    const made = await makeCommittedVault()
    const { vault, root, git } = made
    const branch = git('symbolic-ref', 'HEAD').trim()
    const lock = join(root, '.git', `${branch}.lock`)
    await put(vault, note('one'))
    writeFileSync(lock, '')
    expect(await commitPending(vault)).toMatchObject({ state: 'postponed', reason: expect.stringContaining('.lock') })
    expect(existsSync(lock)).toBe(true)
    const since = Date.now() - 5_000
    writeFileSync(vault.paths.commitNote, JSON.stringify({ branch, commit: 'f00d', since }))
    utimesSync(lock, since / 1000, since / 1000)
    const head = join(root, '.git', 'HEAD.lock')
    writeFileSync(head, '')
    utimesSync(head, since / 1000, since / 1000)
    writeFileSync(join(root, '.git', 'index.lock'), `memo ${root}\n`)
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(existsSync(lock) || existsSync(head)).toBe(false)
    expect(isClean(made)).toBe(true)
  })

  test('who holds the index while the commit ends finds it right after the next', async () => {
    const made = await makeCommittedVault()
    const { vault, root, git } = made
    await put(vault, note('one'))
    // As if it had been taken behind the first look: the commit is made, and the index left.
    const folder = join(root, '.git', 'memo-index-lock')
    mkdirSync(folder)
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(git('status', '--porcelain', '-z')).not.toBe('')
    rmSync(folder, { recursive: true })
    await put(vault, note('two'))
    await commitPending(vault)
    expect(isClean(made)).toBe(true)
  })
})
