/** What a command costs with every process that it starts: time on the clock, time of the processor, memory. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs, hasEnded } from './end-with-us.ts'
import type { Command } from './peer.ts'
import { processorTime, treeMemory } from './process-tree.ts'

export interface Cost {
  wallMs: number
  cpuMs: number
  /** Of the largest process of the command, and of the daemon if there is one. */
  memoryMb: number
  stdout: string
}

/** Longer than anything may take that is to be compared. */
const timeoutMs = 15 * 60_000

/**
 * The shell's `time` has milliseconds where GNU time has hundredths, and GNU time has the memory; both count what a
 * process waited for.
 */
const measured = [
  `TIMEFORMAT='%3R %3U %3S'`,
  `{ time /usr/bin/time --quiet -f %M -o "$0/memory" "$@" 2> "$0/errors"; } 2> "$0/times"`,
].join('\n')

/** @param daemon a process whose work for the command counts too */
export async function runCommand(command: Command, daemon?: number): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'memo-peer-'))
  try {
    const before = daemon === undefined ? 0 : processorTime(daemon)
    const { status, stdout } = await runMeasured(command, folder)
    const said = (name: string): string => readFileSync(join(folder, name), 'utf8').trim()
    if (status !== 0)
      throw new Error(`${command.argv.at(-1)}: ended with ${status}: ${lastLine(said('errors'), stdout)}`)
    const [wall = 0, user = 0, system = 0] = said('times').split(' ').map(Number)
    const own = command.isOurs ? { cpu: 0, memory: 0 } : { cpu: user + system, memory: Number(said('memory')) / 1000 }
    const beside =
      daemon === undefined ? { cpu: 0, memory: 0 } : { cpu: processorTime(daemon) - before, memory: treeMemory(daemon) }
    return { wallMs: wall * 1000, cpuMs: own.cpu * 1000 + beside.cpu, memoryMb: own.memory + beside.memory, stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One after another: times add up, of memory the most counts. */
export async function runAll(commands: readonly Command[], daemon?: number): Promise<Cost> {
  const sum: Cost = { wallMs: 0, cpuMs: 0, memoryMb: 0, stdout: '' }
  for (const command of commands) {
    const cost = await runCommand(command, daemon)
    sum.wallMs += cost.wallMs
    sum.cpuMs += cost.cpuMs
    sum.memoryMb = Math.max(sum.memoryMb, cost.memoryMb)
    sum.stdout = cost.stdout
  }
  return sum
}

/** In a process group of its own, so that one which takes too long ends with all that it started. */
function runMeasured({ argv, cwd, env }: Command, folder: string): Promise<{ status: number | null; stdout: string }> {
  const child = spawn('bash', ['-c', measured, folder, ...argv], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  endWithUs(child.pid)
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), timeoutMs)
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(timer)
      hasEnded(child.pid)
      resolve({ status, stdout: Buffer.concat(pieces).toString('utf8') })
    })
  })
}

function lastLine(errors: string, stdout: string): string {
  const lines = (errors === '' ? stdout : errors).trim().split('\n')
  return (lines.at(-1) ?? '').slice(0, 200)
}
