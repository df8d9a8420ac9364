/** What a worker is told to do, and running one. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '../support/cli.ts'
import { bundleWorker } from './worker-bundle.ts'

export interface Job {
  folder: string
  /** Of the program. */
  seed: number
  from: number
  /** The first operation that is not run any more. */
  to?: number
  /** The step that it is killed in front of (or within, for `torn`): the how manieth of a group, in an operation. */
  kill?: { group: string; operation: number; at: number }
  /** What each step takes longer. */
  delayMs?: number
}

export interface Ended {
  /** How many operations had come to their end, of all of the program. */
  done: number
  wasKilled: boolean
  /** What the last one failed with. */
  failure: { code: string; message: string; hint?: string } | undefined
  /** On standard error. */
  said: string
}

/**
 * Runs it under another program (`strace …`), if one is given. What the worker had started when it died is killed as well, or
 * comes to its end by itself.
 */
export async function runWorker(
  job: Job,
  { under = [], killsAll = false }: { under?: string[]; killsAll?: boolean } = {},
): Promise<Ended> {
  const [program = '', ...args] = [...under, process.execPath, await bundleWorker(), JSON.stringify(job)]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, NODE_COMPILE_CACHE: join(packageRoot, '.cache/torture/compiled') },
  })
  let [answer, said] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => {
    answer += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes
  })
  const signal = await new Promise<string | null>((resolve) => child.on('exit', (_, by) => resolve(by)))
  await endFamily(child.pid ?? 0, killsAll)
  const lines = answer.split('\n')
  const last = lines.pop() ?? ''
  return {
    done: job.from + lines.length,
    wasKilled: signal === 'SIGKILL',
    failure: last === '' ? undefined : JSON.parse(last),
    said,
  }
}

async function endFamily(group: number, isKilled: boolean): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 5) {
    try {
      process.kill(-group, isKilled ? 'SIGKILL' : 0)
    } catch {
      return
    }
    await sleep(5)
  }
  throw new Error('a program that memo had started does not come to its end')
}
