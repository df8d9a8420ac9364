/** Where a server listens. */
import { MemoError } from '../lib/errors.ts'

export interface Address {
  host: string
  /** 0 takes any that is free. */
  port: number
}

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

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

export function toUrl({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`
}
