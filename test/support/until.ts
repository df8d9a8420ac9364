/** Waiting for what another process or a timer brings about. */
import { vi } from 'vitest'

/** A machine under load may need a while to start a program. */
const usualMs = 60_000

/** Often, so that a signal comes where the test wants it. */
const everyMs = 5

/** Resolves as soon as it is so; throws when it is not within so many milliseconds. */
export async function until(isSo: () => boolean, withinMs = usualMs): Promise<void> {
  await vi.waitUntil(isSo, { timeout: withinMs, interval: everyMs })
}
