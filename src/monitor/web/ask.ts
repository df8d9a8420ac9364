/** Asks the server. Knows no components. */
import { toHarmless } from '../../lib/harmless.ts'

export interface Failure {
  code: string
  message: string
  hint: string | null
}

/** The answer, or the failure as a value; throws only when it was given up. */
export type Asked<Answer> = { answer: Answer } | { failure: Failure }

export async function ask<Answer>(path: string, signal: AbortSignal): Promise<Asked<Answer>> {
  try {
    const response = await fetch(path, { signal, headers: { accept: 'application/json' } })
    const said = JSON.parse(await response.text(), toShowable)
    return response.ok ? { answer: said } : { failure: said.error }
  } catch (error) {
    if (signal.aborted) throw error
    return { failure: unreachable }
  }
}

const unreachable: Failure = {
  code: 'UNREACHABLE',
  message: 'the server does not answer',
  hint: 'is memo serve still running?',
}

/**
 * Of every text that comes in, so that none is forgotten: what would show it in another order than it has, or not at all,
 * is shown as an escape. Tabs stay: code is indented with them.
 */
export function toShowable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lines = value.split('\t').map((part) => toHarmless(part, { keepNewlines: true }))
  return lines.join('\t')
}
