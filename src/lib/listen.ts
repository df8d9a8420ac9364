/** How a server comes to its port, and what keeps it from there. */
import type { AddressInfo, Server } from 'node:net'
import { type Address, isLoopback } from './address.ts'
import { findErrno, MemoError } from './errors.ts'

/** Shorter ones can be guessed from elsewhere. */
const leastToken = 16

/**
 * Throws REFUSED for a server that others could reach without a token worth the name.
 * @param hint how to give it one
 */
export function assertGuarded({ host }: Pick<Address, 'host'>, token: string | undefined, hint: string): void {
  if (isLoopback(host)) return
  if (token === undefined)
    throw new MemoError('REFUSED', `${host} can be reached by other machines, and there is no token`, { hint })
  if (token.length < leastToken) {
    throw new MemoError('REFUSED', `the token has fewer than ${leastToken} characters`, { hint })
  }
}

/**
 * Gives the port that it listens on. Throws IO for an address that cannot be had.
 * @param hint how to name another
 */
export function listenOn(server: Server, { host, port }: Address, hint: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, { host, port }, hint)))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function toListenError(cause: Error, { host, port }: Address, hint: string): unknown {
  const whys: { readonly [errno: string]: string } = {
    EADDRINUSE: `port ${port} of ${host} is taken`,
    EACCES: `port ${port} needs more rights than this user has`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  }
  const why = whys[findErrno(cause) ?? '']
  return why === undefined ? cause : new MemoError('IO', why, { hint, cause })
}
