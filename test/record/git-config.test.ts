import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseGitConfig } from '../../src/record/git-config.ts'

function remotesOf(text: string): { [name: string]: string } {
  return Object.fromEntries(parseGitConfig(text).remotes)
}

test('reads the first url of each remote', () => {
  const text = `[core]
\tbare = false
[remote "origin"]
\turl = git@host:a/b.git
\turl = git@host:second/url.git
\tpushurl = git@host:push/url.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\turl = not-a-remote
[remote "up stream"]
\turl = https://host/c/d
`
  expect(remotesOf(text)).toEqual({ origin: 'git@host:a/b.git', 'up stream': 'https://host/c/d' })
})

test.each([
  ['[REMOTE "Origin"]\r\nURL=https://host/a\r\n', { Origin: 'https://host/a' }],
  ['\uFEFF[remote "o"] url = https://host/a ; note', { o: 'https://host/a' }],
  ['[remote.o]\nurl = https://host/a # note', { o: 'https://host/a' }],
  ['[remote "o"]\nurl = "https://host/a#b" # note', { o: 'https://host/a#b' }],
  ['[remote "o"]\nurl = https://host/\\\na/b', { o: 'https://host/a/b' }],
  ['[remote "o"]\nurl = "C:\\\\git\\\\a b"', { o: 'C:\\git\\a b' }],
  ['[remote "a\\"b"]\nurl = x', { 'a"b': 'x' }],
  ['# [remote "o"]\n; url = x\n[remote "o"]\n# url = y\nurl =', {}],
  ['url = x\n[remote]\nurl = y', {}],
])('%j', (text, remotes) => expect(remotesOf(text)).toEqual(remotes))

test('reads the work tree of a submodule', () => {
  expect(parseGitConfig('[core]\n\tworktree = ../../../sub\n').worktree).toBe('../../../sub')
  expect(parseGitConfig('[other]\n\tworktree = x\n').worktree).toBeUndefined()
})

test('a line of a million blanks is read at once', () => {
  const blanks = ' '.repeat(1_000_000)
  expect(remotesOf(`[remote${blanks}x\n[remote${blanks}"o"${blanks}]\n${blanks}url${blanks}=${blanks}x`)).toEqual({
    o: 'x',
  })
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('[', ']', '"', '\\', '\n', '=', '#', 'a', ' ', 'url', 'remote') }),
      (text) => {
        expect(parseGitConfig(text).remotes).toBeInstanceOf(Map)
      },
    ),
  )
})
