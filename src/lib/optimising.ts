/**
 * Whether V8 makes optimised code of what runs often, on other threads of the processor. A command that is over in a tenth of
 * a second is over before that code is of use: without it a search of 10,000 records takes 70 MB in place of 78 and 5 to 10 %
 * less of the processor (20 to 40 alternating runs, medians). Where there is much to do it is worth its price: searching
 * 100,000 records for four words that most of them have takes a third less of the processor with it.
 */
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { setUntilEnd } from './v8-flags.ts'

/** `none`: no compiler that optimises; `light`: all but the one that takes longest. A mode of the process, as V8's flags are. */
let mode: 'full' | 'light' | 'none' = 'full'

/** What was turned off, to be turned on again. */
let stopped: readonly string[] = []

/**
 * Not before V8 13: its mark of compiled code does not come back with the flags, so what is compiled could not be kept
 * (`code-cache.ts`), which is worth more to a brief command.
 */
export function stopOptimising(): void {
  if (Number.parseInt(process.versions.v8, 10) < 13) return
  turnOff('none', ['opt', 'maglev'])
}

/** So many records take longer than the best code of V8 takes to be made. */
const many = 2000

/**
 * Leaves out the compiler that takes longest (TurboFan) until many records are done: taking in 1,000, or 160 READMEs, costs
 * 8 % less of the processor without it (medians of 5 alternating runs). The result is to be told how many are done.
 */
export function optimiseLightly(): (done: number) => void {
  turnOff('light', ['opt'])
  return (done) => {
    if (mode === 'light' && done >= many) startOptimising()
  }
}

/** For a process that is to do more than it thought, where it had stopped; one that goes lightly goes on so. */
export function resumeOptimising(): void {
  if (mode === 'none') startOptimising()
}

/** For work that is worth its price from the start. */
export function startOptimising(): void {
  if (mode === 'full') return
  mode = 'full'
  for (const name of stopped) setFlagsFromString(`--${name}`)
}

function turnOff(next: 'light' | 'none', names: readonly string[]): void {
  startOptimising()
  mode = next
  stopped = names.filter(isOn)
  for (const name of stopped) setUntilEnd(`--no-${name}`, `--${name}`)
}

/** V8 tells no flag; its mark of compiled code changes with each. A person may have turned one off. */
function isOn(name: string): boolean {
  const mark = cachedDataVersionTag()
  setFlagsFromString(`--${name}`)
  if (cachedDataVersionTag() === mark) return true
  setFlagsFromString(`--no-${name}`)
  return false
}
