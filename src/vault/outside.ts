/** What is made of a vault stands outside of it. */
import { relative, resolve } from 'node:path'
import { MemoError } from '../lib/errors.ts'

/** Throws REFUSED for a path in the vault: the next backup would hold this one, an exported file would become a record. */
export function assertOutside(root: string, file: string): void {
  const path = relative(resolve(root), resolve(file))
  if (path === '..' || path.startsWith('../') || resolve(path) === path) return
  throw new MemoError('REFUSED', `${file} is inside the vault`, { hint: 'name a place outside of it' })
}
