/** A process and those that it started, as the kernel counts them. */
import { readdirSync, readFileSync } from 'node:fs'

/** Of the kernel's clock, by which /proc tells times: 100 a second on every Linux that Node runs on. */
const tickMs = 10

/** Processor time of a process and of all below it, also of those that have ended, in milliseconds. */
export function processorTime(pid: number): number {
  return listTree(pid).reduce((sum, each) => sum + timeOf(each), 0)
}

/** The most that the process and its living descendants have each held, added up, in megabytes. */
export function treeMemory(pid: number): number {
  return listTree(pid).reduce((sum, each) => sum + peakMemory(each), 0)
}

/** Ends a process and its descendants, by their ids. */
export function endTree(pid: number): void {
  for (const each of listTree(pid)) {
    try {
      process.kill(each)
    } catch {
      // It has ended by itself.
    }
  }
}

function listTree(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = Map.groupBy(pids.map(Number), (each) => Number(readStat(each)[1]))
  const below = (parent: number): number[] => [parent, ...(children.get(parent) ?? []).flatMap(below)]
  return below(pid)
}

function timeOf(pid: number): number {
  // utime, stime, cutime and cstime, fields 14 to 17: the last two are of the children that it waited for.
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = readStat(pid).slice(11, 15).map(Number)
  return (user + system + childUser + childSystem) * tickMs
}

/** From the state, field 3, onwards: the name before it may hold blanks. Nothing for a process that has ended. */
function readStat(pid: number): string[] {
  const text = readOf(pid, 'stat')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function peakMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readOf(pid, 'status')) ?? []
  return Number(kilobytes) / 1000
}

function readOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
