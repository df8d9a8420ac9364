import { MemoError } from '../lib/errors.ts'

/**
 * Throws USAGE for arguments that hold U+FFFD: Node puts it where the bytes were no UTF-8, and what it stood for is lost.
 */
export function assertReadable(argv: readonly string[]): void {
  const broken = argv.find((argument) => argument.includes('\ufffd'))
  if (broken === undefined) return
  const shown = broken.length > 60 ? `${broken.slice(0, 60)}…` : broken
  throw new MemoError('USAGE', `The argument ${JSON.stringify(shown)} is not valid UTF-8.`, {
    hint: 'Convert it first.',
  })
}
