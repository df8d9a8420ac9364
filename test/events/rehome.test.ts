/** Two branches of one writer's chain: each event ends in the log once, and all who have both end with the same bytes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../src/events/log.ts'
import { rehomeBranch } from '../../src/events/rehome.ts'
import type { EventDraft } from '../../src/events/schema.ts'
import { toEvent } from '../../src/events/schema.ts'
import { memorySegments, type SegmentStore } from '../../src/events/segments.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { verifyLog } from '../../src/events/verify.ts'
import { hitOn } from '../contracts/event-log.ts'
import { type TestStore, testStores } from '../support/event-stores.ts'
import { testPorts } from '../support/test-ports.ts'

type Bytes = Map<number, Buffer>

function branchOf(segments: SegmentStore, writer = 'anna'): Bytes {
  return new Map(segments.list(writer).map((segment) => [segment, Buffer.from(segments.read(writer, segment, 0))]))
}

function allBytes(segments: SegmentStore): { [writer: string]: string[] } {
  return Object.fromEntries(
    segments.writers().map((writer) => [writer, [...branchOf(segments, writer).values()].map(String)]),
  )
}

/** Names of the records that were hit, over all writers. */
function hits(segments: SegmentStore): string[] {
  const read = [...openLog(segments, testPorts()).read(new Map(), toEvent)]
  return read.map(({ event }) => (event.data as { id: string }).id).sort()
}

function bigNote(id: string): EventDraft {
  const set = { kind: 'note' as const, body: 'x'.repeat(200_000) }
  return { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id, set } }
}

/** A log of anna with two branches behind `c0` and `c1`; the store holds ours. */
function openForked(
  open: () => TestStore,
  ours: EventDraft[],
  theirs: EventDraft[],
  common = [hitOn('c0'), hitOn('c1')],
) {
  const store = open()
  const { segments, write, lose } = store
  const ports = testPorts()
  const log = openLog(segments, ports)
  const add = (drafts: EventDraft[]): void => {
    ports.pass(1)
    for (const draft of drafts) log.append('anna', [draft], zeroUlid)
  }
  add(common)
  const start = branchOf(segments)
  add(ours)
  const our = branchOf(segments)
  for (const segment of segments.list('anna').reverse()) lose('anna', segment)
  for (const [segment, bytes] of start) write('anna', segment, bytes)
  add(theirs)
  const their = branchOf(segments)
  for (const segment of segments.list('anna').reverse()) lose('anna', segment)
  for (const [segment, bytes] of our) write('anna', segment, bytes)
  return { ...store, start, our, their }
}

