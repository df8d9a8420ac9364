/** The program while it runs, in the hands of the test: to be written to, waited for, or ended by a signal. */
import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { runScript } from './cli.ts'
import type { CliVault } from './cli-vault.ts'

export interface StartedMemo {
  child: ChildProcess
  /** The exit status or the name of the signal that ended it, and all that it said. */
  ended: Promise<{ status: number | NodeJS.Signals | null; stdout: string; stderr: string }>
}

/** Its stdin is closed unless it is to be a pipe, which nobody writes to but the test. */
export function startMemo(
  { root, cwd }: Pick<CliVault, 'root' | 'cwd'>,
  args: readonly string[],
  stdin: 'pipe' | 'ignore' = 'ignore',
  more: NodeJS.ProcessEnv = {},
): StartedMemo {
  const env = { ...process.env, MEMO_VAULT: root, ...more }
  const child = spawn(process.execPath, [runScript, ...args], { cwd, env, stdio: [stdin, 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      said[name] += text
    })
  }
  const ended = new Promise<Awaited<StartedMemo['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ status: code ?? signal, ...said }))
  })
  return { child, ended }
}
