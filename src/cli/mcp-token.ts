/** The token that clients of the MCP server must know. Never a flag: every user of the machine can read those. */
import { readFileSync } from 'node:fs'
import { readEnvironment } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'

/** From the file, else MEMO_MCP_TOKEN; undefined when there is neither. Throws USAGE for a file that holds none. */
export function readMcpToken(file: string | undefined): string | undefined {
  const token = file === undefined ? readEnvironment().mcpToken : readFileSync(file, 'utf8').trim()
  if (token === undefined || /^\S+$/.test(token)) return token
  const place = file === undefined ? 'MEMO_MCP_TOKEN' : file
  throw new MemoError('USAGE', `${place} does not hold a token: one word without blanks`)
}
