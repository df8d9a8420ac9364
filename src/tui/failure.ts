/** What went wrong, as the screen says it: on one line. */
import { toFailure } from '../lib/failure.ts'
import type { Message } from './state.ts'

export function toMessage(error: unknown): Message {
  const { message, hint } = toFailure(error)
  return { text: hint === undefined ? message : `${message}; ${hint}`, tone: 'error' }
}
