/** The answer of `memo stats --json`. */
import * as z from 'zod'
import { RecordId } from '../../record/schema.ts'
import { sizes } from './optimize.ts'
import { isStale, recordKey } from './record-parts.ts'
import { writer } from './status.ts'

const count = z.int().min(0)
const counts = z.record(z.string(), count)

const named = {
  ...recordKey,
  kind: z.string().describe('its kind'),
  title: z.string().describe('what it is called'),
}

const used = z.object({
  ...named,
  hits: count.describe('counted uses'),
  lastHit: z.string().describe('when it was used last').exactOptional(),
})

const group = z.object({
  count: count.describe('how many there are'),
  isMore: z.boolean().describe('whether there are more than were counted'),
  records: z.array(used).describe('the first of them'),
})

const records = z.object({
  total: count.describe('how many records there are'),
  byKind: counts.describe('by kind, the most frequent first'),
  byStatus: counts.describe('by status, the most frequent first'),
  byProject: counts.describe('by project, the largest first'),
})

const uses = z.object({
  days: z.array(count).describe('counted uses of each day (UTC) from then on'),
  countedFrom: z.string().describe('from when on all were counted: later than asked for where the log is too long'),
})

const searches = z.object({
  isLogged: z.boolean().describe('whether the settings have searches logged'),
  total: count.describe('logged searches of that time'),
  unanswered: count.describe('those of them that found nothing'),
  queries: z
    .array(z.object({ query: z.string().describe('what was searched for'), times: count.describe('how often') }))
    .describe('the most frequent of these'),
})

const expiring = z.object({
  ...group.pick({ count: true, isMore: true }).shape,
  records: z
    .array(z.object({ ...named, expires: z.string().describe('when it expires') }))
    .describe('the first of them, the next to expire first'),
})

export const statsResult = z.object({
  projects: z.array(RecordId).nullable().describe('the projects that were counted; null for all'),
  records: records.describe('what is there'),
  from: z.string().describe('the beginning of the day from which growth and uses are told'),
  growth: z.array(count).describe('records by the week (seven days from then on) in which they happened'),
  uses: uses.describe('counted uses'),
  searches: searches.describe('searches, as far as they were logged'),
  mostUsed: z.array(used).describe('the records with the most counted uses'),
  neverUsed: group.describe(
    'traps, decisions, specs and plans that nobody used, or changed for thirty days, the oldest first',
  ),
  doubted: group.describe('open records that readers found stale or wrong, and not helpful'),
  superseded: group.describe('superseded records that were used in that time'),
  expiring: expiring.describe('records that expire within a week'),
  writers: z.array(writer).describe('every clone that has written to the log, by id'),
  sizes: sizes.describe('what the vault takes on disk'),
  stale: isStale,
})
