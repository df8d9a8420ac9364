/** The bytes of a file that the call names. */
import { createReadStream } from 'node:fs'

/** Throws what the system says with the path in it: Node leaves it out where the path turns out to be a folder. */
export async function* readInputFile(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error
  }
}
