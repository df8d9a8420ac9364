/**
 * Git as a process of its own session: it has no terminal to ask on, whatever it starts (a signer, a filter) ends with it
 * when its time is over, and an interrupt at the keyboard does not stop it half-way.
 */
import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { environment, saysDiskFailed, saysDiskFull, saysReadOnly } from './git.ts'

/** Milliseconds that one git command may take before it and what it started are ended. */
const gitTimeoutMs = 10_000

/** Bytes of stderr that are kept; the reason stands at its end. */
const mostStderr = 64 * 1024

/**
 * A hook is for what people do: it may ask, print, or take its time. A monitor of the file system is one, or a server. A
 * folder that only looks like a repository is a part of somebody's files, and its settings are theirs.
 */
export const withoutHooks = [
  ...['-c', `core.hooksPath=${devNull}`],
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'safe.bareRepository=explicit'],
]

/** For `git log`: how people want the log that they read is not how it can be read here. */
export const plainLog = [
  'log.showSignature=false',
  'log.showRoot=true',
  'log.diffMerges=separate',
  'i18n.logOutputEncoding=UTF-8',
]

export interface GitCall {
  /** Put before the command, as `-c name=value`. */
  config?: readonly string[]
  /** Added to the environment. */
  env?: { readonly [name: string]: string }
  timeoutMs?: number
}

export interface GitProcess {
  readonly pid: number | undefined
  /** Hands bytes to git's stdin; resolves when it can take more. What git makes of them is told by `end`. */
  write(bytes: string | Buffer): Promise<void>
  /** Closes stdin and gives git's stdout. Throws what git says on stderr. */
  end(): Promise<Buffer>
  /** Ends git and what it started. */
  kill(): void
}

export function startGit(root: string, command: readonly string[], call: GitCall = {}): GitProcess {
  const config = [...withoutHooks, ...(call.config ?? []).flatMap((setting) => ['-c', setting])]
  const env = { ...environment(root), ...call.env }
  // In a session of its own, git and its children are one group, and /dev/tty does not open.
  const child = spawn('git', [...config, ...command], { cwd: root, env, detached: true, windowsHide: true })
  let isOver = false
  child.on('close', () => {
    isOver = true
  })
  // The number of a process that is over may be another's.
  const kill = (): void => {
    if (!isOver) killGroup(child.pid)
  }
  const done = collect(child, kill, call.timeoutMs ?? gitTimeoutMs)
  // Who never asks for the end must not have the failure of it thrown at the process.
  done.catch(() => undefined)
  // Git that ends before it has read everything says why on stderr.
  child.stdin.on('error', () => undefined)
  return {
    pid: child.pid,
    write: (bytes) => (child.stdin.write(bytes) || isEnded(child) ? Promise.resolve() : drained(child.stdin, done)),
    end: () => {
      child.stdin.end()
      return done
    },
    kill,
  }
}

/** Runs git to its end, with the text or bytes on its stdin. Throws what git says on stderr. */
export async function runGit(
  root: string,
  command: readonly string[],
  { input, ...call }: GitCall & { input?: string | Buffer } = {},
): Promise<Buffer> {
  const git = startGit(root, command, call)
  if (input !== undefined) await git.write(input)
  return git.end()
}

/** As `runGit`, or undefined where git answers no with its exit status. */
export async function askGit(
  root: string,
  command: readonly string[],
  call?: GitCall & { input?: string | Buffer },
): Promise<string | undefined> {
  try {
    return (await runGit(root, command, call)).toString().trimEnd()
  } catch (error) {
    if (error instanceof GitFailure && error.status === 1) return undefined
    throw error
  }
}

/**
 * Git ended with a status other than 0; the message is what it said on stderr, the code what `toFailure` knows it by: that of
 * the system where git says so in words.
 */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly status: number | null
  readonly code: 'ENOSPC' | 'EIO' | 'EROFS' | 'EACCES' | 'GIT_FAILED'

  constructor(message: string, status: number | null) {
    super(message)
    this.status = status
    this.code = toCode(message)
  }
}

function toCode(message: string): GitFailure['code'] {
  if (saysDiskFull(message)) return 'ENOSPC'
  if (saysDiskFailed(message)) return 'EIO'
  if (saysReadOnly(message)) return 'EROFS'
  return /Permission denied/i.test(message) ? 'EACCES' : 'GIT_FAILED'
}

type Child = ReturnType<typeof spawn>

function collect(child: Child, kill: () => void, timeoutMs: number): Promise<Buffer> {
  const stdout: Buffer[] = []
  let stderr = ''
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, timeoutMs)
  child.stdout?.on('data', (bytes: Buffer) => stdout.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr = `${stderr}${bytes}`.slice(-mostStderr)
  })
  return new Promise<Buffer>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      if (status === 0) resolve(Buffer.concat(stdout))
      else if (isLate) reject(new GitFailure(`git took longer than ${timeoutMs} ms`, status))
      else
        reject(
          new GitFailure(
            stderr || (signal === null ? `git ended with ${status}` : `git was ended by ${signal}`),
            status,
          ),
        )
    })
  }).finally(() => clearTimeout(timer))
}

/** By itself, or by a signal: then it has no status. */
function isEnded({ exitCode, signalCode }: Child): boolean {
  return exitCode !== null || signalCode !== null
}

function drained(stdin: NodeJS.EventEmitter, done: Promise<unknown>): Promise<void> {
  const room = new Promise<void>((resolve) => {
    stdin.once('drain', () => resolve())
  })
  const over = done.then(
    () => undefined,
    () => undefined,
  )
  return Promise.race([room, over])
}

/** Ends a process that leads a session of its own, and what it started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is over already.
  }
}
