/** Arms that ask another machine: the same answer, later. */
import { expect, test } from 'vitest'
import { arms } from '../../src/retrieval/arms/table.ts'
import { profiles } from '../../src/retrieval/profiles.ts'
import { search } from '../../src/retrieval/search.ts'
import { plain, readerOfNotes } from '../support/memory-search.ts'
import { now } from '../support/scoped-index.ts'
import { testPorts } from '../support/test-ports.ts'

const remote = arms.map((arm) => ({ ...arm, rank: async (input: Parameters<typeof arm.rank>[0]) => arm.rank(input) }))

test.each(['retry with jitter', 'retryPolicy in src/net/client.ts', 'nothing that is known', ''])(
  'an answer to "%s" is the same from arms that answer later',
  async (query) => {
    const reader = readerOfNotes([
      { id: 'jitter', title: 'Retry with jitter', body: 'The `retryPolicy` of src/net/client.ts waits.' },
      { id: 'cache', title: 'Cache keys', body: 'Retry the cache with a new key.' },
      { id: 'other', body: 'Something else.' },
    ])
    const given = { reader, profile: profiles.default, ports: testPorts(new Date(now).toISOString()) }
    const request = { ...plain, query, explain: true }
    const later = search(request, { ...given, arms: remote })
    if (query !== '') expect(later).toBeInstanceOf(Promise)
    expect(await later).toEqual(search(request, given))
  },
)
