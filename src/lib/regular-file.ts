/** Reading what may be a link to anything, as in a folder that somebody else made. */
import { readFileSync, statSync } from 'node:fs'

/** For text of a person's that may be in any encoding, where only ASCII lines are added: its bytes come back as they were. */
export const byteForByte = 'latin1'

/**
 * The text of a regular file; undefined for a folder, for a pipe, which blocks, and for a device, which may have no end. Throws
 * what the system says.
 */
export function readRegularText(path: string, encoding: 'utf8' | typeof byteForByte = 'utf8'): string | undefined {
  return statSync(path).isFile() ? readFileSync(path, encoding) : undefined
}
