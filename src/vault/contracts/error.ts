/** What `--json` prints when a command fails: any command, any failure. */
import * as z from 'zod'
import type { ErrorCode } from '../../lib/errors.ts'

/** What each code means, for the references. */
export const errorCodes: { readonly [code in ErrorCode]: string } = {
  USAGE: 'the call is wrong: an unknown flag or value, a malformed date, an id that names a path',
  NOT_FOUND: 'what was asked for is not there',
  AMBIGUOUS: 'a short or bare id fits several records',
  REFUSED: 'well-formed, but it cannot be stored or done',
  SECRET: 'it holds what looks like a secret, which is not stored unless --allow-secret says so',
  NOT_A_VAULT: 'the folder is no vault, or cannot be one',
  READ_ONLY: 'the vault cannot be written',
  IO: 'the operating system refused: a full disk, no such file, no permission',
  UNSUPPORTED: 'a needed program or native module is missing or does not fit',
  UNAVAILABLE: 'a service that the settings name does not answer, or not as it should',
  INTEGRITY: 'log, index or files contradict each other; memo doctor names the remedy',
  BUSY: 'another process holds the vault and did not let go in time',
  INTERRUPTED: 'Ctrl-C (SIGINT) ended it, or a question that it asked; the hint says what is done',
  TERMINATED: 'SIGTERM ended it; the same',
  BUG: 'a fault of memo itself',
}

export const failure = z.object({
  error: z
    .object({
      code: z
        .enum(Object.keys(errorCodes) as ErrorCode[])
        .describe('what kind of failure it is; gives the exit status'),
      message: z.string().describe('what went wrong, where'),
      hint: z.string().nullable().describe('what to do next'),
    })
    .describe('the failure'),
})