for (const [name, open] of Object.entries(testStores)) {
  describe(`rehomeBranch over ${name}`, () => {
    const pair = () => openForked(open, [hitOn('o0'), hitOn('o1')], [hitOn('t0')])

    test('what is the same, or a beginning of ours, changes nothing', () => {
      const { segments, our, start } = pair()
      const before = allBytes(segments)
      const torn = Buffer.concat([our.get(1) ?? Buffer.alloc(0), Buffer.from('{"v":1,')])
      for (const theirs of [our, start, new Map([[1, torn]]), new Map()]) {
        expect(rehomeBranch({ segments, writer: 'anna', theirs })).toMatchObject({ found: 'nothing', moved: 0 })
      }
      expect(allBytes(segments)).toEqual(before)
    })

    test('what continues ours is appended, a torn tail of ours set aside', () => {
      const { segments, our, start, write, setAside } = pair()
      write('anna', 1, Buffer.concat([start.get(1) ?? Buffer.alloc(0), Buffer.from('half a li')]))
      const report = rehomeBranch({ segments, writer: 'anna', theirs: our })
      expect(report).toEqual({ found: 'longer', kept: 'theirs', taken: 2, moved: 0, home: undefined })
      expect(branchOf(segments)).toEqual(our)
      expect(setAside().map(String)).toEqual(['half a li'])
    })

    test('a writer that is not here yet is taken whole', () => {
      const { segments, our, lose } = pair()
      lose('anna', 1)
      expect(rehomeBranch({ segments, writer: 'anna', theirs: our })).toMatchObject({ found: 'longer', taken: 4 })
      expect(branchOf(segments)).toEqual(our)
    })

    test.each([
      { keep: 'ours' as const, at: 'anna', moved: 1 },
      { keep: 'theirs' as const, at: 'anna', moved: 2 },
      { keep: 'older' as const, at: 'anna', moved: 1 },
    ])('a fork keeps $keep and moves the other branch', ({ keep, moved }) => {
      const { segments, our, their } = pair()
      const report = rehomeBranch({ segments, writer: 'anna', theirs: their, keep })
      expect(report).toMatchObject({ found: 'fork', kept: keep === 'theirs' ? 'theirs' : 'ours', moved })
      expect(branchOf(segments)).toEqual(keep === 'theirs' ? their : our)
      expect(segments.writers()).toEqual(['anna', report.home])
      expect(report.home).toMatch(/^fork-[0-9a-f]{16}$/)
      expect(hits(segments)).toEqual(['c0', 'c1', 'o0', 'o1', 't0'])
      const again = rehomeBranch({ segments, writer: 'anna', theirs: keep === 'theirs' ? our : their, keep: 'ours' })
      expect(again).toMatchObject({ found: 'fork', kept: 'ours', moved, home: report.home })
      expect(hits(segments)).toEqual(['c0', 'c1', 'o0', 'o1', 't0'])
    })

    test('over several segments, whichever is longer', () => {
      const common = [bigNote('a'), bigNote('b'), bigNote('c'), bigNote('d')]
      const ours = [bigNote('e'), bigNote('f'), bigNote('g'), bigNote('h')]
      for (const keep of ['ours', 'theirs'] as const) {
        const { segments, our, their } = openForked(open, ours, [hitOn('t0'), bigNote('i'), hitOn('t1')], common)
        const report = rehomeBranch({ segments, writer: 'anna', theirs: their, keep })
        expect(branchOf(segments)).toEqual(keep === 'ours' ? our : their)
        expect(report.moved).toBe(keep === 'ours' ? 3 : 4)
        expect(hits(segments)).toEqual([...'abcdefghi', 't0', 't1'])
        expect(verifyLog(segments).findings).toEqual([])
      }
    })

    test('a version of one segment alone stands for the branch up to there', () => {
      const common = [bigNote('a'), bigNote('b'), bigNote('c'), bigNote('d')]
      const { segments, our, their } = openForked(open, [hitOn('o0')], [hitOn('t0')], common)
      const theirs = new Map([[2, their.get(2) ?? Buffer.alloc(0)]])
      expect(rehomeBranch({ segments, writer: 'anna', theirs, keep: 'ours' })).toMatchObject({ moved: 1 })
      expect(branchOf(segments)).toEqual(our)
      const first = new Map([[1, our.get(1) ?? Buffer.alloc(0)]])
      expect(rehomeBranch({ segments, writer: 'anna', theirs: first })).toMatchObject({ found: 'nothing' })
    })

    test('a branch that grew since it was moved is moved on', () => {
      const { segments, their, start } = openForked(open, [hitOn('o0')], [hitOn('t0'), hitOn('t1'), hitOn('t2')])
      const [, , t0] = String(their.get(1)).split(/(?<=\n)/)
      const short = new Map([[1, Buffer.from(`${start.get(1)}${t0}`)]])
      const first = rehomeBranch({ segments, writer: 'anna', theirs: short, keep: 'ours' })
      const second = rehomeBranch({ segments, writer: 'anna', theirs: their, keep: 'ours' })
      expect([first.moved, second.moved, second.home]).toEqual([1, 3, first.home])
      expect(hits(segments)).toEqual(['c0', 'c1', 'o0', 't0', 't1', 't2'])
    })

    test.each([
      ['a bad line', (text: string) => text.replace('"t0"', '"tO"').concat(text.split(/(?<=\n)/).at(-1) ?? '')],
      ['conflict markers', (text: string) => `${text}<<<<<<< HEAD\n${text}`],
      [
        'a line that continues nothing',
        (text: string) =>
          text
            .split(/(?<=\n)/)
            .toSpliced(1, 1)
            .join(''),
      ],
    ])('%s in their branch is refused by file and line, and ours stays', (_, change) => {
      const { segments, their } = pair()
      const before = allBytes(segments)
      const theirs = new Map([[1, Buffer.from(change(String(their.get(1))))]])
      expect(() => rehomeBranch({ segments, writer: 'anna', theirs })).toThrow(/000001\.jsonl line \d is damaged/)
      expect(allBytes(segments)).toEqual(before)
    })
  })
}

