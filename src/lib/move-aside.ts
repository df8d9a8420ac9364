import { renameSync, rmSync } from 'node:fs'

/** Moves the file out of the way under a name that tells why and never meets another. */
export function moveAside(path: string, target: string): void {
  rmSync(target, { force: true })
  renameSync(path, target)
}
