/** A watcher in this process, and waiting for what it tells. */
import { onTestFinished } from 'vitest'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { type WatchEnd, watchVault } from '../../src/vault/watch/watch.ts'
import type { WatchLine } from '../../src/vault/watch/watch-line.ts'

export interface Watching {
  lines: WatchLine[]
  /** Waits until so many lines of a type were told. */
  until(type: WatchLine['type'], count?: number): Promise<void>
  stop(): Promise<WatchEnd>
}

/** Resolves when everything was looked at. */
export async function startWatching(root: string, pollMs?: number, idleMs = 60_000): Promise<Watching> {
  const vault = await openVault(root)
  const controller = new AbortController()
  const lines: WatchLine[] = []
  let check: (() => void) | undefined
  const onLine = (line: WatchLine): void => {
    lines.push(line)
    check?.()
  }
  const end = watchVault(vault, { pollMs, idleMs, onLine, signal: controller.signal }).finally(() => closeVault(vault))
  const until: Watching['until'] = (type, count = 1) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    check = () => {
      if (lines.filter((line) => line.type === type).length >= count) resolve()
    }
    check()
    return Promise.race([promise, end.then(() => undefined)])
  }
  const stop = (): Promise<WatchEnd> => {
    controller.abort()
    return end
  }
  onTestFinished(async () => {
    await stop().catch(() => undefined)
  })
  await Promise.race([until('ready'), end])
  return { lines, until, stop }
}
