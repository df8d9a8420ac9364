/** What is made of a vault stands outside of it. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { MemoError } from '../lib/errors.ts'

/** Throws REFUSED for a path in the vault: the next backup would hold this one, an exported file would become a record. */
export function assertOutside(root: string, path: string): void {
  if (!liesIn(root, path)) return
  throw new MemoError('REFUSED', `${path} is inside the vault`, { hint: 'name a place outside of it' })
}

/** Whether the path is the vault's folder or below it, by whatever links it leads there; it need not be there yet. */
export function liesIn(root: string, path: string): boolean {
  return `${nearestReal(resolve(path))}${sep}`.startsWith(`${realpathSync(root)}${sep}`)
}

/** Of what is not there yet, the nearest folder above it. */
function nearestReal(path: string): string {
  return existsSync(path) || dirname(path) === path ? realpathSync(path) : nearestReal(dirname(path))
}
