/** The tokens that clients of the servers must know. */
import { readFileSync } from 'node:fs'
import { readEnvironment } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'

/** Of the monitor: the flag, else MEMO_SERVE_TOKEN; undefined when there is neither. Throws USAGE for what no header could carry. */
export function readServeToken(flag: string | undefined): string | undefined {
  return flag === undefined ? check(readEnvironment().serveToken, 'MEMO_SERVE_TOKEN') : check(flag, '--token')
}

/**
 * Of the MCP server: from the file, else MEMO_MCP_TOKEN; undefined when there is neither. Never a flag: every user of the
 * machine can read those. Throws USAGE for what no header could carry, IO for a file that cannot be read.
 */
export function readMcpToken(file: string | undefined): string | undefined {
  return file === undefined
    ? check(readEnvironment().mcpToken, 'MEMO_MCP_TOKEN')
    : check(readFileSync(file, 'utf8').trim(), file)
}

function check(token: string | undefined, place: string): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token
  throw new MemoError('USAGE', `${place} does not hold a token: one word of letters, digits and signs`)
}
