/** Under which names the monitor may be asked. */
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { isLoopback } from '../lib/address.ts'

/**
 * Whether a `Host` header names this server. A page of another site that lets its own name lead here (DNS rebinding) sends
 * that name; an address cannot be led elsewhere, so where others may come at all, any address will do.
 */
export function isOwnName(header: string | undefined, bound: string): boolean {
  const name = toHostname(header)
  if (name === undefined) return false
  if (isLoopback(name) || name === bound.toLowerCase()) return true
  return !isLoopback(bound) && (isIP(name) !== 0 || name === hostname().toLowerCase())
}

/** Without port and brackets; undefined for what is no host. */
function toHostname(header: string | undefined): string | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(header ?? '')
  return (match?.[1] ?? match?.[2])?.toLowerCase()
}
