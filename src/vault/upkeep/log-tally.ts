/** Uses by day and searches without an answer, counted from the log's end back: the index keeps totals and no days. */
import { readNewestFirst } from '../../events/newest-first.ts'
import type { StoredEvent } from '../../events/schema.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { ulidTime } from '../../events/ulid.ts'
import { dayMs } from '../../record/times.ts'
import { needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'

export interface TallyInput {
  /** Ids; undefined for all. */
  projects: readonly string[] | undefined
  /** Milliseconds since the epoch, the beginning of a day. */
  from: number
  to: number
}

export interface LogTally {
  /** Counted uses of each day, the earliest first. */
  hits: number[]
  /** Searches that were logged, and those of them that found nothing, by what was searched for. */
  searches: number
  unanswered: Map<string, number>
  /** From when on (ms) everything was counted: later than asked for where the log is too long to be read for this. */
  countedFrom: number
}

/** Some ten thousand events each, read in tens of milliseconds. */
const mostBytes = 16 * 1024 * 1024
const mostEvents = 10_000

/** Lines of which one is decoded to learn how far back they are. */
const stride = 256

const wanted = ['"type":"record.hit"', '"type":"query.logged"'].map((text) => Buffer.from(text))

/** The readers must be loaded. Throws INTEGRITY at a damaged line. */
export function tallyLog(vault: Vault, { projects, from, to }: TallyInput): LogTally {
  const days = new Array<number>(Math.ceil((to - from) / dayMs)).fill(0)
  const tally: LogTally = { hits: days, searches: 0, unanswered: new Map(), countedFrom: from }
  let [lines, bytes, events] = [0, 0, 0]
  const mayBeWanted = (line: Buffer): boolean => {
    lines += 1
    bytes += line.length
    return bytes > mostBytes || lines % stride === 0 || wanted.some((text) => line.includes(text))
  }
  const { segments } = vault.log
  for (const event of readNewestFirst({ segments, toEvent: needReaders(vault).toEvent, mayBeWanted })) {
    const at = Date.parse(event.at)
    // What was written anew from an index is new in the log, and has the time of its session.
    if (at < from && event.type !== 'session.seen') break
    if (isFoldable(event) && at < to) count(tally, event, { projects, day: Math.floor((at - from) / dayMs) })
    events += 1
    if (bytes <= mostBytes && events <= mostEvents) continue
    tally.countedFrom = ulidTime(event.id)
    break
  }
  return tally
}

function count(
  tally: LogTally,
  event: StoredEvent,
  { projects, day }: { projects: readonly string[] | undefined; day: number },
): void {
  const isMeant = (among: readonly string[]): boolean =>
    projects === undefined || among.some((project) => projects.includes(project))
  if (event.type === 'record.hit' && isMeant([event.data.project])) tally.hits[day] = (tally.hits[day] ?? 0) + 1
  if (event.type !== 'query.logged' || !isMeant(event.data.projects ?? projects ?? [])) return
  tally.searches += 1
  const query = event.data.query.trim()
  if (event.data.total === 0) tally.unanswered.set(query, (tally.unanswered.get(query) ?? 0) + 1)
}
