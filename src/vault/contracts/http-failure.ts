/** What the monitor answers with when it refuses: any route, any failure. */
import * as z from 'zod'
import type { ErrorCode } from '../../lib/errors.ts'
import { errorCodes } from './error.ts'

/** What only a request over HTTP can be told, for the references. */
export const httpErrorCodes = {
  UNAUTHORIZED: 'there is no token, or not the right one',
  FORBIDDEN: 'the request comes from a page of another site, or names this server by a name that it does not have',
  METHOD_NOT_ALLOWED: 'the monitor only reads: GET, HEAD, OPTIONS',
  TOO_LARGE: 'the address or the body is longer than anything that the monitor answers',
  TOO_MANY: 'too many requests at once from this address, or too many open streams',
} as const

export type HttpErrorCode = ErrorCode | keyof typeof httpErrorCodes

export const httpFailure = z.object({
  error: z
    .object({
      code: z
        .enum([...Object.keys(httpErrorCodes), ...Object.keys(errorCodes)] as HttpErrorCode[])
        .describe('what kind of failure it is'),
      message: z.string().describe('what went wrong, where'),
      hint: z.string().nullable().describe('what to do next'),
    })
    .describe('the failure'),
})
