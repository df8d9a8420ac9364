/**
 * Work that may take long: how far it has come is told, and Ctrl-C or SIGTERM ends it at its next consistent point. The
 * one place where commands get both; what is done then, and how to go on, they say themselves.
 */
import { MemoError } from '../lib/errors.ts'
import { type Ending, hearEnd } from './end-signals.ts'
import { openProgress, type Progress } from './progress.ts'

export interface LongWork {
  /** Fires when the work is to end; whatever is thrown afterwards is taken for its consequence. */
  readonly signal: AbortSignal
  /** `unit` is what is counted, in the plural; another one starts anew. `share` is the part of the whole, if it is known. */
  report(unit: string, done: number, share?: number): void
  /** Takes the line off the terminal, because something else is printed. */
  pause(): void
}

export interface LongWorkOptions {
  json: boolean
  /** What is there after the work was ended, and how to go on: the hint of the failure. */
  stopped: string
}

/** Throws INTERRUPTED or TERMINATED when it was told to end before the work was over, else what the work throws. */
export async function doLongWork<T>(
  { json, stopped }: LongWorkOptions,
  work: (work: LongWork) => Promise<T>,
): Promise<T> {
  const ending = hearEnd(['SIGINT', 'SIGTERM'])
  const teller = openTeller(json)
  try {
    return await work({ signal: ending.signal, report: teller.report, pause: teller.end })
  } catch (error) {
    throw ending.name() === undefined ? error : toInterruption(ending, teller.last(), { hint: stopped, cause: error })
  } finally {
    teller.end()
    ending.forget()
  }
}

function openTeller(json: boolean) {
  let current: { unit: string; progress: Progress } | undefined
  let last: string | undefined
  const end = (): void => {
    current?.progress.end()
    current = undefined
  }
  const report: LongWork['report'] = (unit, done, share) => {
    if (current?.unit !== unit) {
      end()
      current = { unit, progress: openProgress(unit, { json }) }
    }
    last = `${done} ${unit}`
    current.progress.update(done, share)
  }
  return { report, end, last: () => last }
}

function toInterruption(ending: Ending, last: string | undefined, detail: { hint: string; cause: unknown }): MemoError {
  const behind = last === undefined ? '' : ` after ${last}`
  if (ending.name() === 'SIGTERM') return new MemoError('TERMINATED', `told to end${behind}`, detail)
  return new MemoError('INTERRUPTED', `interrupted${behind}`, detail)
}
