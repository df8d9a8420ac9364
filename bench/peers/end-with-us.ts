/** Processes that must not outlive the comparison, however it ends: a worker or a server stays when its starter dies. */
import { endTree } from './process-tree.ts'

const pids = new Set<number>()

/** Ends the process with all below it when this one ends, also by Ctrl-C. */
export function endWithUs(pid: number | undefined): void {
  if (pid !== undefined) pids.add(pid)
}

/** It has ended, and its id may be another's soon. */
export function hasEnded(pid: number | undefined): void {
  if (pid !== undefined) pids.delete(pid)
}

/** @param tidyUp is called at the end of this process as well */
export function watchTheEnd(tidyUp: () => void): void {
  process.on('exit', () => {
    for (const pid of pids) endTree(pid)
    tidyUp()
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
}
