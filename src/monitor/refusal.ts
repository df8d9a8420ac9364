/** How a request that is not answered is told: the form of every failure, and the HTTP status of each code. */
import type { ServerResponse } from 'node:http'
import type { ErrorCode } from '../lib/errors.ts'
import { toFailure } from '../lib/failure.ts'
import { toParameterNames } from '../lib/parameter-names.ts'
import { failureWithoutSecrets } from '../record/secrets/without-secrets.ts'
import type { HttpErrorCode } from '../vault/contracts/http-failure.ts'
import { renamed } from './parameter-names.ts'
import { apiHeaders } from './response-headers.ts'
import { toJson } from './to-json.ts'

export interface Refusal {
  status: number
  code: HttpErrorCode
  message: string
  hint?: string | undefined
  headers?: { [name: string]: string }
}

const statusByCode: { readonly [code in ErrorCode]: number } = {
  ...{
    USAGE: 400,
    NOT_FOUND: 404,
    AMBIGUOUS: 409,
    REFUSED: 409,
    SECRET: 409,
    NOT_A_VAULT: 503,
    READ_ONLY: 409,
    IO: 500,
  },
  ...{ UNSUPPORTED: 500, UNAVAILABLE: 503, INTEGRITY: 500, BUSY: 503, INTERRUPTED: 503, TERMINATED: 503, BUG: 500 },
}

/** Of whatever was thrown. A fault of our own says no more than that it is one. */
export async function toRefusal(error: unknown): Promise<Refusal> {
  const { code, message, hint } = await failureWithoutSecrets(toFailure(error))
  const status = statusByCode[code]
  const said = code === 'BUG' ? 'unexpected failure' : toParameterNames(message, renamed)
  const how = hint && toParameterNames(hint, renamed)
  return { status, code, message: said, hint: how, ...(status === 503 && { headers: { 'retry-after': '1' } }) }
}

export function toRefusalBody({ code, message, hint = undefined }: Refusal): string {
  return toJson({ error: { code, message, hint: hint ?? null } })
}

/** Answers before anything of the request is read, and ends the connection: what it still sends is nobody's. */
export function refuseUnread(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, { ...apiHeaders, connection: 'close', ...refusal.headers })
  response.end(toRefusalBody(refusal))
}
