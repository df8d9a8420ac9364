import { renameSync } from 'node:fs'
import { removeFile } from './remove-file.ts'

/** Moves the file out of the way under a name that tells why and never meets another. */
export function moveAside(path: string, target: string): void {
  removeFile(target)
  renameSync(path, target)
}
