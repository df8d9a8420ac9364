/** What the server has counted since it began, and how the vault is now, as Prometheus reads it. */

import type { SearchResult } from '../vault/reading/search.ts'
import type { Measures } from '../vault/upkeep/measure.ts'
import { type Family, type Sample, toExposition } from './exposition.ts'
import { counter, histogram } from './tally.ts'

export interface Metrics {
  /** A search that was made with `explain`, and the milliseconds that it took. */
  searched(answer: Pick<SearchResult, 'trace' | 'abstained' | 'degraded'>, ms: number): void
  /** A request that was answered, by the path of its route. */
  answered(route: string, status: number): void
  /** The text for `/metrics`. */
  tell(measures: Measures, now: { version: string; streams: number }): string
}

/** Seconds, from what a search of a small index takes to what nobody waits for. */
const searchBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
/** One ranker of many takes microseconds; one that asks a model, seconds. */
const armBounds = [0.000025, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]

export function openMetrics(): Metrics {
  const requests = counter()
  const searches = counter({ isPlain: true })
  const degraded = counter({ isPlain: true })
  const abstentions = counter()
  const durations = histogram(searchBounds)
  const arms = histogram(armBounds)
  return {
    answered: (route, status) => requests.add({ route, status: String(status) }),
    searched: (answer, ms) => {
      searches.add()
      durations.observe(ms / 1000)
      if (answer.degraded !== null) degraded.add()
      if (answer.abstained !== null) abstentions.add({ reason: answer.abstained.reason })
      for (const { arm, ran, ms: took } of answer.trace?.arms ?? []) if (ran) arms.observe(took / 1000, { arm })
    },
    tell: (measures, now) =>
      toExposition([
        family('memo_http_requests_total', 'counter', 'Requests answered, by route.', requests.samples()),
        family('memo_searches_total', 'counter', 'Searches made through this server.', searches.samples()),
        family('memo_search_degraded_total', 'counter', 'Searches that could not run in full.', degraded.samples()),
        family(
          'memo_search_abstentions_total',
          'counter',
          'Searches without a good answer, by reason.',
          abstentions.samples(),
        ),
        family('memo_search_duration_seconds', 'histogram', 'How long a search took.', durations.samples()),
        family('memo_search_arm_duration_seconds', 'histogram', 'How long each ranker took that ran.', arms.samples()),
        ...ofVault(measures),
        family('memo_event_streams', 'gauge', 'Open streams of events.', [{ value: now.streams }]),
        family('memo_build_info', 'gauge', 'The version of memo.', [{ labels: { version: now.version }, value: 1 }]),
      ]),
  }
}

function ofVault({ records, projects, hits, events, behind }: Measures): Family[] {
  const lag = behind.events === null ? [] : [{ value: behind.events }]
  return [
    family('memo_records', 'gauge', 'Records of the vault, by kind.', byLabel('kind', records)),
    family('memo_projects', 'gauge', 'Projects of the vault.', [{ value: projects }]),
    family('memo_hits', 'gauge', 'Counted uses of all records.', [{ value: hits }]),
    family(
      'memo_events_total',
      'counter',
      'Events of the log that the index has folded, by writer.',
      byLabel('writer', events),
    ),
    family(
      'memo_index_lag_events',
      'gauge',
      'Events of the log that the index has not folded; none where too many.',
      lag,
    ),
    family('memo_index_lag_bytes', 'gauge', 'Bytes of those.', [{ value: behind.bytes }]),
  ]
}

function byLabel(label: string, counts: { readonly [name: string]: number }): Sample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

function family(name: string, type: Family['type'], help: string, samples: readonly Sample[]): Family {
  return { name, type, help, samples }
}
