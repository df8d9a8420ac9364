/** The cross-check of what is counted inside the process: a system call on the vault's files fails, or kills, under strace. */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pick } from '../../support/seeded-random.ts'
import { goOn } from '../go-on.ts'
import { assertLaws, BrokenLaw } from '../laws.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { runWorker } from '../worker-job.ts'

const faults = [
  ...['write', 'pwrite64', 'fdatasync', 'fsync', 'ftruncate'].map((call) => `${call}:signal=KILL`),
  ...['write', 'pwrite64'].map((call) => `${call}:error=ENOSPC`),
  ...['write', 'pwrite64', 'fdatasync', 'pread64', 'ftruncate'].map((call) => `${call}:error=EIO`),
]

export const strace: Kind = {
  name: 'strace',
  what: 'a system call on log, index or lock fails or kills, SQLite’s own calls too',
  weight: 1,
  findObstacle: () => {
    try {
      execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' })
      return undefined
    } catch {
      return 'there is no strace, or it may not trace'
    }
  },
  run: async (round) => {
    const { folder, random, program, play, prepare, notes } = round
    await prepare()
    const fault = pick(random, faults)
    const when = 1 + Math.floor(random() ** 2 * 40)
    notes.push(`${fault}, the ${when}th call`)
    const files = globSync(['memo.sqlite*', 'events/*/*.jsonl'], { cwd: join(folder, 'vault') })
    const paths = [...files, 'memo.sqlite-wal', 'memo.sqlite-shm', '.sync/lock.sqlite'].flatMap((path) => [
      '-P',
      join(folder, 'vault', path),
    ])
    const call = fault.split(':')[0] ?? ''
    const under = [
      'strace',
      '-f',
      '-qq',
      '-o',
      join(folder, 'trace'),
      '-e',
      `trace=${call}`,
      '-e',
      `inject=${fault}:when=${when}`,
      ...paths,
    ]
    const { done, wasKilled, failure, said } = await runWorker({ folder, seed: program.seed, from: 0 }, { under })
    if (failure !== undefined) {
      notes.push(`the operation: ${failure.code} ${failure.message}`)
      if (failure.code !== 'IO' || failure.hint === undefined)
        throw new BrokenLaw(`${fault} is told as ${failure.code}: ${failure.message} ${said}`)
    } else if (!wasKilled && done < program.operations.length) throw new Error(`the worker failed: ${said}`)
    const expected = { states: play.states, from: done, to: Math.min(done + 1, program.operations.length) }
    const { at } = await assertLaws({ folder, ports: roundPorts('next', done), ...expected })
    await goOn(round, at)
    return `${call} ${wasKilled ? 'killed' : (failure?.code ?? 'done')}`
  },
}
