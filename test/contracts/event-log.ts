/** What the log promises over any segment store. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendEntries, sealedSize } from '../../src/events/append.ts'
import { encodeLine } from '../../src/events/codec.ts'
import { type Cursor, openLog, type Position, type ReadEvent, startPosition } from '../../src/events/log.ts'
import { type EventDraft, toEvent } from '../../src/events/schema.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { MemoError } from '../../src/lib/errors.ts'
import type { TestStore } from '../support/event-stores.ts'
import { testPorts } from '../support/test-ports.ts'

export function hitOn(id: string): EventDraft {
  return { actor: 'cli', type: 'record.hit', data: { project: 'shop', id, via: 'get' } }
}

function noteWith(body: string): EventDraft {
  return { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id: 'note', set: { kind: 'note', body } } }
}

function openTest(open: () => TestStore) {
  const store = open()
  const ports = testPorts()
  const log = openLog(store.segments, ports)
  const readAll = (cursor: Cursor = new Map()): ReadEvent[] => [...log.read(cursor, toEvent)]
  return {
    ...store,
    ports,
    log,
    readAll,
    add: (writer: string, ...drafts: EventDraft[]) => log.append(writer, drafts, zeroUlid),
    ids: () => readAll().map(({ event }) => (event.data as { id: string }).id),
    bytes: (writer: string, segment = 1) => Buffer.from(store.segments.read(writer, segment, 0)),
  }
}

function failure(run: () => unknown): MemoError {
  try {
    run()
  } catch (error) {
    if (error instanceof MemoError) return error
    throw error
  }
  throw new Error('it did not fail')
}

export function describeEventLog(name: string, open: () => TestStore): void {
  describe(`event log over ${name}`, () => {
    describe('appending and reading', () => appending(open))
    describe('rolling over', () => rollingOver(open))
    describe('a torn tail', () => tornTail(open))
    describe('damage', () => damage(open))
  })
}

function appending(open: () => TestStore): void {
  test('an empty log has nothing', () => {
    const { log, readAll } = openTest(open)
    expect(readAll()).toEqual([])
    expect(log.end('anna')).toEqual(startPosition)
    expect(log.hasNews(new Map())).toBe(false)
    expect(log.cutTornTail('anna')).toBe(false)
  })

  test('gives back what was appended, exactly as append told it', () => {
    const { add, readAll } = openTest(open)
    const odd = noteWith('x') as Extract<EventDraft, { type: 'record.upserted' }>
    odd.data.set = { ...odd.data.set, title: undefined, weight: -0 }
    const appended = [...add('anna', hitOn('a'), odd), ...add('anna', hitOn('b'))]
    expect(readAll()).toStrictEqual(appended)
    expect(appended.map(({ event }) => event.seq)).toEqual([1, 2, 3])
  })

  test('appending nothing writes nothing', () => {
    const { add, segments } = openTest(open)
    expect(add('anna')).toEqual([])
    expect(segments.writers()).toEqual([])
  })

  test('several writers stand side by side, each in its own order', () => {
    const { add, ids, segments } = openTest(open)
    add('ben', hitOn('b1'))
    add('anna', hitOn('a1'))
    add('ben', hitOn('b2'))
    expect(segments.writers()).toEqual(['anna', 'ben'])
    expect(ids()).toEqual(['a1', 'b1', 'b2'])
  })

  test('reading goes on from any position', () => {
    const { add, readAll } = openTest(open)
    add('anna', hitOn('a1'), hitOn('a2'))
    add('anna', hitOn('a3'))
    const all = readAll()
    all.forEach(({ position }, index) => {
      expect(readAll(new Map([['anna', position]]))).toEqual(all.slice(index + 1))
    })
  })

  test('hasNews and shorterThan compare the log with a cursor', () => {
    const { add, bytes, log, lose, write } = openTest(open)
    const [first, second] = add('anna', hitOn('a1'), hitOn('a2')).map(({ position }) => position)
    const at = (position: Position | undefined): Cursor => new Map([['anna', position ?? startPosition]])
    expect([log.hasNews(new Map()), log.hasNews(at(first)), log.hasNews(at(second))]).toEqual([true, true, false])
    expect(log.shorterThan(at(second))).toEqual([])
    add('ben', hitOn('b1'))
    expect(log.hasNews(at(second))).toBe(true)
    write('anna', 1, bytes('anna').subarray(0, first?.offset))
    expect([log.shorterThan(at(first)), log.shorterThan(at(second))]).toEqual([[], ['anna']])
    lose('anna', 1)
    expect([log.shorterThan(at(first)), log.shorterThan(at(startPosition))]).toEqual([['anna'], []])
  })

  test('ids rise over the floor, the writer and a clock that goes back', () => {
    const { add, log, ports, readAll } = openTest(open)
    const floor = `7${'Z'.repeat(24)}0`
    const [first] = log.append('anna', [hitOn('a')], floor)
    ports.pass(-86_400_000)
    const rest = [...add('anna', hitOn('b'), hitOn('c')), ...log.append('anna', [hitOn('d')], zeroUlid)]
    const ids = [floor, first, ...rest].map((step) => (typeof step === 'string' ? step : (step?.event.id ?? '')))
    expect([...new Set(ids)].sort()).toEqual(ids)
    expect(readAll().at(-1)?.event.at).toBe('2031-03-04T10:00:00.000Z')
  })

  test('a position knows the greatest id before it, also behind an older line that was brought here', () => {
    const { add, readAll, segments } = openTest(open)
    const [first] = add('anna', hitOn('a'))
    const { data } = hitOn('b')
    const old = {
      id: zeroUlid.replace(/0$/, '1'),
      at: '2030-01-01T00:00:00.000Z',
      actor: 'cli' as const,
      type: 'record.hit',
      data,
    }
    const [brought] = appendEntries(segments, 'anna', first?.position ?? startPosition, [old])
    expect(brought?.event.id).toBe(old.id)
    for (const { position } of [...readAll(), ...(brought ? [brought] : [])]) expect(position.id).toBe(first?.event.id)
  })

  test('any way to cut appends and reads gives the same events', () => {
    const batches = fc.array(fc.tuple(fc.constantFrom('anna', 'ben'), fc.integer({ min: 1, max: 3 })), { maxLength: 6 })
    fc.assert(
      fc.property(batches, (sizes) => {
        const { add, log, readAll } = openTest(open)
        const cursor = new Map<string, Position>()
        const seen: string[] = []
        let count = 0
        for (const [writer, size] of sizes) {
          add(writer, ...Array.from({ length: size }, () => hitOn(`h${count++}`)))
          for (const { event, position } of log.read(cursor, toEvent)) {
            cursor.set(event.writer, position)
            seen.push(event.id)
          }
          expect(log.hasNews(cursor)).toBe(false)
        }
        expect([...seen].sort()).toEqual(
          readAll()
            .map(({ event }) => event.id)
            .sort(),
        )
        expect(seen).toHaveLength(count)
      }),
      { numRuns: 15 },
    )
  })
}

function rollingOver(open: () => TestStore): void {
  /** Two sealed segments and the active one. */
  function openRolled() {
    const opened = openTest(open)
    for (let n = 0; n < 10; n++) opened.add('anna', noteWith(`${n} ${'x'.repeat(120_000)}`))
    return opened
  }

  test('a segment at 512 KiB is sealed and does not change again', () => {
    const { add, bytes, readAll, segments } = openTest(open)
    while ((segments.size('anna', 1) ?? 0) < sealedSize) add('anna', noteWith('x'.repeat(100_000)))
    const sealed = bytes('anna')
    add('anna', hitOn('a'))
    add('anna', hitOn('b'))
    expect(segments.list('anna')).toEqual([1, 2])
    expect(bytes('anna').equals(sealed)).toBe(true)
    expect(readAll().map(({ event }) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('a new segment is news to a reader at the end of the sealed one', () => {
    const { log, readAll } = openRolled()
    const sealed = readAll().findLast(({ position }) => position.segment === 1)?.position ?? startPosition
    expect(log.hasNews(new Map([['anna', sealed]]))).toBe(true)
  })

  test('positions count bytes, not letters', () => {
    const { add, log, readAll } = openTest(open)
    const [first] = add('anna', noteWith('naïve ☕ 日本'), hitOn('a'))
    expect(readAll().map(({ position }) => position)[0]).toEqual(first?.position)
    expect(readAll(new Map([['anna', first?.position ?? startPosition]]))).toHaveLength(1)
    expect(log.end('anna')).toEqual(readAll().at(-1)?.position)
  })

  test('positions go on over the seam', () => {
    const { log, readAll, segments } = openRolled()
    expect(segments.list('anna')).toEqual([1, 2])
    const all = readAll()
    expect(log.end('anna')).toEqual(all.at(-1)?.position)
    all.forEach(({ position }, index) => {
      expect(readAll(new Map([['anna', position]])).map(({ event }) => event.seq)).toEqual(
        all.slice(index + 1).map(({ event }) => event.seq),
      )
    })
  })

  test('a line longer than any window is found from the end', () => {
    const { add, log, readAll } = openTest(open)
    add('anna', hitOn('a'))
    add('anna', noteWith('y'.repeat(5_000_000)))
    expect(log.end('anna')).toEqual(readAll().at(-1)?.position)
    add('anna', hitOn('b'))
    expect(readAll()).toHaveLength(3)
  })

  test('a torn first line of a new segment is cut there', () => {
    const { add, readAll, segments, setAside, write } = openRolled()
    const count = readAll().length
    write('anna', 3, '{"v":1')
    expect(readAll()).toHaveLength(count)
    add('anna', hitOn('b'))
    expect(setAside().map(String)).toEqual(['{"v":1'])
    expect([segments.list('anna'), readAll().length]).toEqual([[1, 2, 3], count + 1])
  })

  test('an empty new segment is where the next line goes', () => {
    const { add, log, readAll, setAside, write } = openRolled()
    const count = readAll().length
    write('anna', 3, '')
    expect(readAll()).toHaveLength(count)
    expect(log.end('anna')).toMatchObject({ segment: 3, offset: 0, seq: count })
    add('anna', hitOn('b'))
    expect([readAll().length, setAside().length]).toEqual([count + 1, 0])
  })

  test('a sealed segment that lost its last newline is damaged', () => {
    const { bytes, readAll, segments, write } = openRolled()
    const lines = bytes('anna').toString().split('\n').length - 1
    write('anna', 1, bytes('anna').subarray(0, -1))
    const error = failure(readAll)
    expect(error).toMatchObject({
      code: 'INTEGRITY',
      message: `${segments.name('anna', 1)} line ${lines} is damaged: it has no newline`,
    })
  })

  test('a sealed segment that was cut at a line is noticed at the next one', () => {
    const { bytes, readAll, segments, write } = openRolled()
    const text = bytes('anna')
    write('anna', 1, text.subarray(0, text.lastIndexOf(0x0a, -2) + 1))
    expect(failure(readAll).message).toBe(
      `${segments.name('anna', 2)} line 1 is damaged: it does not continue the line before it`,
    )
  })

  test('a missing segment is not the end of the log', () => {
    const { add, lose, readAll, segments } = openRolled()
    while (segments.list('anna').length < 3) add('anna', noteWith('z'.repeat(200_000)))
    lose('anna', 2)
    expect(failure(readAll)).toMatchObject({
      code: 'INTEGRITY',
      message: `${segments.name('anna', 2)} is missing, though later segments are there`,
    })
    lose('anna', 1)
    expect(failure(readAll).message).toMatch(/000001.jsonl is missing/)
    const before = segments.size('anna', 3) ?? 0
    add('anna', hitOn('a'))
    expect([segments.list('anna'), (segments.size('anna', 3) ?? 0) > before]).toEqual([[3], true])
  })
}

function tornTail(open: () => TestStore): void {
  test('B071 cut at any byte of its last line, the log goes on with the line before', () => {
    const { add, bytes, ids, log, readAll, setAside, write } = openTest(open)
    const [, second] = add('anna', hitOn('a'), hitOn('b'), hitOn('c')).map(({ position }) => position)
    const whole = bytes('anna')
    const start = second?.offset ?? 0
    for (let length = start; length < whole.length; length++) {
      write('anna', 1, whole.subarray(0, length))
      expect(ids()).toEqual(['a', 'b'])
      const [appended] = add('anna', hitOn('d'))
      expect(appended?.event).toMatchObject({ seq: 3, prev: second?.hash })
      expect(ids()).toEqual(['a', 'b', 'd'])
    }
    const kept = setAside().sort((a, b) => a.length - b.length)
    expect(kept.map(String)).toEqual(
      Array.from({ length: kept.length }, (_, n) => whole.subarray(start, start + n + 1).toString()),
    )
    expect(kept).toHaveLength(whole.length - start - 1)
    expect([readAll().length, log.cutTornTail('anna')]).toEqual([3, false])
  })

  test('the only line of a log may be torn', () => {
    const { add, bytes, ids, log, write } = openTest(open)
    add('anna', hitOn('a'))
    write('anna', 1, bytes('anna').subarray(0, 100))
    expect([ids(), log.end('anna')]).toEqual([[], startPosition])
    expect(log.cutTornTail('anna')).toBe(true)
    expect(log.cutTornTail('anna')).toBe(false)
    expect(add('anna', hitOn('b'))[0]?.event.seq).toBe(1)
    expect(ids()).toEqual(['b'])
  })

  test('B081 an unterminated line is not there yet, and then it is', () => {
    const { add, bytes, ids, log, write } = openTest(open)
    const [first] = add('anna', hitOn('a'), hitOn('b'))
    const whole = bytes('anna')
    write('anna', 1, whole.subarray(0, -1))
    expect(ids()).toEqual(['a'])
    write('anna', 1, whole)
    const rest = [...log.read(new Map([['anna', first?.position ?? startPosition]]), toEvent)]
    expect(rest.map(({ event }) => event.seq)).toEqual([2])
  })

  test('B073 a run of NUL bytes behind the last line is cut before the next append', () => {
    const { add, bytes, ids, setAside, write } = openTest(open)
    add('anna', hitOn('a'), hitOn('b'))
    write('anna', 1, Buffer.concat([bytes('anna'), Buffer.alloc(512)]))
    expect(ids()).toEqual(['a', 'b'])
    add('anna', hitOn('c'))
    expect(ids()).toEqual(['a', 'b', 'c'])
    expect(setAside()).toEqual([Buffer.alloc(512)])
  })

  test('B073 an event that was written behind NUL bytes is named, never passed over', () => {
    const { add, bytes, readAll, segments, write } = openTest(open)
    const [first] = add('anna', hitOn('a'), hitOn('b'), hitOn('c'))
    const at = first?.position.offset
    write('anna', 1, Buffer.concat([bytes('anna').subarray(0, at), Buffer.alloc(512), bytes('anna').subarray(at)]))
    expect(failure(readAll).message).toBe(`${segments.name('anna', 1)} line 2 is damaged: it holds NUL bytes`)
  })

  test('two tears at the same place are both kept', () => {
    const { add, bytes, setAside, write } = openTest(open)
    add('anna', hitOn('a'))
    const whole = bytes('anna')
    for (const tail of ['first', 'second']) {
      write('anna', 1, Buffer.concat([whole, Buffer.from(tail)]))
      add('anna', hitOn('b'))
    }
    expect(setAside().map(String).sort()).toEqual(['first', 'second'])
  })

  test("another writer's tail is left alone", () => {
    const { add, bytes, ids, setAside, write } = openTest(open)
    add('anna', hitOn('a'))
    add('ben', hitOn('b'), hitOn('c'))
    write('ben', 1, bytes('ben').subarray(0, -5))
    add('anna', hitOn('d'))
    expect([ids(), setAside()]).toEqual([['a', 'd', 'b'], []])
  })
}

function damage(open: () => TestStore): void {
  function openThree() {
    const opened = openTest(open)
    opened.add('anna', hitOn('a'), hitOn('b'), hitOn('c'))
    const lines = opened
      .bytes('anna')
      .toString()
      .split(/(?<=\n)/)
    return { ...opened, lines, put: (...parts: (string | undefined)[]) => opened.write('anna', 1, parts.join('')) }
  }

  test('a bad byte in any line but the last is named, and nothing is passed over', () => {
    const { bytes, readAll, segments, lines, write } = openThree()
    const whole = bytes('anna')
    const starts = [0, lines[0]?.length ?? 0, (lines[0]?.length ?? 0) + (lines[1]?.length ?? 0)]
    for (let at = 0; at < (starts[2] ?? 0); at += 7) {
      const flipped = Buffer.from(whole)
      flipped[at] = whole.readUInt8(at) ^ 1
      write('anna', 1, flipped)
      const line = at < (starts[1] ?? 0) ? 1 : 2
      const error = failure(readAll)
      expect(error.code).toBe('INTEGRITY')
      expect(error.message).toContain(`${segments.name('anna', 1)} line ${line} is damaged: `)
    }
  })

  test('the events before the bad line are read first', () => {
    const { lines, log, put } = openThree()
    put(lines[0], 'nonsense\n', lines[1], lines[2])
    const reading = log.read(new Map(), toEvent)
    expect(reading.next().value.event.seq).toBe(1)
    expect(failure(() => reading.next()).message).toMatch(/line 2 is damaged: it is not an event line$/)
  })

  test('B075 conflict markers are named by file and line, and nothing is appended meanwhile', () => {
    const { add, bytes, lines, put, readAll, segments } = openThree()
    put(
      lines[0],
      '<<<<<<< HEAD\n',
      lines[1],
      '=======\n',
      lines[1],
      '>>>>>>> topic\n',
      lines[2],
      '<<<<<<< HEAD\n',
      '=======\n',
    )
    const before = bytes('anna')
    expect(failure(readAll).message).toBe(`${segments.name('anna', 1)} line 2 is damaged: it is a git conflict marker`)
    expect(failure(() => add('anna', hitOn('d'))).message).toBe(
      `${segments.name('anna', 1)} line 8 is damaged: it is a git conflict marker`,
    )
    expect(bytes('anna').equals(before)).toBe(true)
  })

  test.each([
    ['two bad lines', 'bad\nbad\n'],
    ['a bad line before a torn one', 'bad\n{"v":1'],
    ['many bad lines', 'bad\n'.repeat(100)],
    ['empty lines', '\n\n\n'],
  ])('%s at the end are damage, not a tear: reading names it and appending refuses', (_, tail) => {
    const { add, bytes, lines, log, put, readAll } = openThree()
    put(...lines, tail)
    const before = bytes('anna')
    expect(failure(readAll).message).toMatch(/line 4 is damaged/)
    for (const run of [() => add('anna', hitOn('d')), () => log.cutTornTail('anna'), () => log.end('anna')]) {
      expect(failure(run).code).toBe('INTEGRITY')
    }
    expect(bytes('anna').equals(before)).toBe(true)
  })

  test.each([
    { what: 'a repeated line', order: [0, 1, 1, 2] },
    { what: 'a line that is missing', order: [0, 2] },
    { what: 'lines out of order', order: [0, 2, 1] },
    { what: 'a start without its first line', order: [1, 2] },
  ])('$what breaks the chain', ({ order }) => {
    const { lines, put, readAll } = openThree()
    put(...order.map((index) => lines[index]))
    expect(failure(readAll)).toMatchObject({
      code: 'INTEGRITY',
      message: expect.stringMatching(/does not continue the line before it/),
    })
  })

  test.each([
    { what: 'number', change: { seq: 5 } },
    { what: 'link', change: { prev: 'f'.repeat(64) } },
  ])('a sound line whose $what alone is wrong breaks the chain', ({ change }) => {
    const { bytes, lines, log, readAll, write } = openThree()
    const { hash, seq } = log.end('anna')
    const { id, at, actor, type, data } = JSON.parse(lines[2] ?? '')
    const { text } = encodeLine({ id, writer: 'anna', seq: seq + 1, at, actor, type, prev: hash, ...change }, data)
    write('anna', 1, Buffer.concat([bytes('anna'), Buffer.from(text)]))
    expect(failure(readAll).message).toMatch(/line 4 is damaged: it does not continue the line before it$/)
  })

  test("another writer's lines are not read as one's own", () => {
    const { lines, readAll, segments, write } = openThree()
    write('ben', 1, lines.join(''))
    expect(failure(readAll).message).toBe(`${segments.name('ben', 1)} line 1 is damaged: it belongs to the writer anna`)
  })

  test('sound lines with data that their type does not allow are named', () => {
    const { add, readAll, segments } = openThree()
    add('anna', { actor: 'cli', type: 'record.hit', data: { project: 'shop', id: '../x', via: 'get' } })
    expect(failure(readAll).message).toContain(`${segments.name('anna', 1)} line 4 is damaged: not a valid record.hit`)
  })

  test('lines of unknown types and redacted lines are read as opaque', () => {
    const { add, bytes, readAll, write } = openThree()
    add('anna', { actor: 'cli', type: 'record.dreamt', data: {} } as unknown as EventDraft)
    const text = bytes('anna').toString()
    write('anna', 1, text.replace(/"data":.*"id":"b".*/, '"data":{"redacted":"01JQ0000000000000000000009"}}'))
    add('anna', hitOn('d'))
    expect(readAll().map(({ event }) => [event.seq, event.data === undefined])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
      [5, false],
    ])
  })
}
