/**
 * Giving memory back. A server of an agent or a screen is idle for most of its life, many run on one machine, and V8 lets its
 * heap grow to twenty times what a search keeps before it tidies up on its own.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { stopwatch } from './ports.ts'
import { setUntilEnd } from './v8-flags.ts'

export interface MemoryKeeper {
  /** To be called when a call has been answered. */
  afterCall(): void
  close(): void
}

/** Quiet for so long (ms), a server has time to tidy up. */
const quietMs = 500
/** A heap (bytes) that is not worth it: what a server has that just began. */
const smallHeap = 32 * 2 ** 20
/** A heap (bytes) that is tidied also between calls that never pause. */
const largeHeap = 64 * 2 ** 20
/** The share of the time of such calls that tidying may take. */
const largestShare = 0.03

/** A person who types has let the keys rest for so long (ms) when what was found is on the screen. */
const restMs = 100
/** So much garbage (bytes) is worth a rest: dozens of keys, and a screen of 10,000 records stays below 150 MB with it. */
const worthRest = 12 * 2 ** 20
/** Nobody types any more (ms): what frees all takes 200 ms, and a key would wait for it. */
const awayMs = 3000

/**
 * From here on V8's young generation stays as small as it is at the start. An import of 10,000 files takes 190 MB with this and
 * 310 without, in the same time. It is nothing for `memo mcp`, whose garbage then ages: idle after 2,000 calls on 10,000 records
 * that holds 133 MB with this and 108 without. To be called early.
 */
export function keepYoungHeapSmall(): void {
  setUntilEnd('--semi-space-growth-factor=1', '--semi-space-growth-factor=2')
}

type Flavor = 'regular' | 'last-resort'

/**
 * For a server, which is busy or not. `--optimize-for-size` would keep a burst of 400 searches in 646 READMEs at 117 MB, where it
 * takes 175, but such a search then takes half more of the processor and of the time (17 ms and 9.5, 11 and 6.5 without), and
 * when the burst is over both hold 100 MB.
 */
export function memoryKeeper(): MemoryKeeper {
  const collect = findCollector()
  let next = stopwatch()
  let isDue = false
  const tidyOver = (bytes: number, flavor: Flavor): void => {
    if (getHeapStatistics().total_heap_size < bytes) return
    const start = stopwatch()
    collect(flavor)
    const end = stopwatch()
    next = end + (end - start) / largestShare
  }
  const tidyBetween = (): void => {
    isDue = false
    tidyOver(largeHeap, 'regular')
  }
  const timer = setTimeout(() => tidyOver(smallHeap, 'last-resort'), quietMs)
  timer.unref()
  return {
    afterCall: () => {
      timer.refresh()
      if (isDue || stopwatch() <= next) return
      isDue = true
      // Behind the answer, which is on its way first, and once for all that are answered in one turn.
      setImmediate(tidyBetween)
    },
    close: () => clearTimeout(timer),
  }
}

/** For a screen, where somebody waits for what follows a key: it tidies up between keys, and in full when nobody types. */
export function screenMemoryKeeper(): MemoryKeeper {
  const collect = findCollector()
  let left = getHeapStatistics().used_heap_size
  const tidy = (flavor: Flavor): void => {
    collect(flavor)
    left = getHeapStatistics().used_heap_size
  }
  const tidyBetween = (): void => {
    if (getHeapStatistics().used_heap_size >= left + worthRest) tidy('regular')
  }
  const tidyAll = (): void => {
    if (getHeapStatistics().total_heap_size >= smallHeap) tidy('last-resort')
  }
  const timers = [setTimeout(tidyBetween, restMs), setTimeout(tidyAll, awayMs)]
  for (const timer of timers) timer.unref()
  return {
    afterCall: () => {
      for (const timer of timers) timer.refresh()
    },
    close: () => timers.forEach(clearTimeout),
  }
}

/** What frees what can be freed, the last resort all of it, and hands it to the system: V8 shows it only to those who ask. */
function findCollector(): (flavor: Flavor) => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof collect === 'function' ? (flavor) => collect({ type: 'major', flavor }) : () => {}
}
