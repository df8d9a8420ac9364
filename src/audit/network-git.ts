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

/** What holds git's stderr open behind its end (a connection that ssh keeps for the next call) is not waited for. */
const lingerMs = 1_000

/** Status -1 where git was ended, after `silenceMs` without a word from it. Throws where there is no git. */
export function askNetwork(root: string, command: readonly string[], silenceMs = longestMs): Promise<NetworkAnswer> {
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
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ status: status ?? -1, ...output })
    }
    const giveUp = (): void => {
      killGroup(child.pid)
      output.stderr += `\nfatal: not a word for ${silenceMs / 1000} s`
      answer(null)
    }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
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
