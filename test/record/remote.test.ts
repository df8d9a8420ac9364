import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isId } from '../../src/record/ids.ts'
import { normalizeRemote, toRemoteProjectId } from '../../src/record/remote.ts'

describe('normalizeRemote', () => {
  test.each([
    'https://github.com/org/repo',
    'https://github.com/org/repo.git',
    'https://GitHub.com/Org/Repo.git/',
    'https://www.github.com/org/repo',
    'http://user:s3cret@github.com:8080/org/repo.git',
    'https://user:p@ss@github.com/org/repo.git',
    'https://ghp_token@github.com/org/repo?token=s3cret#frag',
    'git@github.com:org/repo.git',
    'git@github.com:/org/repo.git',
    'GIT@GITHUB.COM:ORG/REPO',
    'github.com:org/repo',
    'user:s3cret@github.com:org/repo',
    '[git@github.com:22]:org/repo.git',
    'ssh://git@github.com/org/repo.git',
    'ssh://git@github.com:22/org/repo',
    'ssh://git@ssh.github.com:443/org/repo.git',
    'git+ssh://git@github.com/org/repo',
    'git://github.com/org/repo.git',
    ' git@github.com:org/repo.git\n',
    'https://github.com./org//repo.git',
  ])('B168 %s is one project', (url) => {
    expect(normalizeRemote(url)).toBe('github.com/org/repo')
    expect(toRemoteProjectId(url)).toBe('github.com-org-repo')
  })

  test.each([
    'ssh://git@altssh.bitbucket.org:443/t/r.git',
    'git@bitbucket.org:t/r.git',
    'https://me@bitbucket.org/t/r',
  ])('Bitbucket: %s', (url) => expect(normalizeRemote(url)).toBe('bitbucket.org/t/r'))

  test.each([
    'https://dev.azure.com/Org/My%20Project/_git/Repo',
    'https://org@dev.azure.com/org/My Project/_git/repo',
    'git@ssh.dev.azure.com:v3/org/My%20Project/repo',
    'ssh://git@ssh.dev.azure.com:22/v3/org/My%20Project/repo',
    'https://org.visualstudio.com/My%20Project/_git/repo',
    'https://org.visualstudio.com/DefaultCollection/My%20Project/_git/repo',
    'org@vs-ssh.visualstudio.com:v3/org/My%20Project/repo',
    'ssh://org@vs-ssh.visualstudio.com:22/DefaultCollection/My%20Project/_ssh/repo',
    'ssh://org@org.visualstudio.com:22/My%20Project/_ssh/repo',
  ])('Azure DevOps: %s', (url) => expect(normalizeRemote(url)).toBe('dev.azure.com/org/my project/repo'))

  test.each([
    'https://dev.azure.com/org/_git/repo',
    'https://org.visualstudio.com/_git/repo',
    'git@ssh.dev.azure.com:v3/org/repo/repo',
  ])('Azure DevOps, repository named as its project: %s', (url) =>
    expect(normalizeRemote(url)).toBe('dev.azure.com/org/repo/repo'),
  )

  test.each([
    'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/MyRepo',
    'ssh://APKAEXAMPLE@git-codecommit.eu-west-1.amazonaws.com/v1/repos/MyRepo',
    'https://git-codecommit-fips.eu-west-1.amazonaws.com/v1/repos/MyRepo/',
    'codecommit::eu-west-1://profile@MyRepo',
    'codecommit::eu-west-1://MyRepo',
  ])('CodeCommit: %s', (url) => expect(normalizeRemote(url)).toBe('git-codecommit.eu-west-1.amazonaws.com/myrepo'))

  test.each([
    ...[
      '',
      '.',
      '..',
      '../other',
      './a:b',
      '/srv/git/repo.git',
      '~/repo',
      'repo',
      'C:\\repo',
      'C:/repo',
      '\\\\host\\share\\r',
    ],
    ...[
      'file:///srv/git/repo.git',
      'file://host/repo',
      'https://',
      'https://github.com',
      'https://github.com/',
      'git@github.com:',
    ],
    ...['ext::sh -c whoami', 'https://user:p/ss@github.com/org/repo', 'ssh://-oProxyCommand=x y/z'],
  ])('%j names no remote', (url) => expect(normalizeRemote(url)).toBeUndefined())

  test('keeps what tells repositories apart', () => {
    expect(normalizeRemote('git@gitlab.com:group/sub/repo.git')).toBe('gitlab.com/group/sub/repo')
    expect(normalizeRemote('https://host/a/100%25.git')).toBe('host/a/100%')
    expect(normalizeRemote('ssh://git@[2001:db8::1]:2222/a/b')).toBe('[2001:db8::1]/a/b')
    expect(normalizeRemote('https://host/a/.github.git')).toBe('host/a/.github')
    expect(normalizeRemote('https://host/a/b/.git')).toBe('host/a/b')
  })

  test('never shows a user, a password or a query', () => {
    const secret = fc.stringMatching(/^[A-Z0-9]{12}$/).map((text) => `s3cr3t${text}`)
    const forms = fc.constantFrom(
      (s: string) => `https://${s}@host.example/a/b.git`,
      (s: string) => `https://user:${s}@host.example:8443/a/b`,
      (s: string) => `ssh://${s}:${s}@host.example/a/b`,
      (s: string) => `${s}@host.example:a/b`,
      (s: string) => `https://host.example/a/b?private_token=${s}`,
    )
    fc.assert(
      fc.property(secret, forms, (s, form) => {
        expect(normalizeRemote(form(s))).toBe('host.example/a/b')
      }),
    )
  })
})

describe('toRemoteProjectId', () => {
  test('any remote gives a valid id', () => {
    const path = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(path, (text) => {
        const id = toRemoteProjectId(`https://host.example/${text}`)
        expect(id === undefined || isId(id)).toBe(true)
      }),
    )
  })

  test('is readable rather than reversible: the stored remote tells such projects apart', () => {
    const [a, b] = ['git@github.com:a-b/c', 'git@github.com:a/b-c']
    expect(toRemoteProjectId(a)).toBe(toRemoteProjectId(b))
    expect(normalizeRemote(a)).not.toBe(normalizeRemote(b))
  })
})
