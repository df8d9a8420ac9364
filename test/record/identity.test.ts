import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProject } from '../../src/record/identity.ts'

let top = ''

beforeEach(() => {
  top = realpathSync.native(mkdtempSync(join(tmpdir(), 'memo-identity-')))
})

afterEach(() => rmSync(top, { recursive: true, force: true }))

function git(folder: string, ...args: string[]): void {
  const settings = ['-c', 'protocol.file.allow=always', '-c', 'user.name=t', '-c', 'user.email=t@example.org']
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', [...settings, ...args], { cwd: folder, env, stdio: 'ignore' })
}

function makeFolder(...names: string[]): string {
  const folder = join(top, ...names)
  mkdirSync(folder, { recursive: true })
  return folder
}

function makeRepository(name: string, remote?: string): string {
  const folder = makeFolder(name)
  git(folder, 'init', '-q')
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first')
  if (remote !== undefined) git(folder, 'remote', 'add', 'origin', remote)
  return folder
}

function writeProjectFile(folder: string, content: unknown): void {
  writeFileSync(join(folder, '.memo.json'), typeof content === 'string' ? content : JSON.stringify(content))
}

describe('from the git remote', () => {
  test('everywhere in the work tree, also in folders that are not there', () => {
    const repository = makeRepository('repo', 'git@github.com:Org/Repo.git')
    const inside = makeFolder('repo', 'src', 'deep')
    const expected = { id: 'github.com-org-repo', source: 'git', root: repository, remote: 'github.com/org/repo' }
    expect(findProject(repository)).toEqual({ ...expected, ownId: expected.id, notices: [] })
    expect(findProject(inside)).toMatchObject(expected)
    expect(findProject(join(inside, 'gone'))).toMatchObject(expected)
  })

  test('origin, else upstream, else the first', () => {
    const repository = makeRepository('repo')
    git(repository, 'remote', 'add', 'fork', 'https://host/fork/r')
    expect(findProject(repository).remote).toBe('host/fork/r')
    git(repository, 'remote', 'add', 'upstream', 'https://host/up/r')
    expect(findProject(repository).remote).toBe('host/up/r')
    git(repository, 'remote', 'add', 'origin', 'https://host/own/r')
    expect(findProject(repository).remote).toBe('host/own/r')
  })

  test('B168 differently named clones over other protocols are one project', () => {
    const urls = [
      'git@github.com:Acme/App.git',
      'https://GitHub.com/acme/app/',
      'ssh://git@ssh.github.com:443/acme/app.git',
    ]
    const ids = urls.map((url, i) => findProject(makeRepository(['Acme_App', 'acme-app', 'renamed'][i] ?? '', url)).id)
    expect(new Set(ids)).toEqual(new Set(['github.com-acme-app']))
  })

  test('a clone of a local clone is the same project, up to three hops', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    makeRepository('a', 'https://host/org/r')
    for (const [i, name] of names.entries()) if (i > 0) makeRepository(name, join(top, names[i - 1] ?? ''))
    expect(findProject(join(top, 'b')).remote).toBe('host/org/r')
    expect(findProject(join(top, 'd')).remote).toBe('host/org/r')
    expect(findProject(join(top, 'e'))).toMatchObject({ source: 'path', id: expect.stringMatching(/^local-e-/) })
  })

  test('a local remote may be relative, a file URL, below home, or without its .git', () => {
    git(top, 'init', '-q', '--bare', 'base.git')
    git(join(top, 'base.git'), 'remote', 'add', 'origin', 'https://host/org/base')
    for (const [name, url] of [
      ['r', '../base.git'],
      ['f', `file://${top}/base.git`],
      ['h', '~/base.git'],
      ['s', join(top, 'base')],
    ] as const) {
      expect(findProject(makeRepository(name, url), { home: top })).toMatchObject({
        remote: 'host/org/base',
        root: join(top, name),
      })
    }
  })

  test('local remotes in a circle and missing ones fall back to the path', () => {
    const a = makeRepository('a', join(top, 'b'))
    const b = makeRepository('b', a)
    expect(findProject(a).source).toBe('path')
    expect(findProject(a).id).not.toBe(findProject(b).id)
    expect(findProject(makeRepository('c', join(top, 'gone')))).toMatchObject({ source: 'path' })
  })
})

