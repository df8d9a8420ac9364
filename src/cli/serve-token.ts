/** The token that clients of the monitor must know. */
import { readEnvironment } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'

/** The flag, else MEMO_SERVE_TOKEN; undefined when there is neither. Throws USAGE for what no header could carry. */
export function readServeToken(flag: string | undefined): string | undefined {
  const token = flag ?? readEnvironment().serveToken
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token
  const place = flag === undefined ? 'MEMO_SERVE_TOKEN' : '--token'
  throw new MemoError('USAGE', `${place} does not hold a token: one word of letters, digits and signs`)
}
