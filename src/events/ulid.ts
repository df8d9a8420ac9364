/**
 * Monotonic ULIDs as a hybrid logical clock: an id is never below the greatest id seen, whatever the wall clock says,
 * so a skewed clock cannot order an edit before what it edited. Format: https://github.com/ulid/spec.
 */
import type { Ports } from '../lib/ports.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const randomLength = 16

export const zeroUlid = '0'.repeat(timeLength + randomLength)

/** The next id after `floor` (the greatest id seen): the wall clock's time if that is later, else `floor` plus one. */
export function nextUlid(floor: string, ports: Pick<Ports, 'now' | 'random'>): string {
  const now = encodeTime(ports.now())
  if (now > floor.slice(0, timeLength)) return now + randomPart(ports)
  return increment(floor)
}

export function laterUlid(a: string, b: string): string {
  if (a > b) return a
  return b
}

/** Milliseconds since the epoch that the id carries. */
export function ulidTime(id: string): number {
  let time = 0
  for (const letter of id.slice(0, timeLength)) time = time * 32 + alphabet.indexOf(letter)
  return time
}

function encodeTime(ms: number): string {
  let text = ''
  let rest = Math.max(0, Math.floor(ms))
  for (let i = 0; i < timeLength; i++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomPart(ports: Pick<Ports, 'now' | 'random'>): string {
  let text = ''
  for (const byte of ports.random(randomLength)) text += alphabet.charAt(byte & 31)
  return text
}

/** Adds one; an overflow of the random part runs over into the time, which keeps the order. */
function increment(id: string): string {
  const last = id.search(/Z*$/) - 1
  const raised = alphabet.charAt(alphabet.indexOf(id.charAt(last)) + 1)
  return id.slice(0, last) + raised + '0'.repeat(id.length - last - 1)
}
