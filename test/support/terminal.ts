/** The program at a terminal of its own, with keys pressed as a person does: after what they answer has been shown. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runScript } from './cli.ts'
import { holds } from './screen.ts'
import { makeTempDir } from './temp-dir.ts'

export interface Step {
  /** What must be on the screen first, behind what the step before waited for. */
  after: string | RegExp
  keys: string
}

export interface TerminalCall {
  args: readonly string[]
  cwd: string
  env: { [name: string]: string }
  steps: readonly Step[]
}

export interface TerminalResult {
  status: number | null
  /** All that was shown, escapes included. */
  screen: string
}

/** Ends the program after this long (ms), so that a question that nobody answers fails the test. */
const longest = 60_000

export async function runInTerminal({ args, cwd, env, steps }: TerminalCall): Promise<TerminalResult> {
  const command = [process.execPath, runScript, ...args].map((word) => `'${word}'`).join(' ')
  const typescript = join(makeTempDir(), 'typescript')
  const child = spawn('script', ['-qefc', command, typescript], {
    cwd,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', ...env },
    timeout: longest,
  })
  const waiting = [...steps]
  let screen = ''
  let seen = 0
  child.stdout.on('data', (bytes: Buffer) => {
    screen += bytes.toString()
    const [next] = waiting
    if (next === undefined || !holds(screen.slice(seen), next.after)) return
    seen = screen.length
    waiting.shift()
    child.stdin.write(next.keys)
  })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { status, screen }
}
