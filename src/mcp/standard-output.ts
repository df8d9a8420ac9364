/**
 * Standard output for the protocol alone: whatever else is written there, by a warning of a dependency or a forgotten
 * print, goes to standard error, because one such line ends the connection.
 */
import { Console } from 'node:console'
import { Writable } from 'node:stream'

/** Takes standard output away from everybody else. */
export function takeStandardOutput(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  globalThis.console = new Console(stderr, stderr)
  return new Writable({
    write: (chunk, _encoding, done) => {
      // Done at once, so that progress told in the middle of synchronous work is not held back until it is over.
      write(chunk)
      done()
    },
  })
}
