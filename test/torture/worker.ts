/**
 * A process that performs a part of a program, and may be killed in front of a step: `worker.ts <job as JSON>`. The number
 * of each operation that has come to its end stands on standard output by then; what one has failed with stands behind.
 */
import { writeSync } from 'node:fs'
import { toFailure } from '../../src/lib/failure.ts'
import { makeProgram, perform } from './program.ts'
import { roundPorts } from './round-ports.ts'
import { listen, type Step, stopListening } from './steps.ts'
import { isOf } from './targets.ts'
import type { Job } from './worker-job.ts'

const job = JSON.parse(process.argv[2] ?? '') as Job
const { folder, seed, from, to, kill, delayMs } = job
const still = new Int32Array(new SharedArrayBuffer(4))

try {
  await perform(makeProgram(seed), {
    folder,
    ports: roundPorts(`worker ${process.pid}`, from),
    from,
    ...(to !== undefined && { to }),
    before: (n) => {
      if (n === kill?.operation) listen(folder, toKiller(kill))
      else if (delayMs !== undefined) listen(folder, () => void Atomics.wait(still, 0, 0, delayMs))
    },
    after: (n) => {
      stopListening()
      writeSync(1, `${n}\n`)
    },
  })
} catch (error) {
  const { code, message, hint } = toFailure(error)
  const isPostponed = error instanceof Error && 'isPostponed' in error
  writeSync(1, JSON.stringify({ code: isPostponed ? 'IO' : code, message, hint: isPostponed ? 'later' : hint }))
  if (code === 'BUG' && !isPostponed) throw error
}

function toKiller({ group, at }: NonNullable<Job['kill']>) {
  let count = 0
  return (step: Step) => {
    if (!isOf(group, step) || ++count < at) return undefined
    return { take: group === 'torn' ? Math.floor(step.size / 2) : 0, fail: die }
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal comes before the next line of this program.
  throw new Error('survived SIGKILL')
}
