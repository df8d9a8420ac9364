/** Names for what is kept aside: nothing that was set aside before is ever written over. */
import { existsSync, renameSync } from 'node:fs'

/** Moves the file out of the way, to the target or, where that is taken, beside it. */
export function moveAside(path: string, target: string): void {
  renameSync(path, freePath(target))
}

/** The path, with a number if something is there already. */
export function freePath(path: string): string {
  let free = path
  for (let n = 2; existsSync(free); n++) free = `${path}-${n}`
  return free
}
