/** Where a path leads to through symbolic links: the same file has as many names as there are links to its folders. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Its last parts may not exist (yet, or any more): the nearest folder that does is resolved. Never throws. */
export function toRealPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    // Not there, not to be looked at, or no name at all (NUL).
    const parent = dirname(path)
    return parent === path ? path : join(toRealPath(parent), basename(path))
  }
}
