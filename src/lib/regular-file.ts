/** Reading what may be a link to anything, as in a folder that somebody else made. */
import { readFileSync, statSync } from 'node:fs'

/**
 * The text of a regular file; undefined for a folder, for a pipe, which blocks, and for a device, which may have no end. Throws
 * what the system says.
 */
export function readRegularText(path: string, encoding: 'utf8' | 'latin1' = 'utf8'): string | undefined {
  return statSync(path).isFile() ? readFileSync(path, encoding) : undefined
}
