/**
 * Giving memory back. A server of an agent is idle for most of its life, many of them run on one machine, and V8 lets its
 * heap grow to twenty times what a search keeps before it tidies up on its own.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { stopwatch } from '../lib/ports.ts'

export interface MemoryKeeper {
  /** To be called when a call has been answered. */
  afterCall(): void
  close(): void
}

/** Quiet for so long (ms), a server has time to tidy up. */
const quietMs = 500
/** A heap (bytes) that is not worth it: what a server has that just began. */
const smallHeap = 32 * 2 ** 20
/** A heap (bytes) that is given back also between calls that never pause. */
const largeHeap = 64 * 2 ** 20
/** Tidying takes some 90 ms; this often (ms) it costs the calls 3 %. */
const leastPauseMs = 3000

export function memoryKeeper(): MemoryKeeper {
  const collect = findCollector()
  let last = stopwatch()
  const tidyOver = (bytes: number): void => {
    if (getHeapStatistics().total_heap_size < bytes) return
    collect()
    last = stopwatch()
  }
  const timer = setTimeout(() => tidyOver(smallHeap), quietMs)
  timer.unref()
  return {
    afterCall: () => {
      timer.refresh()
      // Behind the answer, which is on its way first.
      if (stopwatch() - last > leastPauseMs) setImmediate(tidyOver, largeHeap)
    },
    close: () => clearTimeout(timer),
  }
}

/** What frees all that can be freed and hands it to the system: V8 has it, and shows it only to those who ask. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof collect === 'function' ? () => collect({ type: 'major', flavor: 'last-resort' }) : () => {}
}
