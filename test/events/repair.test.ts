import { describe, expect, test } from 'vitest'
import { redactLine } from '../../src/events/codec.ts'
import { foldRecords, type RecordState } from '../../src/events/fold.ts'
import { openLog } from '../../src/events/log.ts'
import { repairWriter } from '../../src/events/repair.ts'
import { type EventDraft, type StoredEvent, toEvent } from '../../src/events/schema.ts'
import { isFoldable } from '../../src/events/schema-guard.ts'
import type { SegmentStore } from '../../src/events/segments.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { verifyLog } from '../../src/events/verify.ts'
import { walkWriter } from '../../src/events/walk.ts'
import { MemoError } from '../../src/lib/errors.ts'
import { hitOn } from '../contracts/event-log.ts'
import { memoryStore, type TestStore, testStores } from '../support/event-stores.ts'
import { testPorts } from '../support/test-ports.ts'

function note(n: number, size = 10): EventDraft {
  const set = { kind: 'note' as const, title: `Note ${n}`, body: 'x'.repeat(size) }
  return { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id: `note-${n % 4}`, set } }
}

const rating: EventDraft = {
  actor: 'cli',
  type: 'record.rated',
  data: { project: 'shop', id: 'note-0', rating: 'helpful' },
}

function openTest(open: () => TestStore) {
  const store = open()
  const { segments } = store
  const ports = testPorts()
  const log = openLog(segments, ports)
  const text = (segment: number): string => segments.read('anna', segment, 0).toString()
  return {
    ...store,
    log,
    add: (...drafts: EventDraft[]) => log.append('anna', drafts, zeroUlid),
    text,
    lines: (segment = 1) => text(segment).split(/(?<=\n)/),
    put: (segment: number, ...parts: (string | undefined)[]) => store.write('anna', segment, parts.join('')),
    repair: () => repairWriter({ segments, writer: 'anna', newWriter: 'anna-2' }),
    findings: () =>
      verifyLog(segments).findings.map(({ writer, segment, line, code }) => `${writer} ${segment}:${line} ${code}`),
  }
}

/** Three segments, the last one not full; four notes a segment, with ratings and hits between. */
function openThree(open: () => TestStore) {
  const opened = openTest(open)
  for (let n = 0; opened.segments.list('anna').length < 3; n++) opened.add(note(n, 135_000), rating, hitOn('note-1'))
  opened.add(hitOn('note-2'), rating)
  return opened
}

/** What all sound lines of the log add up to, whoever holds them and however they are chained. */
function foldOfSound(segments: SegmentStore): unknown {
  let seq = 0
  const events: StoredEvent[] = []
  for (const writer of segments.writers()) {
    for (const { sound, finding } of walkWriter(segments, writer)) {
      if (sound === undefined || finding?.code === 'duplicate') continue
      const event = toEvent(sound)
      if (isFoldable(event)) events.push({ ...event, seq: ++seq })
    }
  }
  return withoutWriters(foldRecords(events))
}

function withoutWriters(states: Map<string, RecordState>): unknown {
  const idOf = (stamp: string): string => stamp.slice(0, 26)
  return [...states].sort().map(([name, { stamps, ratings, ...state }]) => ({
    ...state,
    name,
    stamps: Object.entries(stamps)
      .map(([register, stamp]) => [register, idOf(stamp)])
      .sort(),
    ratings: ratings.map(({ stamp, ...rest }) => ({ ...rest, id: idOf(stamp) })),
  }))
}

function foldOfLog(segments: SegmentStore): unknown {
  const read = [...openLog(segments, testPorts()).read(new Map(), toEvent)]
  return withoutWriters(foldRecords(read.map(({ event }) => event).filter(isFoldable)))
}

/** Repairs, and checks what every repair must leave: a sound log that says the same, and that can go on. */
function checkRepair({ segments, repair, findings, log, setAside }: ReturnType<typeof openTest>) {
  const expected = foldOfSound(segments)
  const bytesBefore = new Map(
    segments.list('anna').map((segment) => [segment, Buffer.from(segments.read('anna', segment, 0))]),
  )
  const report = repair()
  expect(findings().filter((finding) => !finding.endsWith('redacted'))).toEqual([])
  expect(foldOfLog(segments)).toEqual(expected)
  expect(repair()).toEqual({ kept: report.kept, rehomed: 0, home: undefined, setAside: [] })
  const kept = segments.list('anna').reduce((size, segment) => size + (segments.size('anna', segment) ?? 0), 0)
  const aside = setAside().reduce((size, bytes) => size + bytes.length, 0)
  expect(kept + aside).toBe([...bytesBefore.values()].reduce((size, bytes) => size + bytes.length, 0))
  for (const writer of ['anna', 'anna-2']) log.append(writer, [hitOn('note-3')], zeroUlid)
  expect(findings().filter((finding) => !finding.endsWith('redacted'))).toEqual([])
  return report
}

