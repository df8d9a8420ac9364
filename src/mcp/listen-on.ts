/** Where the server is told to listen. */
import type { Address } from '../lib/address.ts'
import { MemoError } from '../lib/errors.ts'

const loopback = '127.0.0.1'

/** `[HOST:]PORT`; without a host only this machine is served. Throws USAGE for anything else. */
export function parseAddress(text: string): Address {
  const match = /^(?:(\[[\da-fA-F:.]+\]|[^\s:[\]/]+):)?(\d{1,5})$/.exec(text)
  const port = Number(match?.[2] ?? -1)
  if (match === null || port > 65_535) {
    throw new MemoError('USAGE', `${JSON.stringify(text)} is not of the form [HOST:]PORT`, {
      hint: 'for example 3125, or 127.0.0.1:3125',
    })
  }
  return { host: match[1]?.replace(/^\[|\]$/g, '') ?? loopback, port }
}
