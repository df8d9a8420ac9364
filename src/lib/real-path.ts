/** Where a path leads to through symbolic links: the same file has as many names as there are links to its folders. */
import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

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

/** As many as Linux follows. */
const mostLinks = 40

/** The path; for a link to nothing (yet) the place that it names, where a program that opens it to write makes the file. Never throws. */
export function behindLink(path: string): string {
  let place = path
  for (let followed = 0; followed < mostLinks; followed++) {
    const target = readLinkToNothing(place)
    if (target === undefined) break
    place = resolve(toRealPath(dirname(place)), target)
  }
  return place
}

function readLinkToNothing(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? readlinkSync(path) : undefined
  } catch {
    // No link, or not to be looked at: whoever writes there meets what is wrong with it.
    return undefined
  }
}
