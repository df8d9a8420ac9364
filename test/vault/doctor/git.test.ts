/** The doctor on the vault's git repository, and on a vault that does not open at all. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MemoError } from '../../../src/lib/errors.ts'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { examineVault } from '../../../src/vault/doctor/examine.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { examineUnopened } from '../../../src/vault/doctor/unopened.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { findings } from '../../support/doctor.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const me = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']

async function withCommit() {
  const made = await makeVault()
  await put(made.vault, { id: 'one', title: 'One', body: 'text' })
  const git = (...args: string[]): string =>
    execFileSync('git', [...me, ...args], { cwd: made.root, encoding: 'utf8', stdio: 'pipe' })
  git('add', '--all')
  git('commit', '--quiet', '-m', 'first')
  return { ...made, git }
}

test('a repository in order has no findings but the missing identity', async () => {
  const { vault, git } = await withCommit()
  expect(await gitFindings(vault)).toEqual([])
  git('config', 'user.useConfigOnly', 'true')
  expect((await examineVault(vault, { deep: false })).findings).toMatchObject([
    { code: 'git-identity', severity: 'info' },
  ])
})

function gitFindings(vault: Vault) {
  return findings(vault, false)
}

test('B110: a detached HEAD and an open merge are told', async () => {
  const { vault, git, root } = await withCommit()
  git('checkout', '--quiet', '--detach')
  expect(await gitFindings(vault)).toMatchObject([{ code: 'git-detached', severity: 'warning' }])
  // A rebase takes HEAD off its branch: to finish it is all there is to do.
  mkdirSync(join(root, '.git/rebase-merge'))
  expect(await gitFindings(vault)).toMatchObject([
    { code: 'git-unfinished', message: expect.stringContaining('rebase') },
  ])
  rmSync(join(root, '.git/rebase-merge'), { recursive: true })
  git('switch', '--quiet', '-c', 'topic')
  writeFileSync(join(root, 'mine.txt'), 'topic\n')
  git('add', 'mine.txt')
  git('commit', '--quiet', '-m', 'topic')
  git('switch', '--quiet', '-c', 'other', 'HEAD~1')
  writeFileSync(join(root, 'mine.txt'), 'other\n')
  git('add', 'mine.txt')
  git('commit', '--quiet', '-m', 'other')
  expect(() => git('merge', 'topic')).toThrow()
  expect(await gitFindings(vault)).toMatchObject([
    { code: 'git-unfinished', message: expect.stringContaining('merge') },
  ])
})

test('B099: a lock that git left behind is told once it is older than a commit takes', async () => {
  const { vault, root, ports } = await withCommit()
  writeFileSync(join(root, '.git', 'index.lock'), '')
  expect(await gitFindings(vault)).toMatchObject([{ code: 'git-lock', subject: '.git/index.lock' }])
  ports.advance(Date.now() - ports.now())
  expect((await gitFindings(vault)).map(({ code }) => code)).not.toContain('git-lock')
})

test('a lock that a killed commit of this vault left behind is removed by a fix; that of another git is not', async () => {
  const { vault, root } = await withCommit()
  const lock = join(root, '.git', 'index.lock')
  writeFileSync(lock, '')
  expect((await fixVault(vault)).fixed).toEqual([])
  writeFileSync(lock, `memo ${root}\n`)
  expect((await fixVault(vault)).fixed).toMatchObject([{ code: 'git-lock', subject: '.git/index.lock' }])
  expect(existsSync(lock)).toBe(false)
})

describe('B108: a rule that keeps the vault out of git', () => {
  test('is named with its file and line', async () => {
    const { vault, root } = await withCommit()
    appendFileSync(join(root, '.gitignore'), '*.md\n')
    await put(vault, { id: 'two', title: 'Two', body: 'text' })
    expect(await gitFindings(vault)).toMatchObject([
      {
        code: 'git-ignored',
        severity: 'warning',
        subject: `projects/${project}/notes/two.md`,
        message: expect.stringMatching(/^1 file of the vault is kept out .*\.gitignore:\d+:\*\.md\.$/),
      },
    ])
  })

  test('in a person’s excludes file is about other repositories, and keeps nothing out', async () => {
    const { vault, root, git } = await withCommit()
    const excludes = join(makeTempDir(), 'excludes')
    writeFileSync(excludes, 'projects/\n')
    git('config', 'core.excludesFile', excludes)
    await put(vault, { id: 'two', title: 'Two', body: 'text' })
    expect(await gitFindings(vault)).toEqual([])
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(git('ls-files', '-z', `${root}/projects`).split('\0')).toContain(`projects/${project}/notes/two.md`)
  })
})

test('no repository and no git are warnings', async () => {
  const { vault, root } = await makeVault()
  rmSync(join(root, '.git'), { recursive: true })
  expect(await examineVault(vault, { deep: false })).toMatchObject({
    healthy: true,
    findings: [{ code: 'git-missing', remedy: 'memo init' }],
  })
  mkdirSync(join(root, '.git'))
  const { PATH } = process.env
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  process.env.PATH = '/nowhere'
  expect((await examineVault(vault, { deep: false })).findings).toMatchObject([
    { code: 'git-unavailable', severity: 'warning', message: 'Git does not answer: git is not installed.' },
  ])
})

test('a repository that git cannot read is a warning, also below another one', async () => {
  const { vault, root, git } = await withCommit()
  git('init', '--quiet', join(root, '..'))
  rmSync(join(root, '.git/HEAD'))
  expect((await examineVault(vault, { deep: false })).findings).toMatchObject([
    { code: 'git-unavailable', message: expect.stringContaining('not a git repository') },
  ])
})

describe('a vault that does not open', () => {
  test('because there is none says so', async () => {
    const root = join(makeTempDir(), 'none')
    const error = await failureOf(root)
    expect(examineUnopened(root, error)).toMatchObject({
      healthy: false,
      findings: [
        { code: 'not-a-vault', subject: root, severity: 'error', remedy: expect.stringContaining('memo init') },
      ],
    })
  })

  test('because of its settings names the key, and the log is checked all the same', async () => {
    const { vault, root } = await makeVault()
    closeVault(vault)
    const [writer = ''] = vault.log.segments.writers()
    appendFileSync(join(root, 'events', writer, '000001.jsonl'), 'no event\nnor this\n')
    writeFileSync(join(root, 'config.json'), '{"lock": {"waitMs": "soon"}}')
    const result = examineUnopened(root, await failureOf(root))
    expect(result.checked).toEqual(['node', 'opening', 'layout', 'log'])
    expect(result.findings).toMatchObject([
      { code: 'config-invalid', subject: 'config.json', message: expect.stringContaining('lock.waitMs') },
      { code: 'log-damaged' },
      { code: 'log-torn' },
    ])
  })

  test.each([
    ['.sync', (path: string) => writeFileSync(path, 'in the way')],
    ['memo.sqlite', (path: string) => mkdirSync(path)],
  ])('because something stands in the place of %s says to move that aside, which helps', async (part, stand) => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'a', body: 'text' })
    closeVault(vault)
    for (const name of readdirSync(root).filter((each) => each.startsWith(part)))
      rmSync(join(root, name), { recursive: true })
    stand(join(root, part))
    const { findings } = examineUnopened(root, await failureOf(root))
    expect(findings[0]).toMatchObject({ code: 'cannot-open', remedy: expect.stringContaining('move it aside') })
    renameSync(join(root, part), `${root}-aside`)
    expect(await failureOf(root)).toBeUndefined()
  })

  test('B091 because the native module does not load says how to mend that', () => {
    const root = makeTempDir()
    const causes = [
      Object.assign(new Error('The module was compiled against NODE_MODULE_VERSION 115\nand more'), {
        code: 'ERR_DLOPEN_FAILED',
      }),
      new MemoError('UNSUPPORTED', 'the native module better-sqlite3 does not load under Node 24'),
    ]
    for (const cause of causes) {
      expect(examineUnopened(root, cause).findings[0]).toMatchObject({
        code: 'native-module',
        severity: 'error',
        remedy: 'npm rebuild better-sqlite3',
      })
    }
  })

  test('because another program has the index says so, and what to do', () => {
    const cause = new MemoError('BUSY', 'another program holds the index', { hint: 'close it, or try again' })
    expect(examineUnopened(makeTempDir(), cause).findings[0]).toMatchObject({
      ...{ code: 'index-busy', severity: 'error', subject: 'memo.sqlite' },
      ...{ message: 'Another program holds the index.', remedy: 'Close it, or try again.' },
    })
  })

  test('for any other reason says it in one sentence', () => {
    const result = examineUnopened(
      makeTempDir(),
      Object.assign(new Error('EACCES: permission denied\n    at x'), { code: 'EACCES' }),
    )
    expect(result.findings[0]).toMatchObject({ code: 'no-permission', message: 'EACCES: permission denied.' })
  })
})

async function failureOf(root: string): Promise<unknown> {
  try {
    closeVault(await openVault(root))
    return undefined
  } catch (error) {
    return error
  }
}