for (const [name, open] of Object.entries(testStores)) {
  describe(`repairWriter over ${name}`, () => {
    test('leaves a sound log alone', () => {
      const opened = openThree(open)
      const lines = [1, 2, 3].flatMap((segment) => opened.lines(segment))
      expect(opened.repair()).toEqual({ kept: lines.length, rehomed: 0, home: undefined, setAside: [] })
      expect([opened.segments.writers(), opened.setAside()]).toEqual([['anna'], []])
      expect([1, 2, 3].flatMap((segment) => opened.lines(segment))).toEqual(lines)
    })

    test('leaves redacted lines alone', () => {
      const opened = openTest(open)
      opened.add(note(0), note(1))
      const [a, b] = opened.lines()
      opened.put(1, a?.replace(/"data":.*/, '"data":{"redacted":"01JQ0000000000000000000009"}}'), b)
      expect(opened.repair()).toEqual({ kept: 2, rehomed: 0, home: undefined, setAside: [] })
      expect(opened.findings()).toEqual(['anna 1:1 redacted'])
    })

    test('damage in the middle of the first of three segments', () => {
      const opened = openThree(open)
      const total = [1, 2, 3].flatMap((segment) => opened.lines(segment)).length
      opened.put(1, ...opened.lines(1).map((line, n) => (n === 4 ? line.replace('"seq":5', '"seq":6') : line)))
      expect(opened.findings()).toEqual(['anna 1:5 damaged'])
      expect(checkRepair(opened)).toMatchObject({
        kept: 4,
        rehomed: total - 5,
        setAside: [{ file: 'events/anna/000001.jsonl', line: 5 }],
      })
      expect(opened.segments.list('anna')).toEqual([1])
      expect(opened.segments.list('anna-2').length).toBeGreaterThan(1)
    })

    test('damage in the first line of a later segment, and again further on', () => {
      const opened = openThree(open)
      const [first, second] = [opened.lines(1).length, opened.lines(2).length]
      opened.put(2, 'bad\n', ...opened.lines(2).slice(1))
      opened.put(3, 'bad\n', ...opened.lines(3))
      const third = opened.lines(3).length - 1
      const report = checkRepair(opened)
      expect(report).toMatchObject({ kept: first, rehomed: second - 1 + third })
      expect(report.setAside.map(({ file, line }) => `${file}:${line}`)).toEqual([
        'events/anna/000002.jsonl:1',
        'events/anna/000003.jsonl:1',
      ])
    })

    test('damage in the very first line leaves nothing of the writer but the copy', () => {
      const opened = openTest(open)
      opened.add(note(1), note(2))
      opened.put(1, 'bad\n', opened.lines()[1])
      expect(opened.repair()).toMatchObject({ kept: 0, rehomed: 1 })
      expect([opened.segments.writers(), opened.setAside().length]).toEqual([['anna-2'], 1])
    })

    test('a fork in one file', () => {
      const opened = openTest(open)
      opened.add(note(0), note(1))
      const start = opened.text(1)
      opened.add(note(2), rating, hitOn('note-1'))
      const ours = opened.text(1)
      opened.put(1, start)
      opened.add(hitOn('note-0'), note(5))
      const theirs = opened.text(1).slice(start.length)
      opened.put(1, ours, theirs)
      expect(opened.findings()).toEqual(['anna 1:6 fork', 'anna 1:7 fork'])
      expect(checkRepair(opened)).toMatchObject({ kept: 5, rehomed: 2, setAside: [] })
    })

    test('B075 conflict markers with both branches between them', () => {
      const opened = openTest(open)
      opened.add(note(0))
      const start = opened.text(1)
      opened.add(note(1), rating)
      const ours = opened.text(1).slice(start.length)
      opened.put(1, start)
      opened.add(hitOn('note-0'))
      const theirs = opened.text(1).slice(start.length)
      opened.put(1, start, '<<<<<<< HEAD\n', ours, '=======\n', theirs, '>>>>>>> topic\n')
      const report = checkRepair(opened)
      expect(report).toMatchObject({ kept: 1, rehomed: 3 })
      expect(report.setAside.map(({ line }) => line)).toEqual([2, 5, 7])
    })

    test('a deleted middle segment', () => {
      const opened = openThree(open)
      const [first, third] = [opened.lines(1).length, opened.lines(3).length]
      opened.lose('anna', 2)
      expect(opened.findings()).toEqual(['anna 2:0 sequence'])
      expect(checkRepair(opened)).toMatchObject({ kept: first, rehomed: third, setAside: [] })
    })

    test('a torn tail, and repeated lines', () => {
      const opened = openTest(open)
      opened.add(note(0), note(1), rating)
      const [a, b, c] = opened.lines()
      opened.put(1, a, b, a, b, c, '{"v":1')
      expect(checkRepair(opened)).toMatchObject({
        kept: 2,
        rehomed: 1,
        setAside: [{ file: 'events/anna/000001.jsonl', line: 6 }],
      })
    })

    test('lines of unknown types and redacted lines move as they are', () => {
      const opened = openTest(open)
      opened.add(note(0), note(1), {
        actor: 'mcp',
        type: 'record.dreamt',
        data: { of: ['sheep', 1] },
      } as unknown as EventDraft)
      const [a, b, c] = opened.lines()
      const redacted = '{"redacted":"01JQ0000000000000000000009"}'
      opened.put(1, 'bad\n', a?.replace(/"data":.*/, `"data":${redacted}}`), b, c)
      expect(opened.repair()).toMatchObject({ kept: 0, rehomed: 3 })
      const moved = opened.segments
        .read('anna-2', 1, 0)
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const before = [a, b, c].map((line) => JSON.parse(line ?? ''))
      for (const [n, line] of moved.entries()) {
        const { id, at, actor, type } = before[n]
        expect(line).toMatchObject({ id, at, actor, type, writer: 'anna-2', seq: n + 1 })
      }
      expect(moved.map(({ data }) => data)).toEqual([JSON.parse(redacted), before[1].data, before[2].data])
      expect(opened.findings()).toEqual(['anna-2 1:1 redacted'])
    })

    test('the new writer may have a log already, with a torn tail', () => {
      const opened = openTest(open)
      opened.log.append('anna-2', [note(3)], zeroUlid)
      opened.write('anna-2', 1, `${opened.segments.read('anna-2', 1, 0)}{"v":1`)
      opened.add(note(0), note(1))
      opened.put(1, 'bad\n', ...opened.lines())
      expect(opened.repair()).toMatchObject({ kept: 0, rehomed: 2 })
      expect(opened.findings()).toEqual([])
    })
  })
}

