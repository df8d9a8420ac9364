/** A process and what it has started, found in /proc: those that sit in sessions of their own too. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ends the process by SIGKILL, and with `all` its descendants in the same moment. */
export function killFamily(pid: number, all: boolean): void {
  for (const each of all ? [...descendantsOf(pid), pid] : [pid]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const found = [pid]
  for (const each of found) {
    for (const [child, parent] of parents) if (parent === each) found.push(child)
  }
  return found.slice(1)
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