test('data that was redacted on one side is no fork', () => {
  const { segments, our, write } = openForked(testStores.memory ?? memory, [hitOn('o0'), hitOn('o1')], [hitOn('t0')])
  const whole = String(our.get(1))
  write('anna', 1, whole.replace(/"data":.*"o0".*/, '"data":{"redacted":"01JQ0000000000000000000009"}}'))
  const before = allBytes(segments)
  expect(rehomeBranch({ segments, writer: 'anna', theirs: our })).toMatchObject({ found: 'nothing' })
  expect(allBytes(segments)).toEqual(before)
})

function memory(): TestStore {
  throw new Error('there is a store in memory')
}

interface Clone {
  segments: SegmentStore
  writer: string
}

/** Takes over what the other has, as a clone does that fetched it. */
function take(into: Clone, from: Clone, names: () => string): void {
  for (const writer of from.segments.writers()) {
    const { found, kept } = rehomeBranch({ segments: into.segments, writer, theirs: branchOf(from.segments, writer) })
    if (writer === into.writer && found !== 'nothing' && kept === 'theirs') into.writer = names()
  }
}

test('copies of copies that all went on writing agree in the end, with every event once', () => {
  const step = fc.record({ do: fc.constantFrom('write', 'write', 'copy', 'take'), a: fc.nat(3), b: fc.nat(3) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 40 }), fc.boolean(), (steps, isSkewed) => {
      const ports = testPorts()
      const clones: Clone[] = [{ segments: memorySegments(), writer: 'anna' }]
      let count = 0
      const names = (): string => `own-${count++}`
      const written: string[] = []
      const write = (clone: Clone): void => {
        const id = `r${written.push('') - 1}`
        written[written.length - 1] = id
        ports.pass(isSkewed && written.length % 3 === 0 ? -5000 : 1)
        const log = openLog(clone.segments, ports)
        const floor =
          clone.segments
            .writers()
            .map((writer) => log.end(writer).id)
            .sort()
            .at(-1) ?? zeroUlid
        log.append(clone.writer, [hitOn(id)], floor)
      }
      for (const { do: what, a, b } of steps) {
        const [one, other] = [clones[a % clones.length], clones[b % clones.length]]
        if (one === undefined || other === undefined) continue
        if (what === 'write') write(one)
        else if (what === 'take' && one !== other) take(one, other, names)
        else if (what === 'copy' && clones.length < 4) {
          const segments = memorySegments()
          const copy = { segments, writer: one.writer }
          for (const writer of one.segments.writers())
            for (const [segment, bytes] of branchOf(one.segments, writer)) segments.append(writer, segment, bytes)
          clones.push(copy)
        }
      }
      for (let round = 0; round < 4; round++)
        for (const one of clones) for (const other of clones) if (one !== other) take(one, other, names)
      for (const { segments } of clones) {
        expect(hits(segments)).toEqual(written.toSorted())
        expect(allBytes(segments)).toEqual(allBytes(clones[0]?.segments ?? segments))
        expect(verifyLog(segments).findings).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})
