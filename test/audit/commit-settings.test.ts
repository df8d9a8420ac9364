/** What git's settings say of a commit, read in one go, against what git says when it is asked for each. */
import { execFileSync } from 'node:child_process'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readCommitSettings } from '../../src/audit/commit-settings.ts'
import { findIdentity } from '../../src/audit/identity.ts'
import { readRepository } from '../../src/audit/repository-state.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const names = ['AUTHOR', 'COMMITTER'].flatMap((role) => ['NAME', 'EMAIL'].map((part) => `GIT_${role}_${part}`))

function setVariables(variables: { [name: string]: string }): void {
  const before = [...names, 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'].map(
    (name) => [name, process.env[name]] as const,
  )
  for (const name of names) delete process.env[name]
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...variables })
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}

let root = ''
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })

beforeEach(() => {
  root = makeTempDir()
  git('init', '--quiet')
})

const withoutTime = (ident = ''): string => ident.replace(/ \d+ \S+$/, '')

describe('who commits', () => {
  const ada = { 'user.name': 'Ada', 'user.email': 'ada@example.org' }
  test.each<[string, { [setting: string]: string }, { [name: string]: string }]>([
    ['one person', ada, {}],
    ['an author apart', { ...ada, 'author.name': 'Bo', 'author.email': 'bo@example.org' }, {}],
    ['variables before settings', ada, { GIT_AUTHOR_NAME: 'Cy', GIT_COMMITTER_EMAIL: 'cy@example.org' }],
    ['variables alone', {}, Object.fromEntries(names.map((name) => [name, `${name}@x`]))],
    ['signs that are left out', { ...ada, 'user.name': ' Ada <Lovelace>.' }, {}],
  ])('%s: as git says when it is asked', async (_, settings, variables) => {
    setVariables(variables)
    for (const [name, value] of Object.entries(settings)) git('config', name, value)
    const { identity } = await readCommitSettings(root)
    const asked = await findIdentity(root)
    expect(withoutTime(identity?.author)).toBe(withoutTime(asked.author))
    expect(withoutTime(identity?.committer)).toBe(withoutTime(asked.committer))
    expect(identity?.isFallback).toBe(false)
  })

  test.each<[string, { [setting: string]: string }, { [name: string]: string }]>([
    ['nobody', {}, {}],
    ['no address', { 'user.name': 'Ada' }, {}],
    ['a name of spaces', { ...ada, 'user.name': '  ' }, {}],
    ['an empty variable', ada, { GIT_AUTHOR_NAME: '' }],
    ['nothing but signs that are left out', { ...ada, 'user.name': '<>' }, {}],
  ])('%s: git is to be asked', async (_, settings, variables) => {
    setVariables(variables)
    for (const [name, value] of Object.entries(settings)) git('config', name, value)
    expect((await readCommitSettings(root)).identity).toBeUndefined()
  })
})

test.each(['true', 'yes', 'on', '1', 'false', 'no', 'off', '0'])('"%s" means what it means to git', async (word) => {
  setVariables({})
  for (const name of ['commit.gpgSign', 'core.fileMode']) git('config', name, word)
  const isTrue = git('config', '--type=bool', 'commit.gpgSign').trim() === 'true'
  expect(await readCommitSettings(root)).toMatchObject({ hasFileMode: isTrue, wantsSignature: isTrue })
})

test('a line of a value is no setting', async () => {
  setVariables({})
  git(
    'config',
    'alias.sign',
    '!f() {\ncommit.gpgsign=true\ncore.filemode=false\nGIT_AUTHOR_IDENT=Eve <e@x> 1 +0000\n}; f',
  )
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  const { identity, ...settings } = await readCommitSettings(root)
  expect(settings).toEqual({ hasFileMode: true, wantsSignature: false })
  expect(withoutTime(identity?.author)).toBe('Ada <ada@example.org>')
})

test('settings are read also where no new branch could be made', async () => {
  setVariables({})
  git('config', 'commit.gpgSign', 'true')
  git('config', 'init.defaultBranch', 'not a name')
  expect(await readCommitSettings(root)).toEqual({ hasFileMode: true, wantsSignature: true, identity: undefined })
})

test('a repository has a branch before its first commit, and none where HEAD is detached', async () => {
  setVariables({})
  git('checkout', '--quiet', '-b', 'first')
  expect(await readRepository(root)).toMatchObject({ branch: 'refs/heads/first', head: undefined, tree: undefined })
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'one')
  const head = git('rev-parse', 'HEAD').trim()
  expect(await readRepository(root)).toMatchObject({ branch: 'refs/heads/first', head })
  git('checkout', '--quiet', '--detach')
  expect(await readRepository(root)).toMatchObject({ branch: undefined, head })
})
