/**
 * Git talking to another repository. It may take as long as it makes progress; it never asks, on a terminal or otherwise,
 * and what it says when it fails is the answer.
 */
import { spawn } from 'node:child_process'
import { environment } from './git.ts'
import { killGroup, withoutHooks } from './git-process.ts'

/** Git reports its progress about once a second, so this long a silence is a dead line. */
const silenceMs = 60_000

export interface NetworkAnswer {
  status: number
  stdout: string
  stderr: string
}

/** Throws where there is no git, and after a minute without a word from it. */
export function askNetwork(root: string, command: readonly string[]): Promise<NetworkAnswer> {
  return new Promise((resolve, reject) => {
    // In a session of its own: ssh opens /dev/tty to ask for a password, whatever git was told.
    const child = spawn('git', ['-c', withoutHooks, ...command], {
      cwd: root,
      env: environment(root),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    let timer: NodeJS.Timeout | undefined
    const listen = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        killGroup(child.pid)
        reject(new Error(`git ${command[0]} said nothing for ${silenceMs / 1000} s and was ended`))
      }, silenceMs)
    }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (bytes: Buffer) => {
        output[name] += bytes.toString()
        listen()
      })
    }
    listen()
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (status) => {
      clearTimeout(timer)
      resolve({ status: status ?? -1, ...output })
    })
  })
}
