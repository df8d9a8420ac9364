/**
 * Follows a vault while it is edited: takes in each edit when it has come to rest, folds what other writers logged,
 * commits by the policy. Everything is looked at once before it says that it is there.
 */
import { setImmediate } from 'node:timers/promises'
import { MemoError } from '../../lib/errors.ts'
import { toFailure } from '../../lib/failure.ts'
import { indexCursor } from '../append.ts'
import { commitIfDue, commitPending } from '../committing/commit.ts'
import { isInTheWay } from '../in-the-way.ts'
import { tryLock } from '../lock.ts'
import { assertWritable } from '../read-only.ts'
import { withIndexRecovery } from '../refresh.ts'
import { isTidyDue, tidyUp } from '../upkeep/tidy.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { type Alarm, openAlarm } from './alarm.ts'
import { type Beat, startBeat } from './beat.ts'
import { unwatchedFolders, watchFolders } from './folder-watch.ts'
import { isDistant } from './network-folder.ts'
import { folderTimes, goneMs, type Session, takeIn, tellSince } from './take-in.ts'
import type { WatchLine } from './watch-line.ts'

export interface WatchInput {
  /** Look at everything each so many milliseconds, instead of being told; for folders of other machines. */
  pollMs: number | undefined
  /** Milliseconds without anything to do after which the index is tidied up, where that is due. */
  idleMs?: number
  onLine: (line: WatchLine) => void
  /** Ends the watch. */
  signal: AbortSignal
}

export interface WatchEnd {
  type: 'ended'
  /** Edits taken in. */
  adopted: number
  /** Events of other writers folded. */
  folded: number
}

/** Milliseconds without a change after which an edit has come to rest, and after which it is taken in all the same. */
const restMs = 150
const longestMs = 600

/** Where something is in the way (a held lock, a full disk), milliseconds until the next try. */
const retryMs = 2000

/** For a folder of another machine, if nobody says how often. */
const distantPollMs = 10_000

/** A person who edits has paused by then. */
const usualIdleMs = 60_000

/** Runs until the signal. Throws BUSY where a watcher runs already, READ_ONLY, IO. */
export async function watchVault(vault: Vault, input: WatchInput): Promise<WatchEnd> {
  assertWritable(vault)
  const release = tryLock(vault.paths.watchLock)
  if (release === undefined) {
    throw new MemoError('BUSY', 'another "memo watch" follows this vault', { hint: 'one is enough' })
  }
  try {
    await loadReaders(vault)
    return await follow(vault, input)
  } finally {
    release()
  }
}

async function follow(vault: Vault, input: WatchInput): Promise<WatchEnd> {
  const { paths, ports } = vault
  const alarm = openAlarm(input.signal)
  let beat: Beat | undefined
  const pollMs = input.pollMs ?? (isDistant(paths.root) ? distantPollMs : undefined)
  const isPolled = pollMs !== undefined
  const listener = { onChange: alarm.ring, onAsked: () => beat?.wake() }
  const folders = isPolled ? unwatchedFolders() : watchFolders(paths, listener)
  const end: WatchEnd = { type: 'ended', adopted: 0, folded: 0 }
  const onLine = counting(end, input.onLine)
  const session: Session = {
    vault,
    folders,
    onLine,
    away: new Map(),
    mustLookAtAll: true,
    isPolled,
    isBusy: true,
    quietSince: ports.elapsed(),
    isTidyDue: false,
    toldUpTo: indexCursor(vault),
  }
  try {
    while (session.mustLookAtAll && !input.signal.aborted) await work(session, alarm)
    // A poll knows of no edit between two looks, so it claims nothing.
    const isDone = (): boolean => !session.isBusy && session.away.size === 0 && folders.isQuiet()
    if (!isPolled) beat = startBeat(paths, ports.now, isDone)
    onLine({ type: 'ready', vault: paths.root, poll: isPolled ? pollMs / 1000 : null })
    const pace = { pollMs, idleMs: input.idleMs ?? usualIdleMs }
    while (!input.signal.aborted) await turn(session, alarm, pace)
    if (vault.appended > 0) await commitPending(vault)
    tellSince(session)
    return end
  } finally {
    beat?.stop()
    folders.close()
  }
}

function counting(end: WatchEnd, onLine: WatchInput['onLine']): WatchInput['onLine'] {
  return (line) => {
    if (line.type === 'adopted') end.adopted += 1
    if (line.type === 'folded') end.folded += line.events
    onLine(line)
  }
}

interface Pace {
  pollMs: number | undefined
  idleMs: number
}

/** Waits for something to do, lets it come to rest, does it; tidies up where there is nothing for long. */
async function turn(session: Session, alarm: Alarm, pace: Pace): Promise<void> {
  const { vault, folders } = session
  session.isBusy = false
  if (folders.isQuiet() && !session.mustLookAtAll) await alarm.wait(dueMs(session, pace))
  session.isBusy = true
  if (!folders.isQuiet()) {
    session.quietSince = vault.ports.elapsed()
    await alarm.rest(restMs, longestMs)
  } else if (session.isPolled) session.mustLookAtAll = true
  await work(session, alarm)
  if (idleLeftMs(session, pace) === 0) await tidy(session)
  tellNotices(session, vault.notices)
}

/** When there is something to do although nothing is told: a file that stays away, a commit that is due, a poll. */
function dueMs(session: Session, pace: Pace): number | undefined {
  const { away, vault } = session
  const { commit, batchSeconds } = vault.config.git
  const { pollMs } = pace
  const idle = idleLeftMs(session, pace)
  const dues = [
    ...(idle === undefined ? [] : [idle]),
    ...(pollMs === undefined ? [] : [pollMs]),
    ...(away.size === 0 ? [] : [goneMs]),
    ...(vault.appended === 0 || commit === 'off' ? [] : [batchSeconds * 1000]),
  ]
  return dues.length === 0 ? undefined : Math.min(...dues)
}

/** Until it has been idle long enough to tidy up; undefined where that is not due. */
function idleLeftMs(session: Session, { idleMs }: Pace): number | undefined {
  const { vault, quietSince, folders } = session
  if (!session.isTidyDue || !folders.isQuiet()) return undefined
  return Math.max(0, quietSince + idleMs - vault.ports.elapsed())
}

/** Where something is in the way, later is soon enough. */
async function tidy(session: Session): Promise<void> {
  const { vault, folders } = session
  session.isTidyDue = false
  session.quietSince = vault.ports.elapsed()
  try {
    await withIndexRecovery(vault, () => tidyUp(vault, folders.isQuiet))
  } catch (error) {
    if (!isInTheWay(error)) throw error
  }
}

/** Trouble ends no watch: it is told, and everything is looked at again a little later. */
async function work(session: Session, alarm: Alarm): Promise<void> {
  const { vault, folders, onLine } = session
  const times = folderTimes(session)
  // What happened up to those times is told by then.
  await setImmediate()
  try {
    const told = folders.take()
    await withIndexRecovery(vault, async () => {
      await takeIn(session, told, times)
      session.isTidyDue = isTidyDue(vault)
    })
    await commitIfDue(vault)
    tellSince(session)
  } catch (error) {
    const { code, message } = toFailure(error)
    if (code === 'BUG') throw error
    session.mustLookAtAll = true
    onLine({ type: 'note', text: `${message}; trying again` })
    await alarm.wait(retryMs)
  }
}

/** Each is told once, by whoever empties the list. */
function tellNotices({ onLine }: Session, notices: string[]): void {
  for (const text of notices.splice(0)) onLine({ type: 'note', text })
}
