import { MemoError } from '../lib/errors.ts'
import { truncate } from '../lib/text-cut.ts'

/** Enough to tell which argument is meant. */
const longestShown = 60

/**
 * Throws USAGE for arguments that hold U+FFFD: Node puts it where the bytes were no UTF-8, and what it stood for is lost.
 */
export function assertReadable(argv: readonly string[]): void {
  const broken = argv.find((argument) => argument.includes('\ufffd'))
  if (broken === undefined) return
  throw new MemoError('USAGE', `the argument ${JSON.stringify(truncate(broken, longestShown))} is not valid UTF-8`, {
    hint: 'convert it first',
  })
}
