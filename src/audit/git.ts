/**
 * Git as a child process that nobody sits beside: it never asks, never opens an editor, never looks at another repository
 * because a variable of the caller says so, and ends after a bounded time.
 *
 * Which call is for what: `openGit` (simple-git) for a text answer where a no is not told from trouble, and in folders that
 * are no vault; it may find a repository above the folder, and takes a silent failure for an answer. `runGit` and `askGit`
 * for the vault's own repository, where bytes, stdin, the exit status or what git starts matter. `runGitNow` for the
 * little that git does under the vault's lock. `askNetwork` where another machine may take its time.
 */
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SimpleGit } from 'simple-git'
import { messageOf } from '../lib/errors.ts'

/** Milliseconds without a word from git before it is ended. */
const gitTimeoutMs = 10_000

/**
 * Of git's variables only those that say who commits, where the settings stand and how the network is reached. A hook
 * runs us with `GIT_DIR` and `GIT_INDEX_FILE` of its own repository; those must not reach ours.
 */
const passed = [
  ...['NAME', 'EMAIL', 'DATE'].flatMap((part) => [`GIT_AUTHOR_${part}`, `GIT_COMMITTER_${part}`]),
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSL_CAINFO',
  'GIT_SSL_NO_VERIFY',
  'GIT_PROXY_COMMAND',
]

/** What would have git wait for a person. */
const dropped = ['EDITOR', 'VISUAL', 'PAGER', 'PREFIX', 'SSH_ASKPASS']

const fixed = { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'never', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }

/** A look at a repository that may be anybody's asks no other machine for objects, by whatever program its settings name. */
const withoutFetching = { GIT_NO_LAZY_FETCH: '1' }

export interface GitOptions {
  /** Milliseconds without a word from git before it is ended; 10 s if not said. */
  timeoutMs?: number
}

/** Git in the folder. Commands throw what git says on stderr; `describeGitTrouble` makes one line of it. */
export async function openGit(root: string, { timeoutMs = gitTimeoutMs }: GitOptions = {}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  return simpleGit({
    baseDir: root,
    timeout: { block: timeoutMs },
    config: ['safe.bareRepository=explicit'],
    allowEnvironment: [...passed, ...Object.keys(fixed), ...Object.keys(withoutFetching)],
    unsafe: { allowUnsafeSshCommand: true, allowUnsafeGitProxy: true, allowUnsafeConfigPaths: true },
  }).env({ ...environment(), ...withoutFetching })
}

/**
 * The environment of the caller without what would have git, ssh or gpg look elsewhere, or wait for a person. Where a
 * folder is given, git does not look for a repository above it.
 */
export function environment(ceiling?: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !dropped.includes(name) && (!name.startsWith('GIT_') || passed.includes(name)),
  )
  const bound = ceiling === undefined ? {} : { GIT_CEILING_DIRECTORIES: dirname(realpathSync(ceiling)) }
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...fixed, ...bound }
}

/** What went wrong, in git's own words, as one line. */
export function describeGitTrouble(error: unknown): string {
  const text = messageOf(error)
  if (text.includes('ENOENT')) return 'git is not installed'
  const lines = text.trim().split('\n')
  if (text.includes('dubious ownership')) return `${untrusted(lines)}; if you trust it: ${lines.at(-1)?.trim()}`
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines.at(-1) ?? 'unknown'
  return line.replace(/^(fatal|error): /, '')
}

/** Whether git, or SQLite beside it, says that a disk is full, its own or that of the other side. */
export function saysDiskFull(error: unknown): boolean {
  return /No space left on device|Out of diskspace|Disk quota exceeded|database or disk is full/i.test(messageOf(error))
}

/** Whether git, or SQLite beside it, says that a disk failed to read or write. */
export function saysDiskFailed(error: unknown): boolean {
  return /Input\/output error|disk I\/O error/i.test(messageOf(error))
}

/** Whether git, or SQLite beside it, says that nothing can be written where it stands. */
export function saysReadOnly(error: unknown): boolean {
  return /Read-only file system|readonly database/i.test(messageOf(error))
}

/** Git refuses a repository of another user, names it, and ends with the command that trusts it. */
function untrusted(lines: readonly string[]): string {
  return (lines.find((line) => line.includes('dubious ownership')) ?? '').replace(/^fatal: /, '')
}
