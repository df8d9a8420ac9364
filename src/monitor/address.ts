/** Where the monitor listens, and under which names it may be asked. */
import { isIP } from 'node:net'
import { hostname } from 'node:os'

export interface Address {
  host: string
  /** 0 takes any that is free. */
  port: number
}

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

export function toUrl({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

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
