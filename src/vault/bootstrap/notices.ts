/** What somebody should look at: what is due, ends soon, was found stale, is disputed, or went wrong. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import { truncate } from '../../lib/text-cut.ts'
import { type ConcernRow, listConcerns, listDisputed } from '../../projections/index/brief-rows.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { countDueFiles, countUnfollowed } from '../../projections/index/status-rows.ts'
import { dayMs, humanAge, humanMoment, parseInstant, toIso } from '../../record/times.ts'
import { staleFlagFloor } from '../../retrieval/hit.ts'
import { readErrors } from '../error-log.ts'
import type { VaultPaths } from '../layout.ts'

export const noticeCodes = [
  'behind',
  'path-ignored',
  'slug-unknown',
  'due',
  'ending',
  'stale',
  'disputed',
  'file-unread',
  'file-unwritten',
  'errors',
] as const
export type NoticeCode = (typeof noticeCodes)[number]

export interface BriefNotice {
  code: NoticeCode
  /** One sentence without its full stop; stored text in it is harmless. */
  message: string
  /** The record that it is about. */
  id?: string
}

/** Milliseconds ahead that a brief looks: a week is what people plan by. */
const soonMs = 7 * dayMs
const recentErrorsMs = 7 * dayMs
/** Of each sort; who has more of one has no use for a list of them at the start of a session. */
const mostOfSort = 5
const longestTitle = 80
/** As many as tell whether there are many. */
const mostErrors = 100

export interface NoticeInput {
  db: IndexDatabase
  paths: VaultPaths
  project: string
  /** Milliseconds since the epoch. */
  now: number
}

export function findNotices({ db, paths, project, now }: NoticeInput): BriefNotice[] {
  const soon = now + soonMs
  const dueBefore = toIso(soon + dayMs).slice(0, 10)
  const limit = mostOfSort
  const { due, ending, stale } = listConcerns(db, { project, dueBefore, now, soon, staleFloor: staleFlagFloor, limit })
  return [
    ...due.flatMap((row) => toDue(row, now)),
    ...ending.map((row) => toNotice('ending', row, `ends ${humanAge(Number(row.value), now)}`)),
    ...stale.map((row) => toNotice('stale', row, `was found stale or wrong ${row.value} times`)),
    ...listDisputed(db, project, limit).map((row) =>
      toNotice('disputed', row, `contradicts ${toHarmless(String(row.value))}, and both are active`),
    ),
    ...findTroubles({ db, paths, project, now }),
  ]
}

/** A bare date is due by the end of that day. */
function toDue(row: ConcernRow, now: number): BriefNotice[] {
  const text = String(row.value)
  const due = parseInstant(text, { endOfDay: true })
  if (due === undefined || due > now + soonMs) return []
  const when = `${due > now ? 'is' : 'was'} due ${text}, ${humanMoment(due, now)}`
  return [toNotice('due', row, when)]
}

function toNotice(code: NoticeCode, { id, kind, title }: ConcernRow, what: string): BriefNotice {
  return { code, message: `${kind} ${id} ${what}: ${toHarmless(truncate(title, longestTitle))}`, id }
}

function findTroubles({ db, paths, project, now }: NoticeInput): BriefNotice[] {
  const [unread, unwritten] = [countUnfollowed(db, project), countDueFiles(db).failed]
  const errors = readErrors(paths, mostErrors).filter(({ at }) => Date.parse(at) > now - recentErrorsMs).length
  const said: [NoticeCode, number, string][] = [
    ['file-unread', unread, `${plural(unread, 'file')} of this project could not be read as records`],
    ['file-unwritten', unwritten, `${plural(unwritten, 'file')} of the vault could not be written`],
    ['errors', errors, `${errors < mostErrors ? '' : 'at least '}${plural(errors, 'trouble')} in the last 7 days`],
  ]
  return said.flatMap(([code, count, what]) =>
    count === 0 ? [] : [{ code, message: `${what}; "memo doctor" tells more` }],
  )
}
