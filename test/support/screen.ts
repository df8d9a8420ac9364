/** A program in a real terminal: tmux, with a server of its own that goes with the test. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { runScript } from './cli.ts'
import { makeTempDir } from './temp-dir.ts'

const run = promisify(execFile)

export interface Terminal {
  /** Keys by tmux's names: `Enter`, `C-c`, `Down`. */
  press(...keys: string[]): Promise<void>
  /** Text as it stands. */
  type(text: string): Promise<void>
  /** As one paste, marked as such if the program asked for that. */
  paste(text: string): Promise<void>
  /** The lines of the screen, without blanks at their ends. */
  screen(): Promise<string[]>
  /** The screen as soon as it holds what is looked for; throws with the screen when that takes too long. */
  until(looked: string | RegExp | ((screen: string) => boolean)): Promise<string[]>
  resize(columns: number, rows: number): Promise<void>
  /** Where the cursor is, and whether it is shown. */
  cursor(): Promise<{ x: number; y: number; isShown: boolean }>
  /** What was put on the clipboard last. */
  clipboard(): Promise<string>
  /** Sends a signal to the program. */
  kill(signal: NodeJS.Signals): Promise<void>
}

interface TerminalOptions {
  columns?: number
  rows?: number
  cwd: string
  vault: string
  env?: { [name: string]: string }
}

/** A screen is drawn in some milliseconds; a machine under load may take long to start a program. */
const longestMs = 20_000

/**
 * Starts `memo …` below a shell that says `status N` when it has ended, followed by how the terminal was left.
 */
export async function openTerminal(args: readonly string[], options: TerminalOptions): Promise<Terminal> {
  const { columns = 80, rows = 24, cwd, vault, env = {} } = options
  const socket = join(makeTempDir(), 'tmux')
  const tmux = async (...words: string[]): Promise<string> =>
    (await run('tmux', ['-S', socket, '-f', '/dev/null', ...words])).stdout
  onTestFinished(async () => void (await tmux('kill-server').catch(() => {})))
  const memo = [process.execPath, runScript, ...args].map(quote).join(' ')
  const script = `echo $$ > ${quote(`${socket}.pid`)}; ${memo}; echo "status $?"; stty -a; exec cat`
  const given = { MEMO_VAULT: vault, TERM: 'screen-256color', CI: '', NO_COLOR: '', LANG: 'C.UTF-8', ...env }
  const variables = Object.entries(given).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  await tmux(
    '-u',
    'new-session',
    '-d',
    '-x',
    `${columns}`,
    '-y',
    `${rows}`,
    '-c',
    cwd,
    ...variables,
    `sh -c ${quote(script)}`,
  )
  await tmux('set', '-g', 'set-clipboard', 'on', ';', 'set', '-g', 'status', 'off')
  return toTerminal(tmux)
}

function toTerminal(tmux: (...words: string[]) => Promise<string>): Terminal {
  const screen = async (): Promise<string[]> => (await tmux('capture-pane', '-p')).replace(/\n$/, '').split('\n')
  return {
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    type: async (text) => void (await tmux('send-keys', '-l', text)),
    paste: async (text) => {
      await tmux('set-buffer', '-b', 'pasted', '--', text)
      await tmux('paste-buffer', '-p', '-r', '-b', 'pasted')
    },
    screen,
    until: async (looked) => {
      const end = performance.now() + longestMs
      for (let shown = await screen(); ; shown = await screen()) {
        if (holds(shown.join('\n'), looked)) return shown
        if (performance.now() > end) throw new Error(`never seen: ${looked}\n${shown.join('\n')}`)
        await pause(15)
      }
    },
    resize: async (columns, rows) => void (await tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`)),
    cursor: async () => {
      const [x, y, flag] = (await tmux('display-message', '-p', '#{cursor_x} #{cursor_y} #{cursor_flag}')).split(' ')
      return { x: Number(x), y: Number(y), isShown: Number(flag) === 1 }
    },
    clipboard: () => tmux('show-buffer'),
    kill: async (signal) => {
      const shell = (await tmux('display-message', '-p', '#{pane_pid}')).trim()
      await run('pkill', [`-${signal.slice(3)}`, '-P', shell])
    },
  }
}

export function holds(text: string, looked: string | RegExp | ((screen: string) => boolean)): boolean {
  if (typeof looked === 'function') return looked(text)
  return typeof looked === 'string' ? text.includes(looked) : looked.test(text)
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
