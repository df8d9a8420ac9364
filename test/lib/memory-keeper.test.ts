import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { memoryKeeper } from '../../src/lib/memory-keeper.ts'

test('calls that are answered in one turn are tidied up behind once', async () => {
  const held = Array.from({ length: 20 }, () => Array.from({ length: 100_000 }, (_, n) => ({ n })))
  let collected = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) collected += 1
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const keeper = memoryKeeper()
  await pause(5)
  for (let call = 0; call < 50; call++) keeper.afterCall()
  // Told a turn after it was done, and it may take long in a process that has run other test files.
  await vi.waitFor(() => expect(collected).toBeGreaterThan(0), 30_000)
  keeper.close()
  observer.disconnect()
  expect(held).toHaveLength(20)
  // V8 may have been about to collect by itself.
  expect(collected).toBeLessThan(5)
})