describe('B105 .git is a file', () => {
  test.each([undefined, 'https://host/org/r'])(
    'worktrees share the identity of their repository (remote %s)',
    (remote) => {
      const repository = makeRepository('repo', remote)
      git(repository, 'worktree', 'add', '-q', '../wt')
      const [main, linked] = [findProject(repository), findProject(makeFolder('wt', 'src'))]
      expect(linked).toEqual({ ...main, root: join(top, 'wt') })
    },
  )

  test('a submodule is its own project', () => {
    const repository = makeRepository('super', 'https://host/org/super')
    git(repository, 'submodule', 'add', '-q', makeRepository('library'), 'lib')
    const lib = join(repository, 'lib')
    git(lib, 'remote', 'set-url', 'origin', 'https://host/org/lib')
    expect(findProject(lib)).toMatchObject({ id: 'host-org-lib', root: lib })
    expect(findProject(join(repository, '.git', 'modules', 'lib'))).toMatchObject({ id: 'host-org-lib', root: lib })
    expect(findProject(repository).id).toBe('host-org-super')
  })

  test('a worktree of a bare clone, and the folder that holds both', () => {
    const source = makeRepository('source')
    git(makeFolder('project'), 'clone', '-q', '--bare', source, '.bare')
    const project = join(top, 'project')
    git(join(project, '.bare'), 'remote', 'set-url', 'origin', 'https://host/org/r')
    writeFileSync(join(project, '.git'), 'gitdir: ./.bare\n')
    git(project, 'worktree', 'add', '-q', 'wt', 'HEAD')
    for (const folder of [project, join(project, 'wt')]) {
      expect(findProject(folder)).toMatchObject({ id: 'host-org-r', root: folder, notices: [] })
    }
    git(join(project, '.bare'), 'remote', 'remove', 'origin')
    expect(findProject(join(project, 'wt')).id).toBe(findProject(project).id)
    expect(findProject(project).id).toMatch(/^local-project-/)
  })

  test('a pointer to nothing is told, and does not fall through to an outer repository', () => {
    makeRepository('outer', 'https://host/org/outer')
    const broken = makeFolder('outer', 'broken')
    writeFileSync(join(broken, '.git'), 'gitdir: /nowhere/.git/worktrees/x\n')
    expect(findProject(broken)).toMatchObject({
      source: 'path',
      root: broken,
      notices: [`${broken}/.git points to no git repository`],
    })
  })
})

describe('B106 no work tree', () => {
  test('inside a bare repository', () => {
    git(top, 'init', '-q', '--bare', 'b.git')
    const bare = join(top, 'b.git')
    expect(findProject(join(bare, 'objects'))).toMatchObject({
      source: 'path',
      root: bare,
      id: expect.stringMatching(/^local-b-/),
    })
    git(bare, 'remote', 'add', 'origin', 'https://host/org/b')
    expect(findProject(bare)).toMatchObject({ source: 'git', root: bare, id: 'host-org-b' })
  })

  test('inside a .git folder it is the project around it', () => {
    const repository = makeRepository('repo')
    expect(findProject(join(repository, '.git', 'objects'))).toEqual(findProject(repository))
    writeProjectFile(repository, { project: 'named' })
    expect(findProject(join(repository, '.git', 'objects'))).toEqual(findProject(repository))
  })

  test('an empty .git folder is no repository', () => {
    makeRepository('outer', 'https://host/org/outer')
    makeFolder('outer', 'inner', '.git')
    expect(findProject(join(top, 'outer', 'inner')).id).toBe('host-org-outer')
  })
})

