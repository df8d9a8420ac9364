/** Who may ask: whoever knows the token, as a bearer or by the cookie that a login link leaves. */
import { createHmac } from 'node:crypto'
import type { Ports } from '../lib/ports.ts'
import { bearerOf, isSameWord } from '../lib/request-headers.ts'

export interface Access {
  /** By the headers of a request. */
  isAllowed(headers: { authorization: string | undefined; cookie: string | undefined }): boolean
  /** The cookie for whoever brings the token, or a ticket that was not used yet; undefined for anybody else. */
  login(word: string): string | undefined
  /** A word that logs in once within two minutes: for places where others may read along. */
  makeTicket(): string
}

const ticketMs = 2 * 60_000

export interface AccessOptions {
  token: string
  /** Browsers keep one set of cookies for all ports of a host. */
  port: number
  ports: Ports
}

export function openAccess({ token, port, ports }: AccessOptions): Access {
  const cookieName = `memo_serve_${port}`
  // Not the token itself: what a browser stores and sends everywhere on this host opens nothing but this server.
  const cookieValue = createHmac('sha256', token).update(cookieName).digest('base64url')
  let ticket: { word: string; until: number } | undefined
  const takeTicket = (word: string): boolean => {
    const isGood = ticket !== undefined && ports.now() < ticket.until && isSameWord(word, ticket.word)
    if (isGood) ticket = undefined
    return isGood
  }
  return {
    isAllowed: ({ authorization, cookie }) =>
      isSameWord(bearerOf(authorization), token) ||
      cookiesOf(cookie, cookieName).some((value) => isSameWord(value, cookieValue)),
    login: (word) =>
      isSameWord(word, token) || takeTicket(word)
        ? `${cookieName}=${cookieValue}; HttpOnly; SameSite=Strict; Path=/`
        : undefined,
    makeTicket: () => {
      const word = makeToken(ports)
      ticket = { word, until: ports.now() + ticketMs }
      return word
    },
  }
}

/** 256 bits. */
export function makeToken({ random }: Pick<Ports, 'random'>): string {
  return Buffer.from(random(32)).toString('base64url')
}

function cookiesOf(header: string | undefined, name: string): string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}
