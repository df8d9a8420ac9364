/** What happens when the answer cannot be written: a closed pipe is no failure, a full disk is. */
import { writeSync } from 'node:fs'
import { findErrno, toExitStatus } from '../lib/errors.ts'
import { toMemoError } from './failure.ts'

/** In front of oclif's own listener, which throws, whenever that was added. */
export function guardStreams(): void {
  process.stdout.prependListener('error', endOfStdout)
  // Nobody reads the messages any more: there is nobody to tell either.
  process.stderr.on('error', () => {})
}

function endOfStdout(error: Error): void {
  // `memo search … | head -1`: the reader has what it wanted. What the command does besides printing goes on.
  if (findErrno(error) === 'EPIPE') return
  const failure = toMemoError(error)
  writeSync(process.stderr.fd, `Error: the answer could not be written: ${failure.message}\n`)
  process.exit(toExitStatus(failure.code))
}
