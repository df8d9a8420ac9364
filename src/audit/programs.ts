/** Other programs than git: run for their output, without a terminal to ask at, and ended after a bounded time. */
import { spawn } from 'node:child_process'
import { findErrno, MemoError } from '../lib/errors.ts'
import { environment } from './git.ts'
import { killGroup } from './git-process.ts'

export interface ProgramInput {
  cwd: string
  /** Written to its standard input, which is empty otherwise. */
  input?: string
  timeoutMs: number
}

export interface ProgramResult {
  /** Null when it was ended by a signal. */
  status: number | null
  stdout: string
  stderr: string
}

/** Whatever its status. Throws UNSUPPORTED when it is not installed, UNAVAILABLE when it does not end in time. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, input = '', timeoutMs }: ProgramInput,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    // A session of its own has no terminal: what would ask for a passphrase there fails instead.
    const child = spawn(program, [...args], {
      cwd,
      env: environment(),
      detached: true,
    })
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      killGroup(child.pid)
    }, timeoutMs)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(findErrno(error) === 'ENOENT' ? notInstalled(program, error) : error)
    })
    child.on('close', (status) => {
      clearTimeout(timer)
      if (isLate) reject(new MemoError('UNAVAILABLE', `${program} did not answer within ${timeoutMs} ms`))
      else resolve({ status, stdout: stdout(), stderr: stderr() })
    })
    // It may end without reading, and says why on stderr.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

function notInstalled(program: string, cause: unknown): MemoError {
  return new MemoError('UNSUPPORTED', `${program} is not installed`, {
    hint: 'install it (OpenSSH, GnuPG), or name another with gpg.program or gpg.ssh.program in git config',
    cause,
  })
}
