/** Which edits of both sides are told as a conflict. */
import { expect, test } from 'vitest'
import type { StoredEvent } from '../../../src/events/schema.ts'
import { findConflicts } from '../../../src/vault/sync/conflicts.ts'
import { storedEvent, toId, toTime } from '../../support/arbitrary-events.ts'

/** A record that arrives with counters, and has a key of one's own that is called as the place where those are kept. */
function arriving(n: number, writer: string, baseline: string): StoredEvent {
  const data = { project: 'acme', id: 'one', set: { title: 'One', baseline }, baseline: { hits: n } }
  return storedEvent({ type: 'record.upserted', data }, { writer, seq: 1, id: toId(n, 0), at: toTime(n) })
}

test('counters that both sides bring are none, also beside a key of that name', () => {
  const came = new Map([['acme/one', [arriving(1, 'anna', 'v1')]]])
  const here = new Map([['acme/one', [arriving(2, 'bert', 'v2')]]])
  expect(findConflicts({ came, here })).toMatchObject([
    { projectId: 'acme', id: 'one', field: 'baseline', kept: { writer: 'bert' }, earlier: { writer: 'anna' } },
  ])
})
