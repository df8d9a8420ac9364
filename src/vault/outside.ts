/** What is made of a vault stands outside of it. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { MemoError } from '../lib/errors.ts'

/**
 * Throws REFUSED for a path that is the vault's folder or below it, by whatever links it leads there: the next backup would
 * hold this one, an exported file would become a record.
 */
export function assertOutside(root: string, path: string): void {
  if (!`${nearestReal(resolve(path))}${sep}`.startsWith(`${realpathSync(root)}${sep}`)) return
  throw new MemoError('REFUSED', `${path} is inside the vault`, { hint: 'name a place outside of it' })
}

/** Of what is not there yet, the nearest folder above it. */
function nearestReal(path: string): string {
  return existsSync(path) || dirname(path) === path ? realpathSync(path) : nearestReal(dirname(path))
}
