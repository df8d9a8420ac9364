/**
 * How other commands know that a watcher has taken in every edit, so that they need not look for any: the time of one
 * file. It moves only while somebody asks, and only while the watcher has nothing left to do, so neither an idle machine
 * nor a watcher that was stopped, killed or is busy claims anything.
 */
import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { findErrno } from '../../lib/errors.ts'
import { removeFile } from '../../lib/remove-file.ts'
import type { VaultPaths } from '../layout.ts'

/** Milliseconds; a command trusts a watcher that had seen everything at most so long ago. */
const trustedMs = 1000

/** Milliseconds between two beats. */
const beatMs = 400

/** Subtracted from each beat: some systems tell of a change a little late (FSEvents of macOS: 50 ms). */
const marginMs = 200

/** Milliseconds that the beats go on after somebody asked. */
const askedMs = 60_000

/** Whether no edit can be older than `trustedMs` and not taken in. One look at a file that is not there, mostly. */
export function isWatched(paths: VaultPaths, now: number): boolean {
  const seen = timeOf(paths.watchSeen)
  if (seen === undefined) return false
  touch(paths.watchAsked, now)
  return Math.abs(now - seen) <= trustedMs
}

export interface Beat {
  /** Somebody asked. */
  wake(): void
  stop(): void
}

/** Starts to answer. `isDone` tells whether every change that the system has told of so far was taken in. */
export function startBeat(paths: VaultPaths, now: () => number, isDone: () => boolean): Beat {
  for (const path of [paths.watchSeen, paths.watchAsked]) closeSync(openSync(path, 'w', 0o600))
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const beat = (): void => {
    const time = now()
    if (time - (timeOf(paths.watchAsked) ?? 0) > askedMs) stop()
    // Behind the next look at what the system tells, so that changes before this moment are known by then.
    setImmediate(() => {
      if (timer !== undefined && isDone()) touch(paths.watchSeen, time - marginMs)
    })
  }
  const wake = (): void => {
    if (timer !== undefined) return
    timer = setInterval(beat, beatMs)
    beat()
  }
  touch(paths.watchSeen, 0)
  touch(paths.watchAsked, now())
  wake()
  return {
    wake,
    stop: () => {
      stop()
      removeFile(paths.watchSeen)
    },
  }
}

/** Undefined too where the folder may not be looked into: then nothing is known. */
function timeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs
  } catch (error) {
    if (findErrno(error) === 'EACCES') return undefined
    throw error
  }
}

function touch(path: string, now: number): void {
  try {
    utimesSync(path, now / 1000, now / 1000)
  } catch {
    // Not there any more, or not ours: then nothing is claimed.
  }
}
