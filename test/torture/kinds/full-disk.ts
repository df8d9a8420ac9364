/** A disk that really is full, for SQLite's own writes too: a small file system in memory that is made smaller still. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { goOn } from '../go-on.ts'
import { assertLaws, BrokenLaw } from '../laws.ts'
import { perform } from '../program.ts'
import type { Kind, Round } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { runWorker } from '../worker-job.ts'

const pageBytes = 4096
const mostPages = 60

export const fullDisk: Kind = {
  name: 'full-disk',
  what: 'a file system with room for a few more pages, or for none',
  weight: 3,
  findObstacle: () => (process.getuid?.() === 0 ? undefined : 'only root can mount'),
  run: async (round) => {
    const disk = round.folder
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'memo-torture', disk])
    try {
      return await fill(disk, { ...round, folder: join(disk, 'round') })
    } finally {
      execFileSync('umount', [disk])
    }
  },
}

async function fill(disk: string, round: Round): Promise<string> {
  const { folder, random, program, play, notes } = round
  await round.prepare(folder)
  const operation = Math.floor(random() * program.operations.length)
  const pages = Math.floor(random() ** 2 * mostPages)
  notes.push(`operation ${operation}: room for ${pages} more pages`)
  await perform(program, {
    folder,
    ports: roundPorts('before', 0),
    from: 0,
    to: operation,
    before: () => {},
    after: () => {},
  })
  const { blocks, bfree, bsize } = statfsSync(disk)
  resize(disk, String((blocks - bfree) * bsize + pages * pageBytes))
  const { done, failure, said, wasKilled } = await runWorker({
    folder,
    seed: program.seed,
    from: operation,
    to: operation + 1,
  })
  resize(disk, '64m')
  notes.push(`the operation: ${failure === undefined ? 'done' : `${failure.code} ${failure.message}`}`)
  if (wasKilled || (failure === undefined && done === operation))
    throw new BrokenLaw(`a full disk ends no process: ${said}`)
  if (failure !== undefined && (failure.code !== 'IO' || failure.hint === undefined))
    throw new BrokenLaw(`a full disk is told as ${failure.code}: ${failure.message} (${failure.hint}) ${said}`)
  const expected = { states: play.states, from: operation, to: operation + 1 }
  const { at } = await assertLaws({ folder, ports: roundPorts('next', operation), ...expected })
  if (
    at < done &&
    program.operations[operation]?.do !== 'hit' &&
    JSON.stringify(play.states[at]) !== JSON.stringify(play.states[done])
  )
    throw new BrokenLaw('an acknowledged write survives a full disk')
  await goOn(round, at)
  return failure === undefined ? 'done' : failure.code
}

function resize(disk: string, size: string): void {
  execFileSync('mount', ['-o', `remount,size=${size}`, disk])
}
