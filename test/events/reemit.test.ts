import { describe, expect, test } from 'vitest'
import { emptyRecord, type RecordState } from '../../src/events/fold.ts'
import { reemitRecord } from '../../src/events/reemit.ts'

const fresh = () => ({ id: '01M8MZHA6W4F0XAWTCNK4M85KQ', at: '2031-03-06T00:00:00.000Z' })

function makeRecord(part: Partial<RecordState>): RecordState {
  return { ...emptyRecord('acme', 'one'), fields: { kind: 'trap', title: 'One' }, ...part }
}

describe('the time of the last use comes back where it was later', () => {
  // The first of them is none to Date.parse, and the second is one in the zone of the machine.
  test.each(['2031-03-05T10:05+02', '2031-03-05 08:05', '2031-03-06'])('%s', (lastHit) => {
    const known = makeRecord({ baseline: { hits: 2, lastHit } })
    const logged = makeRecord({ hits: 1, lastHit: '2031-03-05T07:00:00.000Z' })
    const [event] = reemitRecord({ known, logged, fresh })
    expect(event).toMatchObject({ type: 'record.upserted', data: { baseline: { hits: 1, lastHit } } })
  })
})