describe('repairWriter', () => {
  function openDamaged() {
    const opened = openThree(memoryStore)
    opened.put(1, ...opened.lines(1).map((line, n) => (n === 4 ? 'bad\n' : line)))
    return opened
  }

  function stopping(segments: SegmentStore, after: number): SegmentStore {
    let count = 0
    const counted = <A extends unknown[]>(write: (...args: A) => void) => {
      return (...args: A): void => {
        if (count++ === after) throw new Error('stopped')
        write(...args)
      }
    }
    const { append, truncate, remove } = segments
    return { ...segments, append: counted(append), truncate: counted(truncate), remove: counted(remove) }
  }

  test('interrupted at any step and run again, even for another new writer, it moves each line once', () => {
    let stops = 0
    for (let after = 0; ; after++) {
      const { segments, findings } = openDamaged()
      const expected = foldOfSound(segments)
      try {
        repairWriter({ segments: stopping(segments, after), writer: 'anna', newWriter: 'anna-2' })
        break
      } catch (error) {
        expect(String(error)).toBe('Error: stopped')
      }
      stops += 1
      expect(segments.list('anna')).toEqual([1, 2, 3].slice(0, segments.list('anna').length))
      repairWriter({ segments, writer: 'anna', newWriter: after % 2 === 0 ? 'anna-2' : 'anna-3' })
      expect(findings()).toEqual([])
      expect(foldOfLog(segments)).toEqual(expected)
    }
    expect(stops).toBeGreaterThan(5)
  })

  test.each([
    ['its own log', 'anna', 'BUG'],
    ['a name that is no writer', '../x', 'USAGE'],
  ])('does not move lines to %s', (_, newWriter, code) => {
    const { segments } = openDamaged()
    try {
      repairWriter({ segments, writer: 'anna', newWriter })
    } catch (error) {
      expect(error).toBeInstanceOf(MemoError)
      expect(error).toMatchObject({ code })
    }
    expect(segments.writers()).toEqual(['anna'])
    expect.assertions(3)
  })

  test('without a new writer named, two clones move the same lines to the same log', () => {
    const [one, other] = [openDamaged(), openDamaged()]
    const homes = [one, other].map(({ segments }) => repairWriter({ segments, writer: 'anna' }).home)
    expect(homes[0]).toMatch(/^fork-[0-9a-f]{16}$/)
    expect(homes[1]).toBe(homes[0])
    const bytes = [one, other].map(({ segments }) => String(segments.read(homes[0] ?? '', 1, 0)))
    expect(bytes[1]).toBe(bytes[0])
  })

  test('lines of a writer whose own log has them do not come back', () => {
    const opened = openTest(memoryStore)
    opened.add(note(0))
    opened.log.append('ben', [note(1)], zeroUlid)
    opened.put(1, ...opened.lines(), opened.segments.read('ben', 1, 0).toString())
    expect(opened.repair()).toEqual({ kept: 1, rehomed: 0, home: undefined, setAside: [] })
    expect([opened.findings(), opened.segments.writers()]).toEqual([[], ['anna', 'ben']])
  })

  test('a line is the same as its copy in another log, whichever of the two has lost its data', () => {
    const opened = openTest(memoryStore)
    opened.add(note(0), note(1))
    const [a, b = ''] = opened.lines()
    const redacted = `${redactLine(Buffer.from(b.trimEnd()), '01JQ0000000000000000000009')}\n`
    for (const [first, again] of [
      [b, redacted],
      [redacted, b],
    ]) {
      opened.put(1, a, 'bad\n', first)
      opened.repair()
      opened.put(1, a, 'bad\n', again)
      expect(opened.repair()).toMatchObject({ kept: 1, rehomed: 0 })
      opened.segments.remove('anna-2', 1, 'test')
    }
  })
})