describe('from the path', () => {
  test('is readable, stable, and different for folders of one name', () => {
    const [a, b] = [makeFolder('one', 'My App'), makeFolder('two', 'My App')]
    expect(findProject(a)).toMatchObject({
      source: 'path',
      root: a,
      id: expect.stringMatching(/^local-my-app-[0-9a-f]{8}$/),
    })
    expect(findProject(a)).toEqual(findProject(a))
    expect(findProject(a).id).not.toBe(findProject(b).id)
  })

  test('a repository without a remote is one project in all its folders', () => {
    const repository = makeRepository('repo')
    expect(findProject(makeFolder('repo', 'src'))).toEqual(findProject(repository))
    expect(findProject(repository).id).toMatch(/^local-repo-/)
  })

  test('the vault is never a project', () => {
    const vault = makeRepository('vault', 'https://host/me/vault')
    expect(findProject(vault).source).toBe('git')
    expect(findProject(makeFolder('vault', 'projects'), { vault })).toMatchObject({ source: 'path' })
  })

  test('a folder that is gone, and a path that no system accepts', () => {
    expect(findProject(join(top, 'gone')).id).toMatch(/^local-gone-/)
    expect(findProject('/a\0b')).toMatchObject({ source: 'path' })
    expect(findProject('/').id).toMatch(/^local-/)
  })

  test.each(["用户 ö'x", 'blank in name', '😀'])(
    'B066 below %s, directly, by a link, and with a trailing slash',
    (name) => {
      const repository = makeRepository(join(name, 'p'), 'https://host/org/r')
      const plain = makeFolder(name, 'q')
      symlinkSync(join(top, name), join(top, 'link'))
      for (const folder of [repository, `${repository}/`, join(top, 'link', 'p')]) {
        expect(findProject(folder)).toMatchObject({ id: 'host-org-r', root: repository })
      }
      expect(findProject(join(top, 'link', 'q'))).toEqual(findProject(plain))
      expect(findProject(join(top, 'link', 'gone'))).toEqual(findProject(join(top, name, 'gone')))
      expect(findProject(plain).root).toBe(plain)
    },
  )
})

describe('from .memo.json', () => {
  test('the nearest one up to the top of the repository', () => {
    const repository = makeRepository('repo', 'https://host/org/r')
    writeProjectFile(top, { project: 'outside' })
    expect(findProject(repository).id).toBe('host-org-r')
    writeProjectFile(repository, { project: 'mono' })
    writeProjectFile(makeFolder('repo', 'packages', 'a'), { $schema: 'x', project: ' Package A ' })
    const inside = makeFolder('repo', 'packages', 'a', 'src')
    expect(findProject(join(repository, 'packages'))).toMatchObject({ id: 'mono', source: 'file', root: repository })
    expect(findProject(inside)).toEqual({
      id: 'package-a',
      source: 'file',
      root: dirname(inside),
      remote: 'host/org/r',
      ownId: 'host-org-r',
      notices: [],
    })
  })

  test('without a repository, up to the top of the file system', () => {
    writeProjectFile(top, '\uFEFF{"project": "named"}')
    expect(findProject(makeFolder('a', 'b'))).toMatchObject({ id: 'named', source: 'file', root: top })
  })

  test.each([
    ...['', 'not json', '[]', 'null', '"x"', '{}', { project: 7 }, { project: '' }, { project: '../other' }],
    ...[{ project: 'a/b' }, { project: 'all' }, { project: '.git' }, { project: 'a\0b' }, { project: 'a'.repeat(200) }],
  ])('a malformed one is passed over and told: %j', (content) => {
    const folder = makeFolder('a')
    writeProjectFile(top, { project: 'named' })
    writeProjectFile(folder, content)
    const found = findProject(folder)
    expect(found.id).toBe('named')
    expect(found.notices).toEqual([expect.stringContaining(join(folder, '.memo.json'))])
  })

  test('B125 it can only name the project, and what the folder is without it stays known', () => {
    const repository = makeRepository('repo', 'https://host/org/r')
    writeProjectFile(repository, {
      project: 'victim',
      vault: '/tmp/elsewhere',
      root: '/',
      hooks: { search: 'touch /tmp/x' },
    })
    expect(findProject(repository)).toEqual({
      id: 'victim',
      source: 'file',
      root: repository,
      remote: 'host/org/r',
      ownId: 'host-org-r',
      notices: [expect.stringMatching(/can only name the project; 3 other settings are ignored$/)],
    })
  })

  test('B125 a device, a folder or a large file in its place is not read', () => {
    const [device, folder, large] = [makeFolder('device'), makeFolder('folder'), makeFolder('large')]
    symlinkSync('/dev/zero', join(device, '.memo.json'))
    mkdirSync(join(folder, '.memo.json'))
    writeProjectFile(large, `{"project":"x"}${' '.repeat(2 * 1024 * 1024)}`)
    for (const cwd of [device, folder, large]) expect(findProject(cwd)).toMatchObject({ source: 'path' })
  })
})
