/** What is made of a vault stands outside of it. */
import { resolve, sep } from 'node:path'
import { MemoError } from '../lib/errors.ts'
import { behindLink, toRealPath } from '../lib/real-path.ts'

/**
 * Throws REFUSED for a path that is the vault's folder or below it, by whatever links it leads there: the next backup would
 * hold this one, an exported file would become a record.
 */
export function assertOutside(root: string, path: string): void {
  if (!`${toRealPath(behindLink(resolve(path)))}${sep}`.startsWith(`${toRealPath(root)}${sep}`)) return
  throw new MemoError('REFUSED', `${path} is inside the vault`, { hint: 'name a place outside of it' })
}
