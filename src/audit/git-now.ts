/** Git while everything else stands still: for the little that must happen under the vault's lock. */
import { spawnSync } from 'node:child_process'
import { findErrno } from '../lib/errors.ts'
import { environment } from './git.ts'
import { GitFailure, withoutHooks } from './git-process.ts'

/** Hashing thousands of new files in one go takes a while on a slow disk. */
const gitTimeoutMs = 120_000

/** Far above any segment of a log. */
const mostBytes = 1024 * 1024 * 1024

export interface GitNow {
  input?: string | Buffer
  env?: { readonly [name: string]: string }
}

/** Runs git to its end. Throws a `GitFailure` with what it says on stderr, or when it took too long. */
export function runGitNow(root: string, command: readonly string[], { input = '', env = {} }: GitNow = {}): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', [...withoutHooks, ...command], {
    cwd: root,
    env: { ...environment(root), ...env },
    input,
    timeout: gitTimeoutMs,
    maxBuffer: mostBytes,
    windowsHide: true,
  })
  if (findErrno(error) === 'ETIMEDOUT') throw new GitFailure(`git took longer than ${gitTimeoutMs} ms`, status)
  if (error !== undefined) throw error
  if (status !== 0) throw new GitFailure(stderr.toString().trim() || `git ${command[0]} ended with ${status}`, status)
  return stdout
}
