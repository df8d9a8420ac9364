/** Trying again what may have failed only for a moment: a busy or restarting server, a lost connection. */
import { setTimeout } from 'node:timers/promises'

/** What came of one attempt. A failure says whether another try may help, and when the server wants it. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; reason: string; again: boolean; waitMs?: number }

export interface Patience {
  /** Tries after the first. */
  retries: number
  /** Milliseconds before the first of them; each waits twice as long as the one before. */
  firstWaitMs: number
  /** A server that wants a longer pause than this is not waited for. */
  longestWaitMs: number
  signal: AbortSignal
}

/** The first good outcome, or the last bad one. Rejects with the reason of the signal once that is aborted. */
export async function attempt<Value>(
  request: () => Promise<Outcome<Value>>,
  { retries, firstWaitMs, longestWaitMs, signal }: Patience,
): Promise<Outcome<Value>> {
  for (let tried = 0; ; tried++) {
    const outcome = await request()
    if (outcome.ok || !outcome.again || tried === retries) return outcome
    const waitMs = outcome.waitMs ?? firstWaitMs * 2 ** tried
    if (waitMs > longestWaitMs) {
      return { ...outcome, reason: `${outcome.reason}, and asks to wait ${Math.ceil(waitMs / 1000)} s` }
    }
    await pause(waitMs, signal)
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal })
  } catch (error) {
    // The timer gives an error of its own, not the reason of who aborted.
    signal.throwIfAborted()
    throw error
  }
}
