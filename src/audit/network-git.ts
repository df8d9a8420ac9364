/**
 * Git talking to another repository. It may take as long as it makes progress; it never asks, on a terminal or otherwise,
 * and what it says when it fails is the answer.
 */
import { spawn } from 'node:child_process'
import { environment } from './git.ts'
import { killGroup, withoutHooks } from './git-process.ts'

/** Git reports its progress about once a second, so this long a silence is a dead line. */
const longestMs = 60_000

export interface NetworkAnswer {
  status: number
  stdout: string
  stderr: string
}

export interface NetworkWork {
  /** Ends git. */
  signal?: AbortSignal | undefined
  /** Told what git says of its progress: how many of all objects it has received, written … so far. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface NetworkOptions extends NetworkWork {
  /** So long without a word from git (ms), and it is ended. */
  silenceMs?: number
}

/** What holds git's stderr open behind its end (a connection that ssh keeps for the next call) is not waited for. */
const lingerMs = 1_000

/** Status -1 where git was ended. Throws where there is no git, and what the signal was fired with before it was started. */
export async function askNetwork(
  root: string,
  command: readonly string[],
  { silenceMs = longestMs, signal, onProgress }: NetworkOptions = {},
): Promise<NetworkAnswer> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    // In a session of its own: ssh opens /dev/tty to ask for a password, whatever git was told.
    const child = spawn('git', [...withoutHooks, ...command], {
      cwd: root,
      env: environment(root),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const settleIn = (ms: number, settle: () => void): void => {
      clearTimeout(timer)
      timer = setTimeout(settle, ms)
    }
    const answer = (status: number | null): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ status: status ?? -1, ...output })
    }
    const giveUp = (): void => {
      killGroup(child.pid)
      output.stderr += `\nfatal: not a word for ${silenceMs / 1000} s`
      answer(null)
    }
    const stop = (): void => {
      killGroup(child.pid)
      answer(null)
    }
    signal?.addEventListener('abort', stop, { once: true })
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
        if (name === 'stderr' && onProgress !== undefined) tellProgress(text, onProgress)
        if (!isOver) settleIn(silenceMs, giveUp)
      })
    }
    settleIn(silenceMs, giveUp)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('exit', (status) => {
      isOver = true
      settleIn(lingerMs, () => answer(status))
    })
    child.on('close', answer)
  })
}

/** `Receiving objects:  45% (450/1000)`, the newest of them. */
function tellProgress(text: string, onProgress: (done: number, total: number) => void): void {
  const said = [...text.matchAll(/(?:Receiving|Writing|Unpacking) objects: +\d+% \((\d+)\/(\d+)\)/g)].at(-1)
  if (said !== undefined) onProgress(Number(said[1]), Number(said[2]))
}
