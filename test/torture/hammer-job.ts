/** Processes that write records of their own at once, some of which are killed; what each has acknowledged. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../support/cli.ts'

export interface Hammered {
  /** Ids of the events that were acknowledged. */
  acknowledged: string[]
  /** Undefined for one that was killed. */
  status: number | undefined
  said: string
}

/** Writes `count` records `<name>-<n>`, every other one in the place of the last. `killAfter` is in milliseconds. */
export function hammer(root: string, name: string, count: number, killAfter?: number): Promise<Hammered> {
  const script = join(packageRoot, 'test/support/commit-hammer.ts')
  const env = { ...process.env, NODE_COMPILE_CACHE: join(packageRoot, '.cache/torture/compiled') }
  const child = spawn(process.execPath, [script, root, name, String(count)], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let [answer, said] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => {
    answer += bytes
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter)
  })
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes
  })
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const acknowledged = answer.split('\n').filter((line) => line.length === 26)
      resolve({ acknowledged, status: status ?? undefined, said })
    })
  })
}
