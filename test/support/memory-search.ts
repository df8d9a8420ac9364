/** Searching an index in memory, without a vault around it. */
import { noNarrowing } from '../../src/record/narrowing.ts'
import type { SearchReader } from '../../src/retrieval/port.ts'
import { profiles } from '../../src/retrieval/profiles.ts'
import { type Answer, type SearchRequest, search } from '../../src/retrieval/search.ts'
import { atOnce } from './at-once.ts'
import { indexOf, now } from './scoped-index.ts'
import { testPorts } from './test-ports.ts'
import { project } from './vault.ts'

export interface PlainRecord {
  id: string
  title?: string
  body: string
}

export function readerOfNotes(records: readonly PlainRecord[]): SearchReader {
  const toSet = ({ id, title = id, body }: PlainRecord) => ({
    kind: 'note' as const,
    status: 'active' as const,
    title,
    body,
    created: '2031-04-01T00:00:00Z',
  })
  return indexOf(records.map((record) => ({ project, id: record.id, set: toSet(record) }))).reader
}

export function searchNotes(reader: SearchReader, query: string, request: Partial<SearchRequest> = {}): Answer {
  const ports = testPorts(new Date(now).toISOString())
  return atOnce(search({ ...plain, query, ...request }, { reader, profile: profiles.default, ports }))
}

export const plain: Omit<SearchRequest, 'query'> = {
  ...noNarrowing,
  projects: [project],
  kinds: undefined,
  statuses: undefined,
  includeScratch: false,
  includeExpired: false,
  asOf: undefined,
  sort: 'relevance',
  limit: 10,
  offset: 0,
  explain: false,
  prefixLast: false,
}
