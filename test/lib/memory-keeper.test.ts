import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryKeeper, screenMemoryKeeper } from '../../src/lib/memory-keeper.ts'

/** Counts the full collections from now on. */
function watchCollections(): { count(): number; stop(): void } {
  let collected = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) collected += 1
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return { count: () => collected, stop: () => observer.disconnect() }
}

/** Much of it has been in use for a while. */
function makeGarbage(): object[][] {
  return Array.from({ length: 20 }, () => Array.from({ length: 100_000 }, (_, n) => ({ n })))
}

test('calls that are answered in one turn are tidied up behind once', async () => {
  const held = makeGarbage()
  const collections = watchCollections()
  const keeper = memoryKeeper()
  await pause(5)
  for (let call = 0; call < 50; call++) keeper.afterCall()
  // Told a turn after it was done, and it may take long in a process that has run other test files.
  await vi.waitFor(() => expect(collections.count()).toBeGreaterThan(0), 30_000)
  keeper.close()
  collections.stop()
  expect(held).toHaveLength(20)
  // V8 may have been about to collect by itself.
  expect(collections.count()).toBeLessThan(5)
})

test('a screen is tidied up when the keys rest, once for what has come together', async () => {
  const keeper = screenMemoryKeeper()
  const held = makeGarbage()
  const collections = watchCollections()
  for (let call = 0; call < 50; call++) keeper.afterCall()
  await vi.waitFor(() => expect(collections.count()).toBeGreaterThan(0), 30_000)
  keeper.close()
  collections.stop()
  expect(held).toHaveLength(20)
  expect(collections.count()).toBeLessThan(5)
})

test('a screen that was tidied up in full is tidied at the next rest as if it had just begun', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const keeper = screenMemoryKeeper()
  onTestFinished(() => keeper.close())
  const rest = (ms: number): number => {
    const before = getHeapStatistics().used_heap_size
    keeper.afterCall()
    vi.advanceTimersByTime(ms)
    return before - getHeapStatistics().used_heap_size
  }
  // Made and dropped in functions of their own, so that no register of this one holds it.
  const held: object[] = []
  const make = (times: number): void => {
    for (let time = 0; time < times; time++) held.push(makeGarbage())
  }
  const drop = (): void => void held.splice(0)
  make(2)
  rest(100)
  drop()
  expect(rest(3000)).toBeGreaterThan(100 * 2 ** 20)
  make(1)
  drop()
  expect(rest(100)).toBeGreaterThan(30 * 2 ** 20)
})
