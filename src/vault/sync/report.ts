/** What a sync tells, out of what each of its steps has done. */

import type { News } from './news.ts'
import type { SyncReport } from './sync.ts'
import type { Taken } from './take-in.ts'

export const emptyReport: SyncReport = {
  fetched: 0,
  events: { taken: 0, adopted: 0 },
  records: 0,
  conflicts: [],
  foreign: [],
  settings: [],
  skipped: [],
  forks: [],
}

export function toReport(news: News, taken: Taken, fetched: number): SyncReport {
  const { events, adopted, records, conflicts, settings, skipped, forks } = taken
  return {
    fetched,
    events: { taken: events, adopted: adopted.length },
    records: records.length,
    conflicts,
    foreign: news.foreign.map(({ commit, author, at, subject }) => ({ commit, author, at, subject })),
    settings,
    skipped,
    forks,
  }
}

/** Of two steps that were done one after the other. */
export function joinReports(first: SyncReport, second: SyncReport): SyncReport {
  return {
    fetched: first.fetched + second.fetched,
    events: {
      taken: first.events.taken + second.events.taken,
      adopted: first.events.adopted + second.events.adopted,
    },
    records: first.records + second.records,
    conflicts: [...first.conflicts, ...second.conflicts],
    foreign: [...first.foreign, ...second.foreign],
    settings: [...new Set([...first.settings, ...second.settings])],
    skipped: [...first.skipped, ...second.skipped],
    forks: [...first.forks, ...second.forks],
  }
}
